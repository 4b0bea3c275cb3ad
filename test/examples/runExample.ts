import { execFile } from "node:child_process"
import { join, resolve } from "node:path"
import { compiledOnce } from "../support/runFolder.ts"

const root = resolve(import.meta.dirname, "../..")

interface Ended {
  readonly code: number
  readonly stdout: string
  readonly stderr: string
}

/** Runs an example to its end. */
export const runExample = (
  name: string,
  args: ReadonlyArray<string>,
  environment: Readonly<Record<string, string>> = {}
) =>
  new Promise<Ended>((done) =>
    execFile(
      process.execPath,
      [join(root, "examples", name), ...args],
      { env: { PATH: process.env["PATH"] ?? "", ...compiledOnce(), ...environment } },
      (error, stdout, stderr) => done({ code: error === null ? 0 : Number(error.code), stdout, stderr })
    )
  )
