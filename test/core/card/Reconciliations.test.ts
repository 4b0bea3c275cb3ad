import { assert, layer } from "@effect/vitest"
import { dayOf, Reconciliations } from "@wristbank/core/card/Reconciliations"
import * as Fake from "@wristbank/stand-ins/card-provider/FakeAnswer"
import { FakeSumUp } from "@wristbank/stand-ins/card-provider/FakeSumUp"
import { DateTime, Effect, Fiber, Metric } from "effect"
import { SqlClient } from "effect/sql"
import { randomUUID } from "node:crypto"
import { Festival } from "../../support/Festival.ts"
import { begun, checked, payer, pays, shop } from "../../support/FestivalCheckouts.ts"
import { cents, paymentStateOf, provider, shownOf, sound, sweepAfter } from "../../support/FestivalPayments.ts"
import {
  beginningAt,
  charged,
  noonZone,
  reconciled,
  today,
  toldTopUp,
  withNoon
} from "../../support/FestivalReconciliations.ts"
import { settle } from "../../support/FestivalSettlements.ts"

/** The reports of the festival, oldest first. */
const reports = Effect.gen(function*() {
  const { event } = yield* Festival
  const sql = yield* SqlClient.SqlClient
  return yield* sql<{ day: string; failures: number; problem: string | null; status: string }>`
    select day::text as day, status, failures, problem from reconciliation where event_id = ${event} order by id`
})

/** A sweep an hour and some seconds after the end of today. */
const sweepAfterToday = Effect.fnUntraced(function*(seconds = 60) {
  const { to } = dayOf(yield* today, noonZone)
  const moment = DateTime.add(to, { hours: 1, seconds })
  yield* beginningAt(moment, Reconciliations.use(({ sweep }) => sweep()))
})

/** Empties the provider and deletes all reports. */
const fresh = Effect.gen(function*() {
  const sql = yield* SqlClient.SqlClient
  yield* sql`delete from reconciliation_difference`
  yield* sql`delete from reconciliation`
  ;(yield* provider).reset()
})

/** The published metrics of the festival. */
const measured = Effect.gen(function*() {
  const { event } = yield* Festival
  return Object.fromEntries(
    (yield* Metric.snapshot).flatMap(({ attributes, id, state }) =>
      id.startsWith("wristbank_card_") && attributes?.event === String(event) && "value" in state
        ? [[id.slice("wristbank_card_".length), Number(state.value)]]
        : []
    )
  )
})

