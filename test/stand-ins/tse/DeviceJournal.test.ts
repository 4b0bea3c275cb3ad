import { assert, it } from "@effect/vitest"
import { keyOfSeed } from "@wristbank/stand-ins/tse/device/DeviceKey"
import { virtualDevice } from "@wristbank/stand-ins/tse/device/DeviceProfile"
import { fileJournal } from "@wristbank/stand-ins/tse/DeviceJournal"
import { DeviceMemory } from "@wristbank/stand-ins/tse/DeviceMemory"
import { DateTime, Effect } from "effect"
import { spawnSync } from "node:child_process"
import { appendFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { fileURLToPath } from "node:url"

const device = virtualDevice(keyOfSeed("journal", "secp256r1"))
const now = DateTime.makeUnsafe("2026-11-20T18:07:52Z")
const command = (Command: string, fields: Record<string, string | number> = {}) => ({
  Command,
  ClientID: "POS001",
  Password: "MTIzNDU=",
  ...fields
})

const scratchFile = Effect.map(
  Effect.acquireRelease(
    Effect.sync(() => mkdtempSync(join(tmpdir(), "wristbank-device-"))),
    (folder) => Effect.sync(() => rmSync(folder, { recursive: true, force: true }))
  ),
  (folder) => join(folder, "device.journal")
)

const remember = Effect.fnUntraced(function*(path: string) {
  const memory = new DeviceMemory(device, yield* fileJournal(path, device.key.serial))
  yield* memory.recall
  return memory
})

it.effect("a device that is switched on again is what it was, to the last whole line", () =>
  Effect.gen(function*() {
    const path = yield* scratchFile
    const before = yield* remember(path)
    before.carryOut(command("StartTransaction"), now)
    before.carryOut(command("RegisterClientID", { ClientID: "1000" }), now)
    before.carryOut(command("StartTransaction", { ClientID: "1000" }), now)
    before.carryOut(command("FinishTransaction", { TransactionNumber: 1, Data: "Süßes" }), now)
    before.carryOut(command("GetDeviceStatus", { Password: "" }), now)
    before.change({ timeNotSet: true })
    assert.deepStrictEqual((yield* remember(path)).state, before.state)

    appendFileSync(path, `{"event":"password_ref`)
    const after = yield* remember(path)
    assert.deepStrictEqual(after.state, before.state)
    assert.deepStrictEqual(yield* after.log, yield* before.log)
    after.carryOut(command("PingPong"), now)
    after.change({ timeNotSet: false })
    assert.deepStrictEqual((yield* remember(path)).state, after.state)

    after.journal.clear()
    yield* after.recall
    assert.strictEqual(after.state.counter, 0)
    assert.strictEqual((yield* remember(path)).state.counter, 0)
  }))

it.effect("a file of another device, or of something else, is left as it is", () =>
  Effect.gen(function*() {
    const path = yield* scratchFile
    yield* fileJournal(path, "another")
    const other = readFileSync(path, "utf8")
    assert.include((yield* Effect.flip(remember(path))).message, "it belongs to another device")
    assert.strictEqual(readFileSync(path, "utf8"), other)
    writeFileSync(path, "some text\n")
    yield* Effect.flip(remember(path))
    writeFileSync(path, `{"serial":"${device.key.serial}"}\n{"event":"nonsense"}\n`)
    assert.include((yield* Effect.flip(remember(path))).message, "can't be gone on with")
    assert.include((yield* Effect.flip(remember("/nowhere/device"))).message, "ENOENT")
  }))

it.effect("half a line that a full disk left is cut off before anything follows it", () =>
  Effect.gen(function*() {
    const path = yield* scratchFile
    const script = fileURLToPath(new URL("writeUntilFull.ts", import.meta.url))
    const run = ["-c", `ulimit -f 16; exec "$@"`, "sh", process.execPath, script, path]
    const { stderr, stdout } = spawnSync("sh", run, { encoding: "utf8" })
    const kept = /^(\d+) and a short one$/.exec(stdout)?.[1] ?? assert.fail(stderr)
    const events = []
    for (const line of readFileSync(path, "utf8").trimEnd().split("\n").slice(1)) events.push(JSON.parse(line).event)
    assert.deepStrictEqual(events, [...Array.from({ length: Number(kept) }, () => "registered"), "password_refused"])
    yield* fileJournal(path, "serial")
  }))
