import { assert, layer } from "@effect/vitest"
import { DateTime, Effect, Metric } from "effect"
import { SqlClient } from "effect/sql"
import type { SignedDevice } from "../../support/SignedDevice.ts"
import { isVerified, opened, outcomes, signing, type SigningEvent, signingLayer, until } from "./SigningWorld.ts"

/** Sends a device a command with its password, past all faults; returns whether it was carried out. */
const ask = (device: SignedDevice, command: { readonly [field: string]: string | number }) =>
  device.memory.carryOut(
    { ...command, Password: "MTIzNDU=" },
    DateTime.makeUnsafe("2026-07-03T12:00:00Z")
  )["Status"] ===
    "ok"

/** Repeats a command until the device refuses it, and lets others go on meanwhile; returns how often it was carried out. */
const untilFull = Effect.fnUntraced(function*(carryOut: (place: number) => boolean) {
  let times = 0
  while (carryOut(times)) {
    times++
    yield* Effect.yieldNow
  }
  return times
})

const unknownClient = (place: number) => `Unknown ${place}`

/** Registers unknown clients until the device takes no more; returns how many. */
const crowd = (device: SignedDevice) =>
  untilFull((place) => ask(device, { Command: "RegisterClientID", ClientID: unknownClient(place) }))

/** Registers unknown clients that can't be deregistered, as each has an open transaction; returns how many. */
const crowdForGood = (device: SignedDevice) =>
  untilFull((place) =>
    ask(device, { Command: "RegisterClientID", ClientID: unknownClient(place) }) &&
    ask(device, { Command: "StartTransaction", ClientID: unknownClient(place) })
  )

/** Another device that works and signs for no till yet. */
const addAnother = Effect.fnUntraced(function*(event: SigningEvent, tills: ReadonlyArray<bigint> = []) {
  const device = yield* opened()
  const tse = yield* event.addDevice(device, { tills })
  yield* event.work(tse)
  yield* event.becomes(tse, ({ connected, status }) => connected && status === "active")
  return { device, tse }
})

const tseOf = (till: bigint) =>
  SqlClient.SqlClient.use((sql) =>
    Effect.map(sql<{ tse_id: bigint | null }>`select tse_id from till where id = ${till}`, ([row]) => row!.tse_id)
  )

