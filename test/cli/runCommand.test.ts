import { assert, it } from "@effect/vitest"
import { tmpdir } from "node:os"
import { runCommand, spawnCommand } from "./runCommand.ts"

const signals = ["SIGINT", "SIGTERM", "SIGHUP", "disconnect"]

it("a command in the process of the tests ends as in one of its own, and leaves the process as it was", async () => {
  const stateOf = () => ({
    folder: process.cwd(),
    environment: { ...process.env },
    exitCode: process.exitCode,
    streams: [process.stdin.isTTY, process.stdout.isTTY, process.stderr.isTTY, process.stdout.write, console],
    listeners: signals.map((signal) => process.listenerCount(signal))
  })
  const before = stateOf()
  const place = { cwd: tmpdir(), environment: { WRISTBANK_PORT: "70000" } }
  for (const args of [["config", "--port", "9000"], ["config"], ["config", "--json"], ["config", "--nope", "--json"]]) {
    const { stderr, ...outcome } = await runCommand(args, place)
    const { stderr: printed, ...spawned } = await spawnCommand(args, place)
    assert.deepStrictEqual(outcome, spawned, stderr + printed)
    assert.deepStrictEqual(stateOf(), before)
  }
})
