import { afterAll, assert, beforeAll, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { pathToFileURL } from "node:url"
import { writeSample } from "../core/fiscal/SamplePackage.ts"
import { packed, unpacked } from "../support/ExportPackage.ts"
import { runCommand } from "./runCommand.ts"

const cwd = mkdtempSync(join(tmpdir(), "wristbank-verify-"))

beforeAll(async () => {
  const good = join(cwd, "good.zip")
  await Effect.runPromise(writeSample(good))
  const files = await unpacked(good)
  writeFileSync(join(cwd, "bad.zip"), await packed(Array.from(files).filter(([name]) => name !== "payment.csv")))
})
afterAll(() => rmSync(cwd, { recursive: true }))

/** Runs through the launcher as on a Node that is older than the required one. */
const fromOlderNode = (...args: ReadonlyArray<string>) => {
  const older = pathToFileURL(join(import.meta.dirname, "olderNode.ts")).href
  return runCommand(["fiscal", "verify", ...args], { cwd, environment: { NODE_OPTIONS: `--import=${older}` } })
}

describe("wristbank fiscal verify, started by an older Node", () => {
  it("ends with 0 when nothing is wrong", async () => {
    const { code, stderr, stdout } = await fromOlderNode("good.zip")
    assert.strictEqual(code, 0, stderr)
    assert.match(stdout, /^7 receipts of 3 closings, .*: no problems\n$/)
    // On a busy machine it takes long enough for its progress to be shown.
    assert.deepStrictEqual(
      stderr.split("\n").filter((line) => line !== "" && !line.startsWith("Checking the export")),
      []
    )
  })

  it("prints its report as JSON", async () => {
    const { code, stdout } = await fromOlderNode("good.zip", "--json")
    assert.strictEqual(code, 0)
    assert.deepInclude(JSON.parse(stdout), { receipts: 7, closings: 3, problemCount: 0 })
  })

  it("ends with 3 when something is wrong, and says what", async () => {
    const { code, stdout } = await fromOlderNode("bad.zip")
    assert.strictEqual(code, 3)
    assert.match(stdout, /payment\.csv/)
  })
})
