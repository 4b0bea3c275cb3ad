import { assert, layer } from "@effect/vitest"
import { OverdueOrders } from "@wristbank/core/fiscal/OverdueOrders"
import { SigningRepository } from "@wristbank/core/fiscal/SigningRepository"
import { TseStateRepository } from "@wristbank/core/fiscal/TseStateRepository"
import { TseWorker } from "@wristbank/core/fiscal/TseWorker"
import { tsePassword } from "@wristbank/core/organisation/SecretLocation"
import { Secrets } from "@wristbank/core/organisation/Secrets"
import { DateTime, Deferred, Effect, Fiber, Layer, Logger, Redacted } from "effect"
import { SqlClient } from "effect/sql"
import { DatabaseProxy } from "../../support/DatabaseProxy.ts"
import { devicePassword } from "../../support/SignedDevice.ts"
import { heldBack, isVerified, opened, signerOn, signing, signingEvent, signingLayer, until } from "./SigningWorld.ts"

const isOwned = (tse: bigint) =>
  TseStateRepository.use(({ owned }) => Effect.map(owned, (devices) => devices.some(({ id }) => id === tse)))

layer(Layer.provideMerge(DatabaseProxy.layer, signingLayer), { excludeTestServices: true })(
  "signing, attacked",
  (it) => {
    it.effect("a signature that does not verify fails its order, is kept, and stops the device until someone acts", () =>
      Effect.gen(function*() {
        const sql = yield* SqlClient.SqlClient
        const { device, event, tse } = yield* signing({ limitSeconds: 60 })
        const good = yield* event.book(event.till)
        device.next("FinishTransaction", { kind: "wrong_signature" }, { skip: 1 })
        const bad = yield* event.book(event.till)
        const waiting = yield* event.book(event.till)
        const record = yield* event.becomes(tse, ({ stopped_at_revision }) => stopped_at_revision !== null)
        assert.deepInclude(record, { status: "failed", fault: "The device gave a signature that does not verify" })
        assert.strictEqual((yield* event.job(good)).status, "done")
        const job = yield* event.job(bad)
        assert.deepInclude(job, {
          status: "failure",
          failure_reason: "bad_signature",
          result_message: "TSE gave a signature that does not verify",
          tse_id: tse,
          transaction_number: 2n,
          signature_counter: 4n
        })
        assert.strictEqual(job.signature?.length, 64)
        assert.strictEqual((yield* event.job(waiting)).status, "new")
        assert.strictEqual(device.memory.state.transactions, 2)
        yield* sql`update tse set revision = revision + 1 where event_id = ${event.event} and id = ${tse}`
        yield* until(event.job(waiting), ({ status }) => status === "done")
        assert.isTrue(isVerified(yield* event.job(waiting), device))
      }))

    it.effect("two records that reach one stick at one moment: one signs, the other tells the device nothing", () =>
      Effect.gen(function*() {
        const sql = yield* SqlClient.SqlClient
        const device = yield* opened()
        const events = [yield* signingEvent(), yield* signingEvent()] as const
        const records = yield* Effect.forEach(events, (event) =>
          Effect.tap(
            event.addDevice(device, { tills: event.tills }),
            (tse) => sql`update tse set serial = null where id = ${tse}`
          ))
        yield* Effect.forEach(events, (event, place) => event.work(records[place]!))
        const both = Effect.forEach(events, (event, place) => event.record(records[place]!))
        const rows = yield* until(
          both,
          (all) => all.some(({ connected }) => connected) && all.some(({ fault }) => fault !== null)
        )
        assert.sameDeepMembers(rows.map(({ connected, serial }) => [connected, serial]), [
          [true, device.serial],
          [false, null]
        ])
        assert.match(rows.find(({ connected }) => !connected)!.fault!, /Another record/)
        const loser = events[rows.findIndex(({ connected }) => !connected)]!
        assert.deepStrictEqual(yield* loser.history, [])
      }))

    it.effect("a device that was disabled while its worker was dead is seen to its end by the next", () =>
      Effect.gen(function*() {
        const sql = yield* SqlClient.SqlClient
        const event = yield* signingEvent({ tills: 4 })
        const tse = yield* event.addDevice({ serial: "7".repeat(64), url: "ws://127.0.0.1:1" })
        const [client] = event.tills
        yield* sql`insert into till_tse_history (event_id, client_id, till_id, tse_id, what, z_nr)
          values (${event.event}, ${String(client)}, ${client!}, ${tse}, 'register', 1)`
        const orders = yield* Effect.forEach(event.tills, (till) => event.book(till))
        const stages = ["claimed", "start_sent", "started", "finish_sent"]
        yield* Effect.forEach(
          stages,
          (stage, place) =>
            sql`update signing_job set status = 'pending', stage = ${stage}, tse_id = ${tse}, tse_epoch = 0,
              process_type = 'Kassenbeleg-V1', process_data = 'x',
              transaction_number = case when ${place} > 1 then 7 end, started_at = case when ${place} > 1 then now() end,
              start_counter = case when ${place} > 1 then 13 end, start_signature = case when ${place} > 1 then 'a'::bytea end
            where event_id = ${event.event} and order_id = ${orders[place]!}`
        )
        yield* sql`update tse set status = 'disabled', connected = true where id = ${tse}`
        assert.isTrue(yield* isOwned(tse))
        yield* TseWorker.use(({ runAsOwner }) => runAsOwner(event.event, tse))
        const outcomes = (yield* event.jobs).map(({ failure_reason, status }) => failure_reason ?? status)
        // The next device signs what this one can't have signed.
        assert.deepStrictEqual(outcomes, ["new", "new", "new", "answer_lost"])
        const orphans = (yield* event.orphans).map(({ transaction_number }) => transaction_number)
        assert.deepStrictEqual(orphans, [null, 7n, 7n])
        assert.deepStrictEqual((yield* event.history).map(({ what }) => what), ["register", "deregister"])
        assert.isFalse((yield* event.record(tse)).connected)
        assert.isFalse(yield* isOwned(tse))
      }))

    it.effect("what was booked during a restart is signed, however slowly the device connects", () =>
      Effect.gen(function*() {
        const sql = yield* SqlClient.SqlClient
        const device = yield* opened()
        const event = yield* signingEvent({ limitSeconds: 10 })
        const tse = yield* event.addDevice(device, { tills: event.tills })
        yield* sql`update tse set status = 'active', last_contact = now() - interval '1 minute' where id = ${tse}`
        yield* event.book(event.till, { ageSeconds: 50 })
        device.memory.addFaults({
          command: null,
          skip: 0,
          times: 8,
          misbehaviour: { kind: "delay_answer", milliseconds: 250 }
        })
        yield* event.work(tse)
        assert.deepStrictEqual((yield* event.settled).map(({ status }) => status), ["done"])
      }))

    it.effect("a signature given while the database was away is stored when it is back", () =>
      Effect.gen(function*() {
        const proxy = yield* DatabaseProxy
        const device = yield* opened()
        const event = yield* signingEvent({ limitSeconds: 60 })
        const tse = yield* event.addDevice(device, { tills: event.tills })
        const told: Array<unknown> = []
        const log = Logger.layer([Logger.make(({ message }) => void told.push(message))])
        const signer = yield* Layer.build(signerOn(proxy.url))
        yield* Effect.forkScoped(
          TseWorker.use(({ supervise }) => supervise(event.event, tse)).pipe(
            Effect.provideContext(signer),
            Effect.provide(log)
          )
        )
        yield* event.becomes(tse, ({ connected }) => connected)
        device.next("FinishTransaction", heldBack)
        const order = yield* event.book(event.till)
        yield* until(event.job(order), ({ stage }) => stage === "finish_sent")
        yield* proxy.cut
        yield* until(
          Effect.sync(() => told),
          (all) => all.some((words) => String(words) === "The database is unavailable")
        )
        assert.strictEqual((yield* event.job(order)).stage, "finish_sent")
        yield* proxy.heal
        const job = yield* until(event.job(order), ({ status }) => status !== "pending")
        assert.strictEqual(job.failure_reason ?? job.status, "done")
        assert.isTrue(isVerified(job, device))
        assert.strictEqual(device.memory.state.counter, 2)
        // However often it was tried, the outage is a line that says so, and one when it is over.
        assert.isEmpty(told.filter((words) => String(words).includes("could not be stored")))
      }))

    it.effect("who was replaced without knowing fails no order that the next owner, or another device, may sign", () =>
      Effect.gen(function*() {
        const sql = yield* SqlClient.SqlClient
        const proxy = yield* DatabaseProxy
        const event = yield* signingEvent()
        const tse = yield* event.addDevice({ serial: "9".repeat(64), url: "ws://127.0.0.1:1" }, { tills: event.tills })
        yield* sql`update tse set status = 'active' where id = ${tse}`
        const order = yield* event.book(event.till, { ageSeconds: 60 })
        const { takeOver } = yield* TseStateRepository
        const owner = (yield* takeOver(event.event, tse))!
        const frozen = yield* Layer.build(signerOn(proxy.url))
        const sent = yield* Deferred.make<void>()
        yield* proxy.whenSent("greatest(", () => {
          Effect.runSync(proxy.stall)
          Deferred.doneUnsafe(sent, Effect.void)
        })
        const failing = yield* Effect.forkScoped(
          Effect.provideContext(OverdueOrders.use(({ failOfDevice }) => failOfDevice(owner)), frozen)
        )
        yield* Deferred.await(sent)
        const next = (yield* takeOver(event.event, tse))!
        yield* proxy.heal
        assert.strictEqual(yield* Fiber.join(failing), 0)
        const failed = (by: typeof owner) =>
          SigningRepository.use(({ failUnclaimed }) => failUnclaimed(by, order, "bad_process_data"))
        assert.isFalse(yield* failed(owner))
        yield* sql`update till set tse_id = null where event_id = ${event.event}`
        assert.isFalse(yield* failed(next))
        assert.strictEqual((yield* event.job(order)).status, "new")
        yield* sql`update till set tse_id = ${tse} where event_id = ${event.event}`
        assert.isTrue(yield* failed(next))
      }))

    it.effect("an owner that was replaced without knowing changes no order that it had claimed, and claims no other", () =>
      Effect.gen(function*() {
        const sql = yield* SqlClient.SqlClient
        const { advance, claim, next, pending, storeStart } = yield* SigningRepository
        const { takeOver } = yield* TseStateRepository
        const event = yield* signingEvent({ tills: 2 })
        const tse = yield* event.addDevice({ serial: "a".repeat(64), url: "ws://127.0.0.1:1" }, { tills: event.tills })
        yield* sql`update tse set status = 'active' where id = ${tse}`
        yield* Effect.forEach(event.tills, (till) => event.book(till))
        const replaced = (yield* takeOver(event.event, tse))!
        const of = (owner: typeof replaced) => ({ owner, revision: 1, backedOff: [] })
        const job = (yield* claim(replaced, (yield* next(of(replaced)))!, "Kassenbeleg-V1", "x"))!
        const order = (yield* next(of(replaced)))!
        const owner = (yield* takeOver(event.event, tse))!
        const sent = { ...job, stage: "start_sent" } as const
        const answer = { number: 1n, counter: 1n, logTime: DateTime.nowUnsafe(), signature: new Uint8Array([1]) }
        assert.isUndefined(yield* claim(replaced, order, "Kassenbeleg-V1", "x"))
        assert.isUndefined(yield* next(of(replaced)))
        assert.deepStrictEqual(yield* pending(replaced), [])
        assert.isFalse(yield* advance(replaced, job, "start_sent"))
        assert.deepStrictEqual(yield* pending(owner), [job])
        assert.isTrue(yield* advance(owner, job, "start_sent"))
        assert.isFalse(yield* storeStart(replaced, sent, answer))
        assert.isTrue(yield* storeStart(owner, sent, answer))
      }))

    it.effect("a password that is changed under way is used from the next order on, and a wrong one tried once", () =>
      Effect.gen(function*() {
        const sql = yield* SqlClient.SqlClient
        const { seal } = yield* Secrets
        const { device, event, tse } = yield* signing({ limitSeconds: 60 })
        const give = (password: string) =>
          sql`update tse set password = ${
            seal(tsePassword(event.event, tse), password)
          }, password_refused = false, revision = revision + 1
            where id = ${tse}`
        device.next("FinishTransaction", heldBack)
        const first = yield* event.book(event.till)
        yield* until(event.job(first), ({ stage }) => stage === "finish_sent")
        yield* give("54321")
        yield* event.becomes(tse, ({ password_refused, status }) => password_refused && status === "failed")
        assert.strictEqual((yield* event.job(first)).status, "done")
        const second = yield* event.book(event.till)
        assert.strictEqual(device.memory.state.passwordFailures, 1)
        yield* give(Redacted.value(devicePassword))
        yield* until(event.job(second), ({ status }) => status === "done")
        assert.strictEqual(device.memory.state.passwordFailures, 0)
      }))

    it.effect("a till that changes its device under way has the order in work signed by the one, the next by the other", () =>
      Effect.gen(function*() {
        const sql = yield* SqlClient.SqlClient
        const { device, event, tse } = yield* signing()
        const next = yield* opened()
        const other = yield* event.addDevice(next)
        yield* event.work(other)
        device.next("FinishTransaction", heldBack)
        const first = yield* event.book(event.till)
        const second = yield* event.book(event.till)
        yield* until(event.job(first), ({ stage }) => stage === "finish_sent")
        yield* sql`update tse set status = 'disabled' where id = ${tse}`
        yield* sql`update till set tse_id = ${other} where event_id = ${event.event}`
        yield* event.settled
        assert.deepInclude(yield* event.job(first), { status: "done", tse_id: tse })
        assert.deepInclude(yield* event.job(second), { status: "done", tse_id: other, transaction_number: 1n })
        yield* event.becomes(tse, ({ connected }) => !connected)
        assert.isFalse(device.memory.state.clients.has(String(event.till)))
      }))

    it.effect("a device of an event that is archived is left alone until that is opened again", () =>
      Effect.gen(function*() {
        const sql = yield* SqlClient.SqlClient
        const event = yield* signingEvent()
        const tse = yield* event.addDevice({ serial: "8".repeat(64), url: "ws://127.0.0.1:1" })
        const archive = (archived: boolean) => sql`update node set read_only = ${archived} where id = ${event.event}`
        assert.isTrue(yield* isOwned(tse))
        yield* archive(true)
        assert.isFalse(yield* isOwned(tse))
        yield* archive(false)
        assert.isTrue(yield* isOwned(tse))
      }))
  }
)
