import { assert, layer } from "@effect/vitest"
import { shopEventOf } from "@wristbank/core/event/ShopEvent"
import { PresaleImports } from "@wristbank/core/presale/PresaleImports"
import { PresaleStatuses } from "@wristbank/core/presale/PresaleStatuses"
import { PresaleWebhooks } from "@wristbank/core/presale/PresaleWebhooks"
import { PresaleWorker } from "@wristbank/core/presale/PresaleWorker"
import { FakePretix } from "@wristbank/stand-ins/ticket-shop/FakePretix"
import { Effect, Redacted, Schedule } from "effect"
import { SqlClient } from "effect/sql"
import { Festival } from "../../support/Festival.ts"
import {
  connect,
  festivalProducts,
  operator,
  position,
  withShop,
  working as shopSettings
} from "../../support/FestivalPresale.ts"
import { ticketsIn } from "../../support/FestivalShop.ts"

const until = <A, E, R>(look: Effect.Effect<A, E, R>, isRight: (found: A) => boolean) =>
  Effect.repeat(look, { until: isRight, schedule: Schedule.spaced("30 millis") })

/** The worker of the only organiser, for as long as the scope is open. */
const working = Effect.gen(function*() {
  const { organizers, supervise } = yield* PresaleWorker
  const [organizer, ...others] = yield* organizers
  assert.deepStrictEqual(others, [])
  yield* Effect.forkScoped(supervise(organizer!))
})

const creditOf = (code: string) => Effect.map(ticketsIn(code), (tickets) => tickets.map(({ credit }) => Number(credit)))

