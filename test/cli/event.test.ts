import { assert, it } from "@effect/vitest"
import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { runCommand } from "./runCommand.ts"

/** Runs `wristbank event validate` on a text. */
const validate = async (text: string, ...args: ReadonlyArray<string>) => {
  const cwd = mkdtempSync(join(tmpdir(), "wristbank-event-"))
  try {
    writeFileSync(join(cwd, "festival.yaml"), text)
    return await runCommand(["event", "validate", "festival.yaml", ...args], { cwd })
  } finally {
    rmSync(cwd, { recursive: true })
  }
}

it("wristbank event validate names the line of each problem, and ends with 1", async () => {
  const good = "event:\n  name: Festival\nnodes:\n  - path: Stage\n"
  const valid = await validate(good)
  assert.deepStrictEqual([valid.code, valid.stdout], [0, "festival.yaml: Festival: 1 nodes\n"])
  const invalid = await validate(`${good}  - path: Camp/Bar\n`)
  assert.deepStrictEqual([invalid.code, invalid.stdout], [
    1,
    "festival.yaml:5:5: nodes.1.path: node Camp/Bar: there is no node Camp\n"
  ])
  const listed = await validate(`${good}  - path: Camp/Bar\n`, "--json")
  const problem = { line: 5, column: 5, path: "nodes.1.path", message: "node Camp/Bar: there is no node Camp" }
  assert.deepStrictEqual(JSON.parse(listed.stdout), { problems: [problem] })
})
