import { assert, layer } from "@effect/vitest"
import { contentJson } from "@wristbank/core/organisation/AuditLog"
import { PresaleCases } from "@wristbank/core/presale/PresaleCases"
import { PresaleShops } from "@wristbank/core/presale/PresaleShops"
import { PresaleStatuses } from "@wristbank/core/presale/PresaleStatuses"
import { PresaleWebhooks } from "@wristbank/core/presale/PresaleWebhooks"
import { PresaleWorker } from "@wristbank/core/presale/PresaleWorker"
import { FakePretix } from "@wristbank/stand-ins/ticket-shop/FakePretix"
import { Effect, Redacted } from "effect"
import { SqlClient } from "effect/sql"
import { Festival } from "../../support/Festival.ts"
import { operator, position, read, withShop } from "../../support/FestivalPresale.ts"
import { euro } from "../../support/FestivalShop.ts"

const page = { limit: 100, cursor: null }

const notification = (id: number, more: object = {}) => ({
  notification_id: id,
  organizer: "stand-in",
  event: "festival",
  code: "N1",
  action: "pretix.event.order.changed.price",
  ...more
})

const audited = Effect.fnUntraced(function*(kind: string) {
  const sql = yield* SqlClient.SqlClient
  return yield* sql<{ content: unknown; user: bigint | null }>`
    select content, originating_user_id as user from audit_log where log_type = ${kind} order by id`
})