layer(withNoon, { excludeTestServices: true })("the card payments of a day", (it) => {
  it.effect("are not compared for a day that the calendar lacks", () =>
    Effect.gen(function*() {
      yield* fresh
      const { event } = yield* Festival
      for (const day of ["2026-02-30", "2026-04-31", "2025-02-29", "2026-13-01", "26-01-01"]) {
        const refused = yield* Effect.flip(Reconciliations.use(({ run }) => run(BigInt(event), day)))
        assert.propertyVal(refused, "rule", "card.day_invalid", day)
      }
      assert.isEmpty(yield* reports)
    }))

  it.effect("are compared with the provider's history, and what is wrong gets its consequences", () =>
    Effect.gen(function*() {
      yield* fresh
      const guest = yield* payer()
      const { uuid: paidOnline } = yield* begun(guest, 10)
      yield* pays(paidOnline)
      assert.strictEqual(yield* checked(guest, paidOnline), "PAID")
      const { uuid: late } = yield* begun(guest, 20)
      yield* pays(late)
      const [fits, differs, unpaid] = [yield* toldTopUp, yield* toldTopUp, yield* toldTopUp]
      yield* charged(fits, 700n)
      yield* charged(differs, 800n)
      const twice = yield* charged(paidOnline, 1000n)
      const lost = yield* charged(randomUUID(), 300n)
      const foreign = yield* charged("kiosk 7", 900n)
      ;(yield* shop).giveBack(paidOnline, "REFUND", yield* DateTime.now, cents(4))
      ;(yield* shop).foreign.transactions.push({ id: 1 })

      const { entries, ...report } = yield* reconciled
      const about = (kind: string) => entries.filter((entry) => entry.kind === kind)
      assert.deepStrictEqual(entries.map(({ kind }) => kind).toSorted(), [
        "differs",
        "duplicate",
        "foreign",
        "not_at_provider",
        "not_booked",
        "refunded",
        "unknown_order"
      ])
      assert.strictEqual(about("not_at_provider")[0]?.order_uuid, unpaid)
      assert.deepInclude(about("differs")[0], { order_uuid: differs, order_amount: cents(7), paid_amount: cents(8) })
      assert.deepInclude(about("duplicate")[0], { order_uuid: paidOnline, transaction_id: twice.id })
      assert.strictEqual(about("unknown_order")[0]?.transaction_id, lost.id)
      assert.deepInclude(about("foreign")[0], { transaction_id: foreign.id, resolved: true })
      assert.deepInclude(about("refunded")[0], { order_uuid: paidOnline, paid_amount: cents(4) })
      assert.deepInclude(report, {
        status: "done",
        transactions: 8,
        unreadable: 1,
        orders: 4,
        matched: 2,
        differences: 7,
        unresolved: 6,
        booked: cents(31),
        paid: cents(67),
        returned: cents(4)
      })

      assert.include(String((yield* shownOf(paidOnline))?.problem), "4.00 EUR were refunded")
      assert.strictEqual(yield* paymentStateOf(late), "pending unverified")
      yield* sweepAfter(1)
      assert.strictEqual(yield* paymentStateOf(late), "booked verified")
      const again = yield* reconciled
      assert.notInclude(again.entries.map(({ kind }) => kind), "not_booked")
      assert.strictEqual(again.matched, 3)
      const sql = yield* SqlClient.SqlClient
      assert.lengthOf(yield* sql`select from audit_log where log_type = 'card_payment_reversed'`, 1)
      yield* sound
    }))

  it.effect("have a tip at the card reader told apart from other money, though the history does not show it", () =>
    Effect.gen(function*() {
      yield* fresh
      const [tipped, differs] = [yield* toldTopUp, yield* toldTopUp]
      yield* charged(tipped, 850n, { tip: 150n })
      yield* charged(differs, 850n, { tip: 100n })
      const { entries } = yield* reconciled
      const about = (uuid: string) => entries.filter(({ order_uuid }) => order_uuid === uuid)
      const amounts = { order_amount: cents(7), paid_amount: cents(8.5) }
      assert.strictEqual(about(tipped).length, 1)
      assert.deepInclude(about(tipped)[0], { kind: "tip", resolved: true, ...amounts })
      assert.deepInclude(about(differs)[0], { kind: "differs", resolved: false, ...amounts })
      yield* sound
    }))

  it.effect("are read to the last page, and a payment that moved to another day is asked for", () =>
    Effect.gen(function*() {
      yield* fresh
      const sql = yield* SqlClient.SqlClient
      for (let n = 0; n < 1005; n++) yield* charged(null, 100n, { status: "FAILED" })
      const uuid = yield* toldTopUp
      const { id } = yield* charged(uuid, 700n)
      const movements = (yield* shop).movements
      const last = movements.findIndex((made) => made.id === id)
      movements[last] = { ...movements[last]!, timestamp: DateTime.makeUnsafe("2026-01-01T12:00:00Z") }
      const evidence = {
        id,
        transactionCode: "T",
        status: "successful",
        amount: 7,
        currency: "EUR",
        merchantCode: null
      }
      yield* sql`update card_payment set evidence = ${
        JSON.stringify({ ...evidence, at: "2026-01-01T12:00:00.000Z" })
      }::jsonb where uuid = ${uuid}`
      const { entries, transactions } = yield* reconciled
      assert.strictEqual(transactions, 1005)
      assert.notInclude(entries.map(({ order_uuid }) => order_uuid), uuid)
      assert.isAbove((yield* provider).calls("history"), 1)
    }))

  it.effect("wait for the provider when it fails, and for an operator not at all", () =>
    Effect.gen(function*() {
      yield* fresh
      ;(yield* shop).fail("history", { answer: Fake.broken, done: false })
      yield* sweepAfterToday()
      const [failed] = yield* reports
      assert.deepInclude(failed, { status: "open", failures: 1, problem: "The card provider refused the request" })
      yield* sweepAfterToday(120)
      assert.deepStrictEqual((yield* reports).map(({ status }) => status), ["open"])
      assert.strictEqual((yield* reconciled).status, "done")
      assert.deepStrictEqual((yield* reports).map(({ status }) => status), ["done"])
    }))

  it.effect("are compared once a day by any number of processes, also after one that died", () =>
    Effect.gen(function*() {
      yield* fresh
      const { event } = yield* Festival
      const sql = yield* SqlClient.SqlClient
      const day = yield* today
      const { to } = dayOf(day, noonZone)
      const died = DateTime.formatIso(DateTime.add(to, { hours: 1 }))
      yield* sql`insert into reconciliation (event_id, day, status, started_at, lease_until)
        values (${event}, ${day}::date, 'open', ${died}::timestamptz, ${died}::timestamptz + interval '1 minute')`
      yield* sweepAfterToday(1)
      assert.strictEqual((yield* provider).calls("history"), 0)
      yield* Effect.all([sweepAfterToday(), sweepAfterToday(), sweepAfterToday()], { concurrency: "unbounded" })
      yield* sweepAfterToday(1000)
      assert.deepStrictEqual((yield* reports).map((report) => [report.day, report.status]), [[day, "done"]])
      assert.strictEqual((yield* provider).calls("history"), 1)
    }))

  it.effect("are compared by themselves once the day is over, whatever an operator did before", () =>
    Effect.gen(function*() {
      yield* fresh
      assert.strictEqual((yield* reconciled).differences > 0, true)
      yield* sweepAfterToday(-1)
      assert.lengthOf(yield* reports, 1)
      yield* sweepAfterToday(0)
      yield* sweepAfterToday(1)
      const day = yield* today
      assert.deepStrictEqual((yield* reports).map((report) => [report.day, report.status]), [[day, "done"], [
        day,
        "done"
      ]])
    }))

  it.effect("are stored by the process that took the day last, and no one disturbs that process", () =>
    Effect.gen(function*() {
      yield* fresh
      const { release } = yield* FakeSumUp
      const uuid = yield* toldTopUp
      yield* charged(uuid, 700n)
      ;(yield* shop).fail("history", { answer: Fake.late(Fake.text(200, `{"items":[]}`)), done: false })
      const frozen = yield* Effect.forkChild(Effect.exit(sweepAfterToday()))
      yield* Effect.repeat(Effect.map(provider, (book) => book.calls("history")), { until: (calls) => calls > 0 })
      yield* sweepAfterToday(200)
      const sql = yield* SqlClient.SqlClient
      const told =
        sql`select report.*, (select count(*) from reconciliation_difference) as stored from reconciliation report`
      const before = yield* told
      assert.deepInclude(before[0], { status: "done", matched: 1 })
      yield* release
      yield* Fiber.join(frozen)
      assert.deepStrictEqual(yield* told, before)
    }))

  it.effect("are measured for those who watch over the servers", () =>
    Effect.gen(function*() {
      yield* fresh
      const sql = yield* SqlClient.SqlClient
      yield* sql`update card_payment set settled_at = now(), settled_reason = 'old', next_check = null, status = 'booked'`
      const [uuid] = [yield* toldTopUp, yield* charged(randomUUID(), 300n)]
      ;(yield* shop).fail("history", { answer: Fake.broken, done: false })
      yield* sweepAfterToday()
      const waiting = { days_compared: 0, days_overdue: 1, differences_unresolved: 0, payments_unverified: 1 }
      assert.deepInclude(yield* measured, waiting)
      yield* sweepAfterToday(400)
      const { to } = dayOf(yield* today, noonZone)
      const { compared_timestamp_seconds: last, ...told } = yield* measured
      assert.deepInclude(told, { days_compared: 1, days_overdue: 0, payments_unverified: 1 })
      assert.isAtLeast(last!, to.epochMilliseconds / 1000 + 4000)
      const unresolved = told.differences_unresolved!
      assert.isAtLeast(unresolved, 2)
      yield* settle(uuid, "acknowledge")
      yield* sweepAfterToday(500)
      assert.deepInclude(yield* measured, { differences_unresolved: unresolved - 1, payments_unverified: 0 })
    }))

  it.effect("are measured also where they can't be compared, and events that can't be read hold no other up", () =>
    Effect.gen(function*() {
      yield* fresh
      const { event } = yield* Festival
      const sql = yield* SqlClient.SqlClient
      yield* toldTopUp
      yield* sql`insert into node (id, parent, name, description, parent_ids, event_id)
        overriding system value values (777777, 0, 'Unreadable', '', '{0}', 777777)`
      yield* sql`insert into event (event_id, settings) values (777777, '{}')`
      yield* sql`insert into ordr select (jsonb_populate_record(ordr, '{"event_id": 777777}')).* from ordr
        where event_id = ${event} and payment_method = 'sumup'`
      yield* sql`insert into card_payment select (jsonb_populate_record(card_payment, '{"event_id": 777777}')).* from card_payment
        where event_id = ${event}`
      const [kept] = yield* sql<{ text: string }>`select secrets::text as text from event where event_id = ${event}`
      const store = (secrets: string) =>
        sql`update event set secrets = ${secrets}::jsonb, version = version + 1 where event_id = ${event}`
      yield* store(JSON.stringify({ ...JSON.parse(kept!.text), sumup_api_key: "sealed with another key" }))
      yield* sweepAfterToday()
      assert.isEmpty(yield* reports)
      assert.deepInclude(yield* measured, { days_compared: 0, days_overdue: 1, differences_unresolved: 0 })
      yield* store(kept!.text)
      yield* sweepAfterToday()
      assert.deepInclude(yield* measured, { days_compared: 1, days_overdue: 0 })
    }))
})
