import { assert, it } from "@effect/vitest"
import { DeviceReport } from "@wristbank/stand-ins/tse/DeviceControl"
import { Effect, Schema } from "effect"
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { call } from "../stand-ins/tse/DeviceCaller.ts"
import { end, freePort, start } from "./Killable.ts"
import { runCommand } from "./runCommand.ts"

const decodeReport = Schema.decodeUnknownSync(Schema.toCodecJson(DeviceReport))

const folder = Effect.acquireRelease(
  Effect.sync(() => mkdtempSync(join(tmpdir(), "wristbank-device-"))),
  (path) => Effect.sync(() => rmSync(path, { recursive: true, force: true }))
)

/** A simulator in a process of its own that keeps its memory in the folder. */
const simulator = Effect.fnUntraced(function*(cwd: string, ...more: ReadonlyArray<string>) {
  const [port, controlPort] = [yield* Effect.promise(freePort), yield* Effect.promise(freePort)]
  const args = ["--port", `${port}`, "--control-port", `${controlPort}`, "--state", "device.journal", "--fast"]
  const process = yield* Effect.acquireRelease(
    Effect.promise(() => start(["tse", "simulate", ...args, ...more], { cwd, environment: {}, ready: "control" })),
    (running) => Effect.promise(() => end(running, "SIGKILL"))
  )
  const control = (path: string, order?: unknown) =>
    Effect.promise(() => fetch(`http://127.0.0.1:${controlPort}${path}`, order === undefined ? {} : posted(order)))
  return {
    url: `ws://localhost:${port}`,
    control,
    report: Effect.flatMap(
      control("/state"),
      (answer) => Effect.promise(async () => decodeReport(await answer.json()))
    ),
    end: (signal: NodeJS.Signals) => Effect.promise(() => end(process, signal))
  }
})

const posted = (order: unknown) => ({
  method: "POST",
  headers: { "content-type": "application/json" },
  body: JSON.stringify(order)
})

const startTransaction = `{"Command":"StartTransaction","PingPong":0,"ClientID":"POS001","Password":"MTIzNDU="}`
const finish = (number: number) =>
  `{"Command":"FinishTransaction","PingPong":1,"TransactionNumber":${number},"ClientID":"POS001","Password":"MTIzNDU="}`

it.live(
  "a simulator that is killed goes on where it was, and what it signed passes the check",
  () =>
    Effect.gen(function*() {
      const cwd = yield* folder
      const first = yield* simulator(cwd)
      const line = yield* call(first.url)
      for (const text of [startTransaction, startTransaction, finish(2)]) {
        line.frame(text)
        assert.include(yield* line.hear, `"Status": "ok"`)
      }
      yield* first.end("SIGKILL")
      const second = yield* simulator(cwd)
      const again = yield* call(second.url)
      again.frame(finish(1))
      assert.include(yield* again.hear, `"SignatureCounter": 4`)
      assert.deepInclude(yield* second.report, { transactions: 2, signature_counter: 4, open_transactions: [] })

      const archive = yield* Effect.flatMap(
        second.control("/export.tar"),
        (answer) => Effect.promise(() => answer.bytes())
      )
      const file = join(cwd, "log.tar")
      writeFileSync(file, archive)
      const checked = yield* Effect.promise(() => runCommand(["tse", "check", file], { cwd }))
      assert.strictEqual(checked.code, 0, checked.stderr)
      assert.deepStrictEqual(checked.stdout.trimEnd().split("\n"), [
        "4 messages, counters 1 to 4; 2 transactions begun, 0 of them not ended",
        "Nothing is wrong."
      ])
      const changed = readFileSync(file).toString("latin1").replace("\x81\x06POS001", "\x81\x06POS002")
      writeFileSync(file, changed, "latin1")
      const found = yield* Effect.promise(() => runCommand(["tse", "check", file, "--json"], { cwd }))
      assert.strictEqual(found.code, 3)
      assert.lengthOf(JSON.parse(found.stdout).problems, 1)
      assert.strictEqual(yield* second.end("SIGTERM"), 0)
    })
)

it.live("a simulator that is killed between signing and answering has signed", () =>
  Effect.gen(function*() {
    const cwd = yield* folder
    const first = yield* simulator(cwd)
    yield* first.control("/faults", [{ misbehaviour: { kind: "delay_answer", milliseconds: 600_000 } }])
    const line = yield* call(first.url)
    line.frame(startTransaction)
    while ((yield* first.report).signature_counter === 0) yield* Effect.sleep("10 millis")
    yield* first.end("SIGKILL")
    assert.strictEqual(yield* line.hear, 1006)
    const second = yield* simulator(cwd)
    assert.deepInclude(yield* second.report, {
      signature_counter: 1,
      open_transactions: [{ number: 1, client_id: "POS001" }]
    })
  }))

