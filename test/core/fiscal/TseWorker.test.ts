import { assert, layer } from "@effect/vitest"
import { TseWorker } from "@wristbank/core/fiscal/TseWorker"
import { DateTime, Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import type { SignedDevice } from "../../support/SignedDevice.ts"
import {
  heldBack,
  isVerified,
  opened,
  outcomes,
  signedNumbers,
  signerLayer,
  signing,
  signingEvent,
  signingLayer,
  until
} from "./SigningWorld.ts"

/** Sends a device a command with its password, past all faults. */
const ask = (device: SignedDevice, command: { readonly [field: string]: string }) =>
  device.memory.carryOut({ ...command, Password: "MTIzNDU=" }, DateTime.makeUnsafe("2026-07-03T12:00:00Z"))

/** An order that a process left pending: its transaction was started, and its finish perhaps sent. */
const halfDone = Effect.fnUntraced(function*(
  stage: "started" | "finish_sent",
  { forgets = false }: { readonly forgets?: boolean } = {}
) {
  const sql = yield* SqlClient.SqlClient
  const device = yield* opened()
  const event = yield* signingEvent()
  const tse = yield* event.addDevice(device, { tills: event.tills })
  const order = yield* event.book(event.till)
  if (!forgets) {
    ask(device, { Command: "RegisterClientID", ClientID: String(event.till) })
    ask(device, { Command: "StartTransaction", ClientID: String(event.till) })
  }
  yield* sql`update signing_job set status = 'pending', stage = ${stage}, tse_id = ${tse}, tse_epoch = 0,
      process_type = 'Kassenbeleg-V1', process_data = 'Beleg^6.00_0.00_0.00_0.00_0.00^6.00:Unbar',
      transaction_number = 1, started_at = now(), start_counter = 1, start_signature = ''
    where event_id = ${event.event} and order_id = ${order}`
  yield* event.work(tse)
  return { device, event, order }
})

layer(signingLayer, { concurrent: true, excludeTestServices: true })("looking after devices", (it) => {
  it.effect("a short outage delays a signature", () =>
    Effect.gen(function*() {
      const { device, event, tse } = yield* signing()
      device.welcome("refuse")
      device.device.drop()
      yield* event.becomes(tse, ({ connected }) => !connected)
      yield* event.book(event.till)
      yield* event.becomes(tse, ({ fault }) => fault !== null)
      device.welcome("accept")
      assert.deepStrictEqual(yield* outcomes(event), ["done"])
      assert.deepInclude(yield* event.record(tse), { status: "active", fault: null })
    }))

  it.effect("a long outage fails what waited too long; later orders are signed when the device is back", () =>
    Effect.gen(function*() {
      const { device, event, tse } = yield* signing({ limitSeconds: 1 })
      device.welcome("hang")
      device.device.drop()
      const order = yield* event.book(event.till)
      yield* event.settled
      assert.deepInclude(yield* event.job(order), {
        failure_reason: "outage",
        result_message: "TSE did not react, signature timeout",
        tse_id: tse
      })
      yield* event.becomes(tse, ({ status }) => status === "failed")
      yield* event.allow(600)
      device.welcome("accept")
      yield* event.becomes(tse, ({ status }) => status === "active")
      yield* event.book(event.till)
      assert.deepStrictEqual(yield* outcomes(event), ["outage", "done"])
    }))

  it.effect("a whole queue of an outage fails in sets", () =>
    Effect.gen(function*() {
      const sql = yield* SqlClient.SqlClient
      const event = yield* signingEvent({ limitSeconds: 1 })
      const tse = yield* event.addDevice({ serial: "0".repeat(64), url: "ws://127.0.0.1:1" }, { tills: event.tills })
      yield* sql`insert into signing_job (event_id, order_id, till_id, created_at)
        select ${event.event}, n, ${event.till}, now() - interval '1 minute' from generate_series(1, 12000) as n`
      yield* event.work(tse)
      yield* until(
        sql<{ n: bigint }>`select count(*) as n from signing_job where event_id = ${event.event} and status = 'new'`,
        ([row]) => row!.n === 0n
      )
      const failed = yield* sql<{ status: string; n: bigint }>`
        select status, count(*) as n from signing_job where event_id = ${event.event} group by status`
      assert.deepStrictEqual(failed, [{ status: "failure", n: 12_000n }])
    }))

  it.effect("another device than the record's signs nothing", () =>
    Effect.gen(function*() {
      const device = yield* opened()
      const event = yield* signingEvent()
      const tse = yield* event.addDevice({ url: device.url, serial: "0".repeat(64) }, { tills: event.tills })
      yield* event.work(tse)
      const record = yield* event.becomes(tse, ({ status }) => status === "failed")
      assert.match(record.fault!, /another device/)
      assert.isTrue(device.memory.state.clients.has("POS001"))
    }))

  it.effect("a device with another key than before signs nothing until it is the first one again", () =>
    Effect.gen(function*() {
      const sql = yield* SqlClient.SqlClient
      const { device, event, tse } = yield* signing()
      const key = (yield* event.record(tse)).public_key
      const change = (text: string | null) =>
        sql`update tse set public_key = ${text}, revision = revision + 1 where event_id = ${event.event} and id = ${tse}`
      yield* change("BA==")
      yield* event.becomes(tse, ({ status }) => status === "failed")
      const order = yield* event.book(event.till)
      assert.strictEqual((yield* event.job(order)).status, "new")
      yield* change(key)
      assert.deepStrictEqual(yield* outcomes(event), ["done"])
      assert.strictEqual(device.memory.state.transactions, 1)
    }))

  it.effect("a wrong password is tried once, until it is another", () =>
    Effect.gen(function*() {
      const sql = yield* SqlClient.SqlClient
      const device = yield* opened()
      const event = yield* signingEvent()
      const tse = yield* event.addDevice(device, { password: "54321" })
      yield* event.work(tse)
      yield* event.becomes(tse, ({ password_refused, status }) => password_refused && status === "failed")
      yield* Effect.scoped(
        TseWorker.use(({ runAsOwner }) => Effect.timeoutOption(runAsOwner(event.event, tse), "500 millis"))
      )
      assert.strictEqual(device.memory.state.passwordFailures, 1)
      yield* sql`update tse set password_refused = false, revision = revision + 1 where id = ${tse}`
      yield* until(Effect.sync(() => device.memory.state.passwordFailures), (failures) => failures === 2)
      yield* event.becomes(tse, ({ password_refused }) => password_refused)
    }))

  it.effect("a device whose certificate ended is stopped, and its tills wait for another", () =>
    Effect.gen(function*() {
      const { device, event, tse } = yield* signing({ limitSeconds: 30 })
      device.memory.change({ certificateExpired: true })
      const order = yield* event.book(event.till)
      yield* event.becomes(tse, ({ status, stopped_at_revision }) => status === "failed" && stopped_at_revision === 1)
      assert.deepInclude(yield* event.job(order), { status: "new", attempts: 1 })
      const count = device.memory.state.counter
      const sql = yield* SqlClient.SqlClient
      const other = yield* event.addDevice(yield* opened(), { tills: event.tills })
      yield* sql`update tse set status = 'disabled' where id = ${tse}`
      yield* event.work(other)
      assert.deepStrictEqual(yield* outcomes(event), ["done"])
      assert.strictEqual(device.memory.state.counter, count)
    }))

  it.effect("what was begun before a restart is finished under its number, with the data of that time", () =>
    Effect.gen(function*() {
      const { device, event, order } = yield* halfDone("started")
      assert.deepStrictEqual(yield* signedNumbers(event), [1])
      const job = yield* event.job(order)
      assert.strictEqual(job.process_data, "Beleg^6.00_0.00_0.00_0.00_0.00^6.00:Unbar")
      assert.isTrue(isVerified(job, device))
      assert.strictEqual(device.memory.state.transactions, 1)
    }))

  it.effect("a restart over a device that lost its memory signs anew only what it can't have signed", () =>
    Effect.gen(function*() {
      const begun = yield* halfDone("started", { forgets: true })
      assert.deepStrictEqual(yield* outcomes(begun.event), ["done"])
      assert.deepInclude((yield* begun.event.orphans)[0]!, { transaction_number: 1n, closed_as: "gone" })
      const sent = yield* halfDone("finish_sent", { forgets: true })
      assert.deepStrictEqual(yield* outcomes(sent.event), ["answer_lost"])
      assert.strictEqual(sent.device.memory.state.transactions, 0)
    }))

  it.effect("a stranger with an open transaction stays until it is finished", () =>
    Effect.gen(function*() {
      const device = yield* opened()
      ask(device, { Command: "StartTransaction", ClientID: "POS001" })
      const event = yield* signingEvent()
      const tse = yield* event.addDevice(device, { tills: event.tills })
      yield* event.work(tse)
      yield* event.book(event.till)
      assert.deepStrictEqual(yield* signedNumbers(event), [2])
      assert.isTrue(device.memory.state.clients.has("POS001"))
    }))

  it.effect("a till for which the device has no room waits and fails in the end, the others go on", () =>
    Effect.gen(function*() {
      const { device, event } = yield* signing({ limitSeconds: 1, tills: 2 })
      const [full, other] = event.tills
      yield* event.book(other!)
      yield* event.settled
      device.next("RegisterClientID", { kind: "refuse", code: 23, text: "full" }, { times: 100 })
      const order = yield* event.book(full!)
      const next = yield* event.book(other!)
      yield* until(event.job(next), ({ status }) => status === "done")
      yield* event.settled
      assert.deepInclude(yield* event.job(order), { failure_reason: "device_error:23" })
    }))

  it.effect("a blocked user stops the device until someone has a look", () =>
    Effect.gen(function*() {
      const { device, event, tse } = yield* signing()
      device.memory.block()
      yield* event.book(event.till)
      yield* event.becomes(tse, ({ password_refused, status }) => password_refused && status === "failed")
      assert.strictEqual(device.memory.state.passwordFailures, 3)
    }))

  it.effect("who takes over finishes what was begun, and the one before stores nothing any more", () =>
    Effect.gen(function*() {
      const { device, event, tse } = yield* signing()
      const another = yield* Layer.build(signerLayer)
      device.next("FinishTransaction", heldBack)
      const order = yield* event.book(event.till)
      yield* until(event.job(order), ({ stage }) => stage === "finish_sent")
      const { epoch } = yield* event.record(tse)
      yield* Effect.forkScoped(
        Effect.provideContext(TseWorker.use(({ supervise }) => supervise(event.event, tse)), another)
      )
      assert.deepStrictEqual(yield* outcomes(event), ["answer_lost"])
      assert.isTrue((yield* event.record(tse)).epoch > epoch)
      assert.strictEqual(device.memory.state.transactions, 1)
    }))

  it.effect("a device that is taken out of use gives its tills up and is never connected to again", () =>
    Effect.gen(function*() {
      const sql = yield* SqlClient.SqlClient
      const { device, event, tse } = yield* signing()
      yield* event.book(event.till)
      yield* event.settled
      yield* sql`update tse set status = 'disabled' where id = ${tse}`
      yield* sql`update till set tse_id = null where event_id = ${event.event}`
      yield* event.becomes(tse, ({ connected }) => !connected)
      assert.deepStrictEqual(
        (yield* event.history).map(({ client_id, what }) => [client_id, what]),
        [["POS001", "deregister"], [String(event.till), "register"], [String(event.till), "deregister"]]
      )
      assert.isFalse(device.memory.state.clients.has(String(event.till)))
      yield* TseWorker.use(({ runAsOwner }) => runAsOwner(event.event, tse))
      assert.strictEqual((yield* event.record(tse)).status, "disabled")
    }))
})
