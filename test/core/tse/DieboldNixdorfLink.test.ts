import { assert, describe, it } from "@effect/vitest"
import { Effect, Fiber, Logger, References } from "effect"
import { TestClock } from "effect/testing"
import { accessTo, connected, connectTo, receipt, secret, secretOnTheWire, vendors } from "./DeviceConnection.ts"
import { ok, refuse, silence } from "./ScriptedDevice.ts"

describe("a connection with a device that errs", () => {
  it.effect("ignores what answers nothing: events, junk, strange ids, answers twice", () =>
    Effect.gen(function*() {
      const { connection, device } = yield* connected
      device.when("StartTransaction", (heard) => {
        heard.say("\u0002{\"event\": \"STATUS\"}\u0003\n")
        heard.say("no frame")
        heard.say("\u0002nonsense\u0003\n")
        heard.say("\u0002[1]\u0003\n")
        heard.sayBytes(Uint8Array.of(2, 3, 10))
        ok({ TransactionNumber: 8 })({ ...heard, requestId: heard.requestId + 1 })
        ok({ TransactionNumber: 9 })({ ...heard, command: "FinishTransaction" })
        ok({ TransactionNumber: 5 })(heard)
        ok({ TransactionNumber: 6 })(heard)
      })
      assert.strictEqual((yield* connection.start("1000")).number, 5n)
      assert.strictEqual((yield* connection.start("1000")).number, 1n)
    }).pipe(Effect.provide(vendors)))

  for (const call of ["StartTransaction", "FinishTransaction"] as const) {
    it.effect(`gives up at once when ${call} stays without an answer, and does not know whether it signed`, () =>
      Effect.gen(function*() {
        const { connection, device } = yield* connected
        device.when(call, silence)
        const calls = { StartTransaction: connection.start("1000"), FinishTransaction: connection.finish(receipt) }
        const asking = yield* Effect.forkChild(Effect.flip(calls[call]))
        const heard = yield* device.next
        yield* TestClock.adjust("4900 millis")
        assert.isUndefined(asking.pollUnsafe())
        yield* TestClock.adjust("100 millis")
        assert.deepInclude(yield* Fiber.join(asking), { kind: "timed_out", outcomeKnown: false, retry: "later" })
        yield* heard.closed
        assert.strictEqual((yield* Effect.flip(connection.lost)).kind, "timed_out")
        // An answer that comes late finds no one, and nothing more is sent.
        ok()(heard)
        assert.deepInclude(yield* Effect.flip(connection.start("1000")), { kind: "timed_out", outcomeKnown: true })
        const again = yield* connectTo(accessTo(device.address))
        assert.strictEqual((yield* again.start("1000")).number, 1n)
      }).pipe(Effect.provide(vendors)))
  }

  it.effect("gives up when an answer has an id that was not asked with", () =>
    Effect.gen(function*() {
      const { connection, device } = yield* connected
      device.when("StartTransaction", (heard) => ok()({ ...heard, requestId: 99 }))
      const asking = yield* Effect.forkChild(Effect.flip(connection.start("1000")))
      yield* device.next
      yield* TestClock.adjust("5 seconds")
      assert.deepInclude(yield* Fiber.join(asking), { kind: "timed_out", outcomeKnown: false })
    }).pipe(Effect.provide(vendors)))

  it.effect("gives up when another device than was connected to has signed", () =>
    Effect.gen(function*() {
      const { connection, device } = yield* connected
      device.when("StartTransaction", ok({ SerialNumber: "00".repeat(32) }))
      const error = yield* Effect.flip(connection.start("1000"))
      assert.deepInclude(error, { kind: "wrong_device", outcomeKnown: false, scope: "device" })
      assert.strictEqual((yield* Effect.flip(connection.lost)).kind, "wrong_device")
    }).pipe(Effect.provide(vendors)))

  it.effect("does not know what became of a start when the device hangs up", () =>
    Effect.gen(function*() {
      const { connection, device } = yield* connected
      device.when("StartTransaction", ({ drop }) => drop())
      const both = Effect.all([Effect.flip(connection.start("1000")), Effect.flip(connection.lost)], {
        concurrency: "unbounded"
      })
      const [start, lost] = yield* both
      assert.deepInclude(start, { kind: "unreachable", outcomeKnown: false, retry: "later", scope: "device" })
      assert.strictEqual(lost.kind, "unreachable")
    }).pipe(Effect.provide(vendors)))

  it.effect("pings every two seconds, and gives up when one is not answered", () =>
    Effect.gen(function*() {
      const { connection, device } = yield* connected
      for (const requestId of [5, 6]) {
        yield* TestClock.adjust("2 seconds")
        assert.deepInclude(yield* device.next, { command: "PingPong", requestId })
      }
      yield* connection.start("1000")
      yield* device.next
      device.when("PingPong", silence)
      device.when("FinishTransaction", silence)
      yield* TestClock.adjust("2 seconds")
      assert.deepInclude(yield* device.next, { command: "PingPong", requestId: 8 })
      yield* TestClock.adjust("4 seconds")
      const asking = yield* Effect.forkChild(Effect.flip(connection.finish(receipt)))
      const { closed } = yield* device.next
      yield* TestClock.adjust("1 second")
      assert.deepInclude(yield* Fiber.join(asking), { kind: "timed_out", outcomeKnown: false })
      yield* closed
    }).pipe(Effect.provide(vendors)))
})

it.effect("the password is in no error and no log, even when the device repeats it", () =>
  Effect.gen(function*() {
    const logged: Array<string> = []
    const collect = Logger.layer([Logger.formatJson.pipe(Logger.map((line) => void logged.push(line)))])
    const errors = yield* Effect.gen(function*() {
      const { connection, device } = yield* connected
      const parrot = `you said ${secret}, that is ${secretOnTheWire}`
      device.when("StartTransaction", refuse(8, parrot), (heard) => heard.say(parrot), refuse(30, parrot))
      const first = yield* Effect.flip(connection.start("1000"))
      const second = yield* Effect.forkChild(Effect.flip(connection.start("1000")))
      yield* device.next
      yield* device.next
      yield* TestClock.adjust("5 seconds")
      const met = [first, yield* Fiber.join(second), yield* Effect.flip(connection.lost)]
      const again = yield* connectTo(accessTo(device.address))
      met.push(yield* Effect.flip(again.start("1000")))
      yield* Effect.forEach(met, (error) => Effect.logError("It failed", error))
      return met
    }).pipe(
      Effect.provide(collect),
      Effect.provideService(References.MinimumLogLevel, "All")
    )
    assert.isAtLeast(logged.length, errors.length)
    const said = [...logged, ...errors.map((error) => `${error} ${error.stack} ${JSON.stringify(error)}`)].join("\n")
    assert.include(said, "you said ***")
    for (const leak of [secret, secretOnTheWire]) assert.notInclude(said, leak)
  }).pipe(Effect.provide(vendors)))