it.live("a simulator is upset from outside, and rejects what is no order", () =>
  Effect.gen(function*() {
    const fault = { command: "StartTransaction", misbehaviour: { kind: "refuse", code: 8, text: "BROKEN" } }
    const { control, report, url } = yield* simulator(yield* folder, "--fault", JSON.stringify(fault), "--seed", "test")
    const line = yield* call(url)
    line.frame(startTransaction)
    assert.include(yield* line.hear, `"Code": 8, "Desc": "BROKEN"`)
    yield* control("/faults", [{ ...fault, skip: 1 }, { misbehaviour: { kind: "answer_twice" } }])
    assert.lengthOf((yield* report).faults, 2)
    line.frame(startTransaction)
    assert.strictEqual(yield* line.hear, yield* line.hear)
    yield* control("/conditions", { signaturesUsedUp: true, clockSkewSeconds: 60 })
    assert.deepInclude((yield* report).conditions, { signaturesUsedUp: true, clockSkewSeconds: 60, serial: null })
    yield* control("/block", {})
    assert.strictEqual((yield* report).wrong_passwords, 3)
    yield* control("/say", { text: "hello" })
    assert.strictEqual(yield* line.hear, "hello")
    yield* control("/restart", { forgets: true })
    assert.strictEqual(yield* line.hear, 1006)
    assert.deepInclude(yield* report, { connections: 0, transactions: 0, wrong_passwords: 0 })
    const kept = yield* call(url)
    yield* control("/drop", {})
    assert.strictEqual(yield* kept.hear, 1006)
    yield* control("/welcome", { welcome: "refuse" })
    assert.match(yield* Effect.flip(call(url)), /hang up|ECONNRESET/)
    yield* control("/delay", { milliseconds: 5 })
    assert.strictEqual((yield* control("/welcome", { welcome: "maybe" })).status, 400)
    assert.strictEqual((yield* control("/elsewhere")).status, 404)
  }))

it.live(
  "a second simulator with the memory of one that runs is refused, until that ends, however it does",
  () =>
    Effect.gen(function*() {
      const cwd = yield* folder
      const first = yield* simulator(cwd)
      const port = String(yield* Effect.promise(freePort))
      const again = ["tse", "simulate", "--port", port, "--state", "device.journal"]
      const refused = yield* Effect.promise(() => runCommand(again, { cwd }))
      assert.strictEqual(refused.code, 1)
      assert.match(refused.stderr, /^device\.journal is in use by the simulator with process id \d+/)
      yield* first.end("SIGKILL")
      const next = yield* simulator(cwd)
      assert.strictEqual(yield* next.end("SIGTERM"), 0)
      yield* simulator(cwd)
    }),
  240_000
)

it.live("what can't be simulated or checked is said", () =>
  Effect.gen(function*() {
    const cwd = yield* folder
    const run = (...args: ReadonlyArray<string>) => Effect.promise(() => runCommand(["tse", ...args], { cwd }))
    const port = String(yield* Effect.promise(freePort))
    const [same, delay, command, key, fault, file, point] = yield* Effect.all([
      run("simulate", "--port", port, "--control-port", port, "--host", "127.0.0.1"),
      run("simulate", "--port", port, "--delay", "abc"),
      run("simulate", "--port", port, "--fault", `{"command":"Nope","misbehaviour":{"kind":"drop_after"}}`),
      run("simulate", "--key", "12"),
      run("simulate", "--fault", "{}"),
      run("check", "missing.tar"),
      run("check", "missing.tar", "--public-key", "BHIsubPE")
    ], { concurrency: 2 })
    assert.deepStrictEqual([same.code, delay.code, command.code], [1, 2, 2])
    assert.match(same.stderr, new RegExp(`^The device can't listen on 127\\.0\\.0\\.1:${port}: .*EADDRINUSE`))
    assert.match(delay.stderr, /^--delay: /)
    assert.match(command.stderr, /^--fault: .*"FinishTransaction"/s)
    assert.deepStrictEqual([key.code, fault.code, file.code, point.code], [1, 2, 1, 1])
    assert.include(key.stderr, "That is no private key of brainpoolP384r1")
    assert.include(fault.stderr, "misbehaviour")
    assert.include(file.stderr, "missing.tar can't be read: there is no such file")
    assert.include(point.stderr, "The public key is no point of a known curve in base64")
  }))
