import { assert, describe, it } from "@effect/vitest"
import * as QrCheck from "@wristbank/core/tse/QrCheck"
import * as QrText from "@wristbank/core/tse/QrText"
import type { TseConnection } from "@wristbank/core/tse/TseDevice"
import { deviceProfiles } from "@wristbank/stand-ins/tse/device/DeviceProfile"
import { DateTime, Effect, Fiber, Redacted } from "effect"
import { TestClock } from "effect/testing"
import { openSignedDevice } from "../../support/SignedDevice.ts"
import { vendors } from "./DeviceConnection.ts"
import { connectionTo, failsInTime, line, sale, until } from "./SimulatedLine.ts"

/** What the receipt of a sale says, and whether it holds. */
const receiptOf = Effect.fnUntraced(function*({ facts, finish, start }: TseConnection, clientId = "1000") {
  const started = yield* start(clientId)
  const end = sale(started.number, clientId)
  const finished = yield* finish(end)
  return checkOf({ facts, clientId, started, finished })
})

const checkOf = ({ clientId, facts, finished, started }: {
  readonly facts: TseConnection["facts"]
  readonly clientId: string
  readonly started: Effect.Success<ReturnType<TseConnection["start"]>>
  readonly finished: Effect.Success<ReturnType<TseConnection["finish"]>>
}) => {
  const { form, signature } = QrCheck.check(QrText.qrTextOf({
    ...sale(started.number, clientId),
    ...facts,
    transactionNumber: started.number,
    signatureCounter: finished.counter,
    startTime: started.logTime,
    logTime: finished.logTime,
    signature: finished.signature
  }))
  return { form, signature }
}

const valid = { form: [], signature: "valid" as const }

describe.each(Object.keys(deviceProfiles) as ReadonlyArray<keyof typeof deviceProfiles>)("a %s", (profile) => {
  it.effect("tells what it is, knows tills and signs sales whose receipts verify", () =>
    Effect.gen(function*() {
      const device = yield* openSignedDevice({ profile })
      yield* TestClock.setTime(Date.parse("2026-11-20T18:07:52.400Z"))
      const connection = yield* connectionTo(device)
      const { facts } = connection
      assert.strictEqual(facts.serial, device.serial)
      assert.strictEqual(Buffer.from(facts.publicKey).toString("base64"), device.publicKey)
      assert.deepStrictEqual(yield* connection.clients, ["POS001"])
      yield* connection.deregister("POS001")
      yield* connection.deregister("POS001")
      yield* connection.register("1000")
      yield* connection.register("1000")
      assert.deepStrictEqual(yield* connection.clients, ["1000"])
      assert.deepStrictEqual([...device.memory.state.clients].toSorted(), [
        "1000",
        "DN TSEProduction ef82abcedf",
        "DummyDefaultClientId"
      ])
      assert.deepStrictEqual(yield* receiptOf(connection), valid)
      const [start, finish] = yield* device.memory.log
      assert.deepInclude(start, { operation: "StartTransaction", transaction: 1, counter: 1, logTime: 1795198072 })
      const { number: _, ...sold } = sale(1n)
      assert.deepInclude(finish, { ...sold, transaction: 1, counter: 2, logTime: 1795198072 })
    }).pipe(Effect.provide(vendors)))

  it.effect("signs transactions of several tills that overlap, each with its own number", () =>
    Effect.gen(function*() {
      const { connection, memory } = yield* line({ profile })
      yield* connection.register("1001")
      const { facts, finish, start } = connection
      const [one, two] = [yield* start("1000"), yield* start("1001")]
      assert.deepStrictEqual([one.number, two.number], [1n, 2n])
      const ends = [yield* finish(sale(1n)), yield* finish(sale(2n, "1001"))] as const
      assert.deepStrictEqual(checkOf({ facts, clientId: "1000", started: one, finished: ends[0] }), valid)
      assert.deepStrictEqual(checkOf({ facts, clientId: "1001", started: two, finished: ends[1] }), valid)
      const again = yield* Effect.flip(finish(sale(1n)))
      assert.deepInclude(again, { kind: "transaction_unknown", outcomeKnown: true, scope: "order" })
      assert.strictEqual(memory.state.counter, 4)
    }).pipe(Effect.provide(vendors)))

  it.effect("that is full says so of tills and transactions", () =>
    Effect.gen(function*() {
      const { connection, memory } = yield* line({ profile, curve: "secp256r1" })
      const { maxClients, maxOpenTransactions } = deviceProfiles[profile]
      const now = yield* DateTime.now
      const fill = (Command: string, ClientID: string) =>
        memory.carryOut({ Command, ClientID, Password: "MTIzNDU=" }, now)
      for (let till = 0; memory.state.clients.size < maxClients; till++) fill("RegisterClientID", `${till}`)
      assert.deepInclude(yield* Effect.flip(connection.register("late")), { kind: "client_limit", scope: "client" })
      while (memory.state.open.size < maxOpenTransactions) fill("StartTransaction", "1000")
      assert.deepInclude(yield* Effect.flip(connection.start("1000")), { kind: "transaction_limit", scope: "device" })
      assert.deepInclude(yield* Effect.flip(connection.deregister("1000")), { kind: "client_unfinished" })
      yield* connection.finish(sale(1n))
      yield* connection.start("1000")
    }).pipe(Effect.provide(vendors)))
})