layer(withShop, { excludeTestServices: true })("an operator of the presale", (it) => {
  it.effect("settles a case once, with a comment, and the next reading leaves it settled", () =>
    Effect.gen(function*() {
      const { book } = yield* FakePretix
      const cases = yield* PresaleCases
      const caller = yield* operator
      book.place("K1", [position(1), position(2), position(3, { item: 201, price: "5.00" })])
      yield* read()
      const [open, ...others] = yield* cases.list(caller, false, page)
      assert.deepStrictEqual(others, [])
      assert.deepInclude(open, { order_code: "K1", kind: "credit_without_ticket", amount: euro(5), settled_by: null })
      assert.match(open!.external_link!, /\/orders\/K1\/$/)
      yield* cases.settle(caller, open!.id, "Paid out in cash")
      const again = yield* Effect.flip(cases.settle(caller, open!.id, null))
      assert.deepInclude(again, { _tag: "InvalidArgument", rule: "presale.case_settled" })
      assert.strictEqual((yield* Effect.flip(cases.settle(caller, 999_999n, null)))._tag, "NotFound")
      yield* read(true)
      assert.deepStrictEqual(yield* cases.list(caller, false, page), [])
      const [settled] = yield* cases.list(caller, true, page)
      assert.deepInclude(settled, { settled_by: caller.userId, settled_comment: "Paid out in cash" })
      assert.deepStrictEqual((yield* audited("presale_case_settled")).map(({ user }) => user), [caller.userId])
    }))

  it.effect("sees what was read, what failed and what waits, and asks for a reading", () =>
    Effect.gen(function*() {
      const { book } = yield* FakePretix
      const statuses = yield* PresaleStatuses
      const caller = yield* operator
      book.place("S1", [position(11, { price: "words" })], { total: "45.00", payments: [] })
      yield* read()
      const before = yield* statuses.get(caller)
      assert.deepInclude(before, { is_enabled: true, failures: 0, broken_orders: 1, is_reading_requested: false })
      assert.deepInclude(before.last_count, { orders: 1, broken: 1 })
      assert.isNotNull(before.next_reading_at)
      const [broken] = yield* statuses.brokenOrders(caller, page)
      assert.deepInclude(broken, { code: "S1", rule: "presale.order_unreadable" })
      yield* statuses.requestReading(caller, true)
      yield* statuses.requestReading(caller, false)
      const asked = yield* statuses.get(caller)
      assert.deepInclude(asked, { is_reading_requested: true, next_reading_at: null })
      book.fail({ kind: "answer", status: 401, body: { detail: "Invalid token." } })
      yield* Effect.flip(read())
      const failed = yield* statuses.get(caller)
      assert.deepInclude(failed, { failures: 1, is_reading_requested: true })
      assert.match(failed.problem!.de, /API-Schlüssel/)
      assert.strictEqual((yield* read())!.everything, true)
      assert.deepInclude(yield* statuses.get(caller), { failures: 0, is_reading_requested: false, problem: null })
      yield* read()
      assert.deepInclude((yield* statuses.get(caller)).last_count, { everything: false })
    }))

  it.effect("has a webhook address whose secret alone counts, until there is a new one", () =>
    Effect.gen(function*() {
      const { event } = yield* Festival
      const statuses = yield* PresaleStatuses
      const webhooks = yield* PresaleWebhooks
      const caller = yield* operator
      const waiting = Effect.map(statuses.get(caller), ({ waiting_notifications }) => waiting_notifications)
      assert.isNull((yield* statuses.get(caller)).webhook_since)
      const first = Redacted.value(yield* webhooks.renew(caller))
      assert.strictEqual(yield* webhooks.receive(first, notification(1)), "stored")
      assert.strictEqual(yield* webhooks.receive(first, notification(1)), "stored")
      assert.strictEqual(yield* waiting, 1)
      for (const [n, action] of ["pretix.event.checkin", "pretix.event.checkin.reverted"].entries()) {
        assert.strictEqual(yield* webhooks.receive(first, notification(4 + n, { action })), "stored", action)
      }
      assert.strictEqual(yield* waiting, 3)
      const elsewhere = [{ event: "other" }, { organizer: "other" }, { action: "pretix.event.live" }, { code: 7 }]
      for (const [n, more] of elsewhere.entries()) {
        assert.strictEqual(yield* webhooks.receive(first, notification(10 + n, more)), "left out")
      }
      for (const nothing of [null, "text", []]) {
        assert.strictEqual(yield* webhooks.receive(first, nothing), "left out")
      }
      const second = Redacted.value(yield* webhooks.renew(caller))
      const wrong = [first, `${event}.${"x".repeat(43)}`, `999999${second}`, "", "%", `${event}`]
      for (const token of wrong) {
        assert.strictEqual((yield* Effect.flip(webhooks.receive(token, notification(2))))._tag, "NotFound", token)
      }
      assert.strictEqual(yield* webhooks.receive(second, notification(2)), "stored")
      assert.strictEqual(yield* waiting, 4)
      yield* webhooks.revoke(caller)
      assert.strictEqual((yield* Effect.flip(webhooks.receive(second, notification(3))))._tag, "NotFound")
      assert.strictEqual((yield* Effect.flip(webhooks.revoke(caller)))._tag, "NotFound")
      const entries = yield* audited("presale_webhook_renewed")
      assert.strictEqual(entries.length, 2)
      const stored = entries.map(({ content }) => contentJson(content)).join()
      assert.include(stored, `${event}`)
      assert.notInclude(stored, second.slice(-43))
    }))

  it.effect("has at most 5,000 reports of the shop wait, and instead of more of them a reading of changes", () =>
    Effect.gen(function*() {
      const { event } = yield* Festival
      const sql = yield* SqlClient.SqlClient
      const statuses = yield* PresaleStatuses
      const webhooks = yield* PresaleWebhooks
      const caller = yield* operator
      const token = Redacted.value(yield* webhooks.renew(caller))
      const state = Effect.map(
        statuses.get(caller),
        ({ is_reading_requested, waiting_notifications }) => [waiting_notifications, is_reading_requested]
      )
      yield* sql`delete from presale_notification`
      yield* sql`insert into presale_notification (event_id, notification_id, action, order_code)
        select ${event}::bigint, n, 'pretix.event.order.paid', 'F' || n from generate_series(1, 4999) as n`
      yield* read()
      assert.strictEqual(yield* webhooks.receive(token, notification(5000)), "stored")
      assert.deepStrictEqual(yield* state, [5000, false])
      // Those that were worked don't count.
      yield* sql`update presale_notification set worked_at = now() where notification_id = 1`
      assert.strictEqual(yield* webhooks.receive(token, notification(5001)), "stored")
      assert.deepStrictEqual(yield* state, [5000, false])
      assert.strictEqual(yield* webhooks.receive(token, notification(5002)), "stored")
      assert.deepStrictEqual(yield* state, [5000, true])
      assert.deepInclude(yield* read(), { everything: false })
    }))

  it.effect("has reports of the shop forgotten 30 days after they were worked", () =>
    Effect.gen(function*() {
      const { event } = yield* Festival
      const sql = yield* SqlClient.SqlClient
      yield* sql`delete from presale_notification`
      yield* sql`insert into presale_notification (event_id, notification_id, action, order_code, received_at, worked_at)
        select ${event}::bigint, n, 'pretix.event.order.paid', 'P', now() - interval '60 days', worked_at
        from (values
          (1, now() - interval '30 days 1 hour'), (2, now() - interval '29 days 23 hours'), (3, null::timestamptz)
        ) as known (n, worked_at)`
      yield* (yield* PresaleWorker).prune
      const left = yield* sql<{ id: bigint }>`select notification_id as id from presale_notification order by 1`
      assert.deepStrictEqual(left.map(({ id }) => Number(id)), [2, 3])
      yield* sql`delete from presale_notification`
    }))

  it.effect("tests the connection without reading the orders, and lists the products of a shop not saved yet", () =>
    Effect.gen(function*() {
      const { book, url } = yield* FakePretix
      const shops = yield* PresaleShops
      const caller = yield* operator
      book.products.push({ id: 101, name: { en: "Ticket" }, default_price: "45.00" })
      const before = book.requests.length
      const report = yield* shops.test(caller)
      assert.deepInclude(report, { missing_products: [201], is_check_in_list_missing: false })
      assert.deepStrictEqual(report.products.map(({ id }) => id), [101])
      const asked = book.requests.slice(before).map(({ path }) => path)
      assert.deepStrictEqual(asked.filter((path) => path.includes("/orders/")).length, 1)
      assert.include(asked.find((path) => path.includes("/orders/")), "page_size=1")
      const shop = { url: `${url}/`, organizer: book.organizer, event: book.event }
      assert.strictEqual((yield* shops.products(caller, { ...shop, key: null })).length, 1)
      const wrong = yield* Effect.flip(shops.products(caller, { ...shop, key: Redacted.make("wrong") }))
      assert.deepInclude(wrong, { rule: "presale.shop_failed" })
      // The stored key is for the stored shop alone.
      const seen = book.requests.length
      const other = yield* Effect.flip(shops.products(caller, { ...shop, url: "http://127.0.0.2:1", key: null }))
      assert.deepInclude(other, { rule: "presale.shop_not_set_up" })
      assert.strictEqual(book.requests.length, seen)
    }))
})