layer(withShop, { excludeTestServices: true })("the worker of a ticket shop", (it) => {
  it.effect("reads at once, then what the shop reports, and everything when it is asked to", () =>
    Effect.gen(function*() {
      const { book } = yield* FakePretix
      const statuses = yield* PresaleStatuses
      const webhooks = yield* PresaleWebhooks
      const caller = yield* operator
      const token = Redacted.value(yield* webhooks.renew(caller))
      const reported = (notification_id: number, code: string) =>
        webhooks.receive(token, {
          notification_id,
          organizer: "stand-in",
          event: "festival",
          code,
          action: "pretix.event.order.changed.price"
        })
      book.place("W1", [position(1), position(2, { item: 201, price: "20.00", addon_to: 1 })])
      yield* working
      yield* until(creditOf("W1"), ([credit]) => credit === 2000)
      const seen = book.requests.length
      book.change("W1", { positions: [position(1), position(2, { item: 201, price: "25.00", addon_to: 1 })] })
      book.place("W2", [position(3)])
      for (const code of ["W1", "W1"]) yield* reported(7, code)
      yield* until(creditOf("W1"), ([credit]) => credit === 2500)
      yield* until(statuses.get(caller), ({ waiting_notifications }) => waiting_notifications === 0)
      yield* reported(7, "W1")
      yield* reported(8, "GONE")
      yield* until(statuses.get(caller), ({ waiting_notifications }) => waiting_notifications === 0)
      assert.deepStrictEqual(book.requests.slice(seen).map(({ path }) => path.match(/\/orders\/(\w+)\//)?.[1]), [
        "W1",
        "GONE"
      ])
      assert.deepStrictEqual(yield* creditOf("W2"), [])
      yield* statuses.requestReading(caller, false)
      yield* until(creditOf("W2"), ([credit]) => credit === 0)
    }))

  it.effect("goes on after an order that the shop does not give, and after one that can't be stored", () =>
    Effect.gen(function*() {
      const { book, url } = yield* FakePretix
      const sql = yield* SqlClient.SqlClient
      const statuses = yield* PresaleStatuses
      const caller = yield* operator
      const { event } = yield* Festival
      yield* sql`alter table ticket_voucher add constraint refused check (token <> 'secret 12')`
      book.place("X1", [position(11, { price: "words" })], { total: "45.00", payments: [] })
      book.place("X2", [position(12)])
      book.place("X3", [position(13)])
      book.pass(60)
      yield* working
      yield* statuses.requestReading(caller, false)
      yield* until(ticketsIn("X3"), ({ length }) => length === 1)
      yield* until(statuses.get(caller), ({ is_reading_requested }) => !is_reading_requested)
      const reasons = Effect.map(
        statuses.brokenOrders(caller, { limit: 10, cursor: null }),
        (orders) => orders.map(({ code, rule }) => [code, rule])
      )
      assert.deepStrictEqual(yield* reasons, [["X1", "presale.order_unreadable"], ["X2", "presale.order_not_stored"]])
      book.fail({ kind: "pass" }, { kind: "answer", status: 500, body: "" })
      yield* statuses.requestReading(caller, false)
      yield* until(reasons, (found) => found.some(([, rule]) => rule === "presale.order_not_given"))
      const { failures } = yield* statuses.get(caller)
      assert.strictEqual(failures, 0)
      yield* sql`alter table ticket_voucher drop constraint refused`
      const shop = shopEventOf({ url, organizer: book.organizer, event: book.event })
      yield* Effect.flatMap(PresaleImports, ({ forget }) => forget(BigInt(event), { code: "X1", shop }))
    }))

  it.effect("waits longer after each failure, until an operator asks", () =>
    Effect.gen(function*() {
      const { book } = yield* FakePretix
      const statuses = yield* PresaleStatuses
      const caller = yield* operator
      const fault = { kind: "answer", status: 403, body: { detail: "No" } } as const
      book.fail(fault)
      yield* statuses.requestReading(caller, false)
      yield* working
      const failed = yield* until(statuses.get(caller), ({ failures }) => failures === 1)
      assert.strictEqual(
        failed.next_reading_at!.epochMilliseconds,
        failed.failed_at!.epochMilliseconds + 15_000
      )
      yield* statuses.requestReading(caller, false)
      yield* until(statuses.get(caller), ({ failures }) => failures === 0)
    }))

  it.effect("reads and checks in at once after new settings, however long it was to wait before", () =>
    Effect.gen(function*() {
      const { configure, event } = yield* Festival
      const { book } = yield* FakePretix
      const sql = yield* SqlClient.SqlClient
      const statuses = yield* PresaleStatuses
      const caller = yield* operator
      yield* festivalProducts
      const settings = yield* shopSettings
      yield* configure(settings)
      book.place("KEY1", [position(41)])
      yield* working
      yield* until(ticketsIn("KEY1"), ({ length }) => length === 1)
      const key = book.key
      book.key = "a new key"
      yield* sql`update ticket_voucher set redeemed_at = now(), order_uuid = gen_random_uuid()
        where event_id = ${event} and external_reference = 'KEY1'`
      yield* statuses.requestReading(caller, false)
      const waiting = sql`select id from ticket_voucher where external_reference = 'KEY1' and check_in_next_at > now()`
      yield* until(waiting, ({ length }) => length === 1)
      yield* until(statuses.get(caller), ({ failures }) => failures > 0)
      yield* sql`update presale_source set failures = 9, failed_at = now() where event_id = ${event}`
      book.place("KEY2", [position(42)])
      yield* configure({ ...settings, pretix_api_key: book.key })
      assert.deepInclude(yield* statuses.get(caller), { next_reading_at: null })
      yield* until(ticketsIn("KEY2"), ({ length }) => length === 1)
      yield* until(
        sql`select id from ticket_voucher where external_reference = 'KEY1' and checked_in_at is not null`,
        ({ length }) => length === 1
      )
      assert.deepInclude(yield* statuses.get(caller), { failures: 0, problem: null })
      book.key = key
      yield* connect(BigInt(event))
    }))

  it.effect("lets only one event import from an event of the shop", () =>
    Effect.gen(function*() {
      const { book } = yield* FakePretix
      const sql = yield* SqlClient.SqlClient
      const other = BigInt((yield* (yield* Festival).neighbour).event)
      yield* connect(other)
      book.place("Z1", [position(31)])
      yield* working
      const problem = sql<{ de: string | null }>`select problem_sentence->>'de' as de from presale_source
        where event_id = ${other}`
      const [found] = yield* until(problem, ([row]) => row !== undefined)
      assert.match(found!.de!, /^Eine andere Veranstaltung/)
      const { requestReading } = yield* PresaleStatuses
      yield* requestReading(yield* operator, false)
      yield* until(ticketsIn("Z1"), ({ length }) => length > 0)
      assert.strictEqual((yield* ticketsIn("Z1")).length, 1)
    }))
})