describe("an answer that does not come", () => {
  it.effect("to a start leaves a transaction open, which is ended by its number later", () =>
    Effect.gen(function*() {
      const { connection, device, memory } = yield* line()
      device.next("StartTransaction", { kind: "swallow_answer" })
      const error = yield* failsInTime(connection.start("1000"), () => memory.state.counter === 1)
      assert.deepInclude(error, { kind: "timed_out", outcomeKnown: false })
      assert.deepInclude(yield* Effect.flip(connection.lost), { kind: "timed_out" })
      const again = yield* connectionTo(device)
      assert.deepStrictEqual(yield* receiptOf(again), valid)
      assert.deepStrictEqual([...memory.state.open], [[1, "1000"]])
      yield* again.finish({ ...sale(1n), processData: "AVBelegabbruch^0.00_0.00_0.00_0.00_0.00^" })
      assert.strictEqual(memory.state.open.size, 0)
    }).pipe(Effect.provide(vendors)))

  it.effect("to a finish that was signed is known by the transaction that is no more", () =>
    Effect.gen(function*() {
      const { connection, device, memory } = yield* line()
      const { number } = yield* connection.start("1000")
      device.next("FinishTransaction", { kind: "swallow_answer" })
      const error = yield* failsInTime(connection.finish(sale(number)), () => memory.state.counter === 2)
      assert.deepInclude(error, { kind: "timed_out", outcomeKnown: false })
      const again = yield* connectionTo(device)
      const unknown = yield* Effect.flip(again.finish(sale(number)))
      assert.deepInclude(unknown, { kind: "transaction_unknown", outcomeKnown: true })
      assert.strictEqual(memory.state.counter, 2)
    }).pipe(Effect.provide(vendors)))

  it.effect("to a finish that was lost is got by finishing once more", () =>
    Effect.gen(function*() {
      const { connection, device, memory } = yield* line()
      const { number } = yield* connection.start("1000")
      device.next("FinishTransaction", { kind: "lose_command" })
      yield* failsInTime(connection.finish(sale(number)), () => memory.faults.length === 0)
      const again = yield* connectionTo(device)
      assert.strictEqual((yield* again.finish(sale(number))).counter, 2n)
    }).pipe(Effect.provide(vendors)))

  it.effect("in time, or has another's id, disturbs no one when it comes", () =>
    Effect.gen(function*() {
      const { connection, device, memory } = yield* line()
      device.next("StartTransaction", { kind: "delay_answer", milliseconds: 7000 })
      yield* failsInTime(connection.start("1000"), () => memory.state.counter === 1)
      const second = yield* connectionTo(device)
      yield* TestClock.adjust("2 seconds")
      assert.deepStrictEqual(yield* receiptOf(second), valid)
      device.next("FinishTransaction", { kind: "wrong_request_id" })
      const { number } = yield* second.start("1000")
      const error = yield* failsInTime(second.finish(sale(number)), () => memory.state.counter === 5)
      assert.deepInclude(error, { kind: "timed_out", outcomeKnown: false })
    }).pipe(Effect.provide(vendors)))
})

it.effect("answers that come twice, events and junk between them are passed over", () =>
  Effect.gen(function*() {
    const { connection, device, memory } = yield* line()
    for (const kind of ["answer_twice", "garbage_frame", "unsolicited_event"] as const) {
      device.memory.addFaults({ command: null, skip: 0, times: 2, misbehaviour: { kind } })
    }
    for (let sold = 0; sold < 3; sold++) assert.deepStrictEqual(yield* receiptOf(connection), valid)
    assert.deepStrictEqual([memory.state.counter, memory.faults], [6, []])
  }).pipe(Effect.provide(vendors)))

it.effect("a connection that ends leaves the outcome open, whether or not the device had its part", () =>
  Effect.gen(function*() {
    const { connection, device, memory } = yield* line()
    device.next("StartTransaction", { kind: "drop_before" })
    const before = yield* Effect.flip(connection.start("1000"))
    assert.deepInclude(before, { kind: "unreachable", outcomeKnown: false })
    assert.strictEqual(memory.state.counter, 0)
    device.next("StartTransaction", { kind: "drop_after" })
    const after = yield* Effect.flip((yield* connectionTo(device)).start("1000"))
    assert.deepInclude(after, { kind: "unreachable", outcomeKnown: false })
    assert.strictEqual(memory.state.counter, 1)
    device.welcome("refuse")
    assert.deepInclude(yield* Effect.flip(connectionTo(device)), { kind: "unreachable" })
  }).pipe(Effect.provide(vendors)))