layer(signingLayer, { concurrent: true, excludeTestServices: true })("devices that are full", (it) => {
  it.effect("a device that takes no more clients deregisters unknown ones first, and takes the till", () =>
    Effect.gen(function*() {
      const { device, event, tse } = yield* signing()
      const unknownClients = yield* crowd(device)
      assert.isAbove(unknownClients, 90)
      const order = yield* event.book(event.till)
      assert.deepStrictEqual(yield* outcomes(event), ["done"])
      assert.deepInclude(yield* event.job(order), { tse_id: tse, attempts: 0 })
      assert.isFalse([...device.memory.state.clients].some((client) => client.startsWith("Unknown")))
      assert.deepInclude(yield* event.record(tse), { fault: null })
      const told = (yield* event.history).slice(-1 - unknownClients).map(({ what }) => what)
      assert.deepStrictEqual(told, [...Array.from({ length: unknownClients }, () => "deregister"), "register"])
    }))

  it.effect("a till that a full device refuses moves to another, and its order is signed there", () =>
    Effect.gen(function*() {
      const { device, event, tse } = yield* signing({ limitSeconds: 60 })
      yield* crowdForGood(device)
      const other = yield* addAnother(event)
      const order = yield* event.book(event.till)
      assert.deepStrictEqual(yield* outcomes(event), ["done"])
      const job = yield* event.job(order)
      assert.deepInclude(job, { tse_id: other.tse, attempts: 0 })
      assert.isTrue(isVerified(job, other.device))
      assert.strictEqual(yield* tseOf(event.till), other.tse)
      const record = yield* event.record(tse)
      assert.deepInclude(record, { status: "active", connected: true })
      assert.match(record.fault!, /code 23/)
      const told = (yield* event.history).filter(({ client_id }) => client_id === String(event.till))
      assert.deepStrictEqual(told.map(({ tse_id, what }) => [tse_id, what]), [[other.tse, "register"]])
    }))

  it.effect("either code of the limit is understood", () =>
    Effect.gen(function*() {
      const { device, event } = yield* signing({ limitSeconds: 60 })
      device.next("RegisterClientID", { kind: "refuse", code: 21, text: "full" }, { times: 100 })
      const other = yield* addAnother(event)
      const order = yield* event.book(event.till)
      assert.deepStrictEqual(yield* outcomes(event), ["done"])
      assert.deepInclude(yield* event.job(order), { tse_id: other.tse, attempts: 0 })
    }))

  it.effect("tills of devices that are all full wait, and are taken as soon as one has room", () =>
    Effect.gen(function*() {
      const { device, event, tse } = yield* signing({ limitSeconds: 600 })
      const other = yield* addAnother(event)
      const unknownClients = yield* crowdForGood(device)
      yield* crowdForGood(other.device)
      const order = yield* event.book(event.till)
      yield* event.becomes(tse, ({ fault }) => fault !== null)
      yield* event.becomes(other.tse, ({ fault }) => fault !== null)
      assert.deepInclude(yield* event.job(order), { status: "new", attempts: 0 })
      for (let number = 1; number <= unknownClients; number++) {
        const ended = { TransactionNumber: number, ClientID: unknownClient(number - 1), Typ: "", Data: "" }
        assert.isTrue(ask(device, { Command: "FinishTransaction", ...ended }))
      }
      assert.deepStrictEqual(yield* outcomes(event), ["done"])
      assert.deepInclude(yield* event.job(order), { tse_id: tse })
      assert.strictEqual((yield* event.becomes(tse, ({ fault }) => fault === null)).status, "active")
      assert.match((yield* event.record(other.tse)).fault!, /code 23/)
    }))

  it.effect("a till that a device forgot and has no room for stays there: its closing spans no two devices", () =>
    Effect.gen(function*() {
      const { device, event, tse } = yield* signing({ limitSeconds: 3 })
      yield* event.book(event.till)
      yield* event.settled
      ask(device, { Command: "DeregisterClientID", ClientID: String(event.till) })
      yield* crowdForGood(device)
      yield* addAnother(event)
      yield* event.book(event.till)
      assert.deepStrictEqual(yield* outcomes(event), ["done", "device_error:23"])
      assert.strictEqual(yield* tseOf(event.till), tse)
      assert.deepStrictEqual((yield* event.history).at(-1)?.what, "deregister")
    }))

  it.effect("a device with too many open transactions begins none until they are closed; another goes on", () =>
    Effect.gen(function*() {
      const sql = yield* SqlClient.SqlClient
      const { device, event, tse } = yield* signing({ limitSeconds: 600, tills: 2 })
      const [till, elsewhere] = event.tills
      const other = yield* addAnother(event, [elsewhere!])
      const client = String(till)
      const first = yield* event.book(till!)
      yield* event.settled
      yield* untilFull(() => ask(device, { Command: "StartTransaction", ClientID: client }))
      const { open, transactions } = device.memory.state
      assert.strictEqual(open.size, 512)
      yield* sql`insert into tse_orphan (event_id, tse_id, client_id, order_id, transaction_number, next_try)
        values (${event.event}, ${tse}, ${client}, ${first}, 2, now() + interval '1 hour')`
      const waiting = yield* event.book(till!)
      const record = yield* event.becomes(tse, ({ fault }) => fault !== null)
      assert.match(record.fault!, /code 21/)
      assert.deepInclude(record, { status: "active", connected: true })
      for (let n = 0; n < 3; n++) {
        const next = yield* event.book(elsewhere!)
        assert.strictEqual((yield* until(event.job(next), ({ status }) => status === "done")).tse_id, other.tse)
      }
      assert.deepInclude(yield* event.job(waiting), { status: "new", attempts: 1 })
      yield* sql`update tse_orphan set next_try = null where event_id = ${event.event}`
      const job = yield* until(event.job(waiting), ({ status }) => status === "done")
      // One start was refused; the next was sent once a transaction was closed.
      assert.deepInclude(job, { tse_id: tse, attempts: 1, transaction_number: BigInt(transactions + 1) })
      assert.isTrue(isVerified(job, device))
      assert.deepInclude((yield* event.orphans)[0]!, { transaction_number: 2n, closed_as: "aborted" })
      assert.strictEqual((yield* event.record(tse)).fault, null)
    }))

  it.effect("orders of a device that begins no more transactions fail when they have waited too long", () =>
    Effect.gen(function*() {
      const { device, event, tse } = yield* signing({ limitSeconds: 1 })
      device.next("StartTransaction", { kind: "refuse", code: 21, text: "full" }, { times: 1000 })
      yield* event.book(event.till)
      assert.match((yield* outcomes(event))[0]!, /^(outage|device_error:21)$/)
      // The order failed and the device was reconnected: until it starts a transaction, its record says why it does not.
      yield* event.becomes(tse, ({ status }) => status === "failed")
      const record = yield* event.becomes(
        tse,
        ({ connected, fault, status }) => connected && status === "active" && fault !== null
      )
      assert.match(record.fault!, /code 21/)
      yield* event.allow(600)
      device.memory.clearFaults()
      yield* event.book(event.till)
      assert.strictEqual((yield* outcomes(event))[1], "done")
      assert.strictEqual((yield* event.becomes(tse, ({ fault }) => fault === null)).status, "active")
    }))

  it.effect("a device that counts from the beginning again is an alarm", () =>
    Effect.gen(function*() {
      const { device, event, tse } = yield* signing()
      const alarms = Effect.map(Metric.snapshot, (all) =>
        all.filter(({ attributes, id }) => id === "wristbank_tse_alarms" && attributes?.["tse"] === String(tse)))
      yield* event.book(event.till)
      yield* event.book(event.till)
      yield* event.settled
      assert.deepStrictEqual(yield* alarms, [])
      yield* device.device.restart({ forgets: true })
      // A number may come again, but not within one second.
      device.memory.change({ clockSkewSeconds: 5 })
      const order = yield* event.book(event.till)
      assert.deepStrictEqual(yield* outcomes(event), ["done", "done", "done"])
      assert.deepInclude(yield* event.job(order), { transaction_number: 1n })
      const [alarm, ...more] = yield* alarms
      assert.deepStrictEqual(more, [])
      assert.deepInclude(alarm?.attributes, { event: String(event.event), alarm: "backwards" })
      assert.deepInclude(alarm?.state, { count: 1 })
    }))
})
