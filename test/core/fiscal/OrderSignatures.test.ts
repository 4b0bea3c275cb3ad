import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { openSignedDevice } from "../../support/SignedDevice.ts"
import {
  answerMillis,
  isVerified,
  opened,
  outcomes,
  signedNumbers,
  signing,
  signingEvent,
  signingLayer,
  until
} from "./SigningWorld.ts"

const isClosed = ({ closed_as }: { readonly closed_as: string | null }) => closed_as !== null

/** Makes lost starts an hour older. */
const anHourPasses = (event: bigint) =>
  SqlClient.SqlClient.use((sql) =>
    sql`update tse_orphan set noted_at = noted_at - interval '1 hour' where event_id = ${event}`
  )

layer(signingLayer, { concurrent: true, excludeTestServices: true })("signing orders", (it) => {
  it.effect("the first contact stores the facts of the device and deregisters unknown clients", () =>
    Effect.gen(function*() {
      const device = yield* openSignedDevice({ profile: "simulator" })
      const event = yield* signingEvent()
      const tse = yield* event.addDevice(device)
      yield* event.work(tse)
      const record = yield* event.becomes(tse, ({ connected }) => connected)
      assert.deepInclude(record, {
        status: "active",
        serial: device.serial,
        public_key: device.publicKey,
        certificate: "VEhJUyBJUyBBIFZFUlkgTE9ORyBDRVJUSUZJQ0FURSEhISE=",
        hashalgo: "ecdsa-plain-SHA384",
        time_format: "unixTime",
        process_data_encoding: "UTF-8",
        tse_description: "BSI-K-TR-1337",
        certificate_date: "2029-08-01T23:59:59+00:00",
        fault: null
      })
      assert.deepStrictEqual(yield* event.history, [{ client_id: "POS001", tse_id: tse, what: "deregister", z_nr: 0 }])
      assert.deepStrictEqual([...device.memory.state.clients].toSorted(), [
        "DN TSEProduction ef82abcedf",
        "DummyDefaultClientId"
      ])
    }))

  it.effect("an order is signed in the name of its till, which is registered with it", () =>
    Effect.gen(function*() {
      const { device, event, tse } = yield* signing()
      const order = yield* event.book(event.till)
      yield* event.settled
      const job = yield* event.job(order)
      assert.deepInclude(job, {
        status: "done",
        result_message: "success",
        tse_id: tse,
        process_type: "Kassenbeleg-V1",
        process_data: "Beleg^4.00_0.00_0.00_0.00_2.00^6.00:Unbar",
        transaction_number: 1n,
        start_counter: 1n,
        signature_counter: 2n
      })
      assert.isTrue(isVerified(job, device))
      assert.deepInclude((yield* event.history).at(-1)!, { client_id: String(event.till), what: "register", z_nr: 1 })
      assert.deepInclude(yield* event.record(tse), { last_transaction: 1n, last_counter: 2n })
    }))

  it.effect("orders of a till are signed in their order, those of several devices at the same time", () =>
    Effect.gen(function*() {
      const { device, event } = yield* signing({ tills: 2 })
      const second = yield* opened()
      const other = yield* event.addDevice(second, { tills: [event.tills[1]!] })
      yield* event.work(other)
      for (let n = 0; n < 10; n++) yield* Effect.forEach(event.tills, (till) => event.book(till))
      const rows = yield* event.settled
      for (const till of event.tills) {
        const numbers = rows.filter(({ till_id }) => till_id === till).map((row) => Number(row.transaction_number))
        assert.deepStrictEqual(numbers, Array.from({ length: 10 }, (_, n) => n + 1))
      }
      assert.isTrue(rows.every((row) => isVerified(row, row.tse_id === other ? second : device)))
    }))

  it.effect("an order without lines fails, the till goes on; a sale of nothing is signed as such", () =>
    Effect.gen(function*() {
      const { device, event } = yield* signing()
      const wrong = yield* event.book(event.till, { lines: [] })
      const nothing = yield* event.book(event.till, { lines: [["regular_vat", 400], ["regular_vat", -400]] })
      yield* event.settled
      assert.deepInclude(yield* event.job(wrong), { status: "failure", failure_reason: "bad_process_data" })
      const job = yield* event.job(nothing)
      assert.strictEqual(job.process_data, "Beleg^0.00_0.00_0.00_0.00_0.00^")
      assert.isTrue(isVerified(job, device))
    }))

  it.effect("goods without a tax type stand in the fifth slot, also when their rate gets one before they are signed", () =>
    Effect.gen(function*() {
      const { device, event } = yield* signing()
      const sql = yield* SqlClient.SqlClient
      const untyped = yield* event.book(event.till, { lines: [[null, 400], ["regular_vat", 100]] })
      const first = yield* until(event.job(untyped), ({ status }) => status === "done")
      assert.strictEqual(first.process_data, "Beleg^1.00_0.00_0.00_0.00_4.00^5.00:Unbar")
      assert.isTrue(isVerified(first, device))
      const typed = (after: bigint) =>
        sql`update tax_rate set tax_type = 'reduced_vat', typed_after = ${after}
          where event_id = ${event.event} and name = 'untyped'`
      const signed = Effect.gen(function*() {
        const order = yield* event.book(event.till, { lines: [[null, 400]] })
        const { process_data } = yield* until(event.job(order), ({ status }) => status === "done")
        return { order, process_data }
      })
      yield* typed(2n ** 62n)
      const last = yield* signed
      assert.strictEqual(last.process_data, "Beleg^0.00_0.00_0.00_0.00_4.00^4.00:Unbar")
      yield* typed(last.order)
      assert.strictEqual((yield* signed).process_data, "Beleg^0.00_4.00_0.00_0.00_0.00^4.00:Unbar")
    }))

  it.effect("orders from before signing was switched on are never signed", () =>
    Effect.gen(function*() {
      const sql = yield* SqlClient.SqlClient
      const event = yield* signingEvent({ signs: false })
      const before = yield* event.book(event.till, { ageSeconds: 100 })
      yield* sql`insert into fiscal_settings (event_id, settings) values (${event.event}, '{"signing": true}')`
      const tse = yield* event.addDevice(yield* opened(), { tills: event.tills })
      yield* event.work(tse)
      const after = yield* event.book(event.till)
      yield* until(event.job(after), ({ status }) => status === "done")
      assert.strictEqual((yield* event.job(before)).status, "new")
    }))

  it.effect("a start without an answer is requeued once, and its transaction is closed", () =>
    Effect.gen(function*() {
      const { device, event, tse } = yield* signing()
      device.next("StartTransaction", { kind: "swallow_answer" })
      const order = yield* event.book(event.till)
      assert.deepStrictEqual(yield* signedNumbers(event), [2])
      assert.isTrue(isVerified(yield* event.job(order), device))
      yield* until(event.orphans, (rows) => rows.every(isClosed))
      assert.deepStrictEqual(yield* event.orphans, [
        { tse_id: tse, order_id: order, transaction_number: 1n, closed_as: "aborted" }
      ])
      assert.strictEqual(device.memory.state.open.size, 0)
    }))

  it.effect("a start that never arrived leaves nothing behind", () =>
    Effect.gen(function*() {
      const { device, event, tse } = yield* signing()
      yield* event.book(event.till)
      yield* event.settled
      device.next("StartTransaction", { kind: "lose_command" })
      const order = yield* event.book(event.till)
      assert.deepStrictEqual(yield* signedNumbers(event), [1, 2])
      assert.deepStrictEqual(yield* event.orphans, [
        { tse_id: tse, order_id: order, transaction_number: null, closed_as: null }
      ])
      yield* anHourPasses(event.event)
      yield* event.book(event.till)
      assert.deepStrictEqual(yield* signedNumbers(event), [1, 2, 3])
      assert.deepStrictEqual((yield* event.orphans).map(({ closed_as }) => closed_as), ["never"])
    }))

  it.effect("starts that were lost before a long silence are found by their numbers", () =>
    Effect.gen(function*() {
      const { device, event } = yield* signing()
      device.next("StartTransaction", { kind: "swallow_answer" }, { times: 2 })
      yield* event.book(event.till)
      assert.deepStrictEqual(yield* outcomes(event), ["timeout"])
      yield* anHourPasses(event.event)
      yield* event.book(event.till)
      assert.deepStrictEqual(yield* outcomes(event), ["timeout", "done"])
      const closed = yield* until(event.orphans, (rows) => rows.every(isClosed))
      assert.deepStrictEqual(
        closed.map(({ closed_as, transaction_number }) => [transaction_number, closed_as]),
        [[1n, "aborted"], [2n, "aborted"]]
      )
      assert.strictEqual(device.memory.state.open.size, 0)
    }))

  it.effect("two starts without an answer fail the order and no other", () =>
    Effect.gen(function*() {
      const { device, event } = yield* signing()
      device.next("StartTransaction", { kind: "swallow_answer" }, { times: 2 })
      yield* event.book(event.till)
      yield* event.book(event.till)
      assert.deepStrictEqual(yield* outcomes(event), ["timeout", "done"])
      yield* until(event.orphans, (rows) => rows.every(({ closed_as }) => closed_as === "aborted"))
      assert.strictEqual(device.memory.state.open.size, 0)
    }))

  it.effect("a finish whose answer was lost is never signed under a second number", () =>
    Effect.gen(function*() {
      const { device, event } = yield* signing()
      device.next("FinishTransaction", { kind: "swallow_answer" })
      const order = yield* event.book(event.till)
      yield* event.book(event.till)
      assert.deepStrictEqual(yield* outcomes(event), ["answer_lost", "done"])
      assert.strictEqual((yield* event.job(order)).transaction_number, 1n)
      assert.strictEqual(device.memory.state.transactions, 2)
    }))

  it.effect("a finish that never arrived is sent again, with its number", () =>
    Effect.gen(function*() {
      const { device, event } = yield* signing()
      device.next("FinishTransaction", { kind: "drop_before" })
      const order = yield* event.book(event.till)
      assert.deepStrictEqual(yield* signedNumbers(event), [1])
      assert.isTrue(isVerified(yield* event.job(order), device))
    }))

  it.effect("late, repeated, foreign and broken answers do no harm", () =>
    Effect.gen(function*() {
      const { device, event } = yield* signing()
      device.next("StartTransaction", { kind: "answer_twice" })
      device.next("FinishTransaction", { kind: "answer_twice" })
      device.next("StartTransaction", { kind: "garbage_frame" }, { skip: 1 })
      device.next("FinishTransaction", { kind: "unsolicited_event" }, { skip: 1 })
      device.next("StartTransaction", { kind: "delay_answer", milliseconds: answerMillis + 200 }, { skip: 2 })
      device.next("StartTransaction", { kind: "wrong_request_id" }, { skip: 4 })
      for (let n = 0; n < 5; n++) yield* event.book(event.till)
      assert.deepStrictEqual(yield* outcomes(event), Array.from({ length: 5 }, () => "done"))
      const rows = yield* event.jobs
      assert.isTrue(rows.every((row) => isVerified(row, device)))
    }))

  it.effect("a passing error of the device costs no signature", () =>
    Effect.gen(function*() {
      const { device, event } = yield* signing()
      const refuse = (code: number) => ({ kind: "refuse", code, text: "not now" }) as const
      device.next("StartTransaction", refuse(8))
      device.next("StartTransaction", refuse(21), { skip: 1 })
      device.next("StartTransaction", refuse(-5009), { skip: 2 })
      device.next("FinishTransaction", refuse(8))
      device.next("FinishTransaction", refuse(-5011), { skip: 1 })
      yield* event.book(event.till)
      assert.deepStrictEqual(yield* outcomes(event), ["done"])
      assert.strictEqual(device.memory.state.open.size, 0)
    }))

  it.effect("an order that the device never takes fails with its code, and the next is signed", () =>
    Effect.gen(function*() {
      const { device, event } = yield* signing()
      device.next("FinishTransaction", { kind: "refuse", code: 4, text: "no such data" })
      yield* event.book(event.till)
      yield* event.book(event.till)
      assert.deepStrictEqual(yield* outcomes(event), ["device_error:4", "done"])
      yield* until(event.orphans, (rows) => rows.length === 1 && rows[0]!.closed_as === "aborted")
    }))

  it.effect("tills that a device forgot are registered again", () =>
    Effect.gen(function*() {
      const { device, event } = yield* signing()
      yield* event.book(event.till)
      yield* event.settled
      yield* device.device.restart({ forgets: true })
      device.memory.change({ clockSkewSeconds: 5 })
      yield* event.book(event.till)
      const rows = yield* event.settled
      assert.deepStrictEqual(rows.map(({ status }) => status), ["done", "done"])
      assert.isTrue(rows.every((row) => isVerified(row, device)))
    }))
})