it.effect("a device that was off and on goes on where it was, unless it forgot", () =>
  Effect.gen(function*() {
    const { connection, device } = yield* line()
    const { number } = yield* connection.start("1000")
    yield* device.device.restart({ forgets: false })
    assert.deepInclude(yield* Effect.flip(connection.lost), { kind: "unreachable" })
    const again = yield* connectionTo(device)
    assert.strictEqual((yield* again.finish(sale(number))).counter, 2n)
    yield* again.start("1000")
    yield* device.device.restart({ forgets: true })
    const forgotten = yield* connectionTo(device)
    assert.deepInclude(yield* Effect.flip(forgotten.finish(sale(2n))), { kind: "client_unknown" })
    yield* forgotten.register("1000")
    assert.deepInclude(yield* Effect.flip(forgotten.finish(sale(2n))), { kind: "transaction_unknown" })
    assert.deepInclude(yield* forgotten.start("1000"), { number: 1n, counter: 1n })
  }).pipe(Effect.provide(vendors)))

it.effect("another device than expected is refused before it gets a password", () =>
  Effect.gen(function*() {
    const device = yield* openSignedDevice()
    const other = yield* openSignedDevice({ seed: "another" })
    for (const wrong of [{ serial: other.serial }, { publicKey: other.publicKey }]) {
      device.memory.change({ serial: null, publicKey: null, ...wrong })
      const error = yield* Effect.flip(connectionTo(device, Redacted.make("wrong")))
      assert.deepInclude(error, { kind: "wrong_device" })
    }
    assert.strictEqual(device.memory.state.passwordFailures, 0)
  }).pipe(Effect.provide(vendors)))

it.effect("a wrong password is sent once, and never to a device that is blocked", () =>
  Effect.gen(function*() {
    const device = yield* openSignedDevice()
    const connection = yield* connectionTo(device, Redacted.make("54321"))
    for (const ask of [connection.clients, connection.register("1000"), connection.start("1000")]) {
      assert.deepInclude(yield* Effect.flip(ask), { kind: "credentials_wrong", retry: "never", scope: "device" })
    }
    assert.strictEqual(device.memory.state.passwordFailures, 1)
    device.memory.block()
    const blocked = yield* Effect.flip((yield* connectionTo(device)).clients)
    assert.deepInclude(blocked, { kind: "credentials_blocked", retry: "never", scope: "device" })
  }).pipe(Effect.provide(vendors)))

it.effect("what cures a device is done before it is asked again, and its end is told", () =>
  Effect.gen(function*() {
    const { connection, device, memory } = yield* line()
    memory.change({ selfTestDue: true, timeNotSet: true })
    assert.strictEqual((yield* connection.start("1000")).number, 1n)
    memory.change({ signaturesUsedUp: true })
    assert.deepInclude(yield* Effect.flip(connection.start("1000")), { kind: "signatures_used_up", retry: "never" })
    memory.change({ signaturesUsedUp: false, certificateExpired: true })
    const expired = yield* Effect.flip(connection.start("1000"))
    assert.deepInclude(expired, { kind: "certificate_expired", retry: "never", outcomeKnown: false })
    device.next("StartTransaction", { kind: "refuse", code: 8, text: "JSON_CODE_DEVICE_ERROR" })
    assert.deepInclude(yield* Effect.flip(connection.start("1000")), { kind: "device_defect", code: 8 })
  }).pipe(Effect.provide(vendors)))

it.effect("tills on several connections at once get counters without a gap, and every receipt verifies", () =>
  Effect.gen(function*() {
    const { connection, device, memory } = yield* line({ delay: "250 millis" })
    const other = yield* connectionTo(device)
    yield* other.register("1001")
    const selling = yield* Effect.forkChild(Effect.all(
      Array.from({ length: 12 }, (_, sold) => receiptOf(sold % 2 === 0 ? connection : other, `100${sold % 2}`)),
      { concurrency: "unbounded" }
    ))
    // Each signature takes its time; the pings that fall due meanwhile are answered.
    for (let counter = 0; counter < 24; counter++) {
      yield* until(() => memory.state.counter >= counter)
      yield* TestClock.adjust("250 millis")
    }
    yield* until(() => memory.state.counter === 24)
    assert.deepStrictEqual(yield* Fiber.join(selling), Array.from({ length: 12 }, () => valid))
    const log = yield* memory.log
    assert.deepStrictEqual(log.map(({ counter }) => counter), Array.from({ length: 24 }, (_, index) => index + 1))
  }).pipe(Effect.provide(vendors)))
