import { tmpdir } from "node:os"
import { expect } from "vitest"
import { runCommand } from "../cli/runCommand.ts"
import type { DemoSite } from "./DemoSite.ts"

/** Runs commands of the program on the data of a demo, as in a shell beside it; they must succeed. Returns what they print. */
export const shellOf = ({ settings: { databaseUrl = "", dataDir = "" } }: DemoSite) =>
async (
  ...args: ReadonlyArray<string>
): Promise<string> => {
  const environment = { DATABASE_URL: databaseUrl, WRISTBANK_DATA_DIR: dataDir }
  const { code, stderr, stdout } = await runCommand(args, { cwd: tmpdir(), environment })
  expect([code, code === 0 ? "" : stderr]).toEqual([0, ""])
  return stdout
}
