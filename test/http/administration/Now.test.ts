import { assert, layer } from "@effect/vitest"
import { StatusReuse } from "@wristbank/core/overview/EventStatuses"
import { DateTime, Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { Festival, sale, topUp } from "../../support/Festival.ts"
import { clerk, colleague } from "../../support/FestivalClerk.ts"
import { refused } from "../../support/FestivalLedger.ts"
import { type Body, created, done } from "../../support/FestivalServer.ts"
import { bookedAt } from "../../support/FestivalStatistics.ts"
import { failedMail } from "../calls/OfficeMailCalls.ts"
import { openCase, stoppedCheckIn } from "../calls/OfficePresaleCalls.ts"

const festival = Layer.provide(Festival.layer, Layer.succeed(StatusReuse, () => 0))

const rowsOf = (rows: unknown) => rows as ReadonlyArray<Body>

/** Kind, severity and name of what needs attention. */
const needs = (body: Body) =>
  rowsOf(body.needs_somebody).map(({ kind, name, severity }) => `${String(severity)} ${String(kind)} ${String(name)}`)

layer(festival, { excludeTestServices: true })("an event at a glance", (it) => {
  it.effect("shows the takings of today beside those of the day before, as the statistics have them", () =>
    Effect.gen(function*() {
      const { at, bar, configure, event, guest, office, press, products, tills } = yield* Festival
      yield* configure({ daily_end_time: "06:00" })
      const stand = yield* created(office("POST", `/tree/nodes/${event}/create-node`, { name: "Tap", description: "" }))
      const part = yield* tills.open({ float: 50, node: stand })
      const buyer = yield* guest({ vouchers: 2 })
      done(yield* bar.post("/order/book-sale", sale([press("beerOnly", 2)], buyer, { used_vouchers: 1 })))
      done(yield* part.post("/order/book-sale", sale([press("food")], null, { payment_method: "cash" })))
      done(yield* part.post("/order/book-topup", topUp(buyer, 10)))
      const now = yield* DateTime.now
      const [earlier, later] = [
        DateTime.subtract(now, { hours: 24, minutes: 1 }),
        DateTime.subtract(now, { hours: 23, minutes: 30 })
      ]
      const beer = { product_id: products.beer }
      yield* bookedAt(bar.id, DateTime.formatIso(earlier), 700, beer)
      yield* bookedAt(bar.id, DateTime.formatIso(later), 900, beer)
      const { body } = done(yield* office("GET", "/now"))
      const takings = body.takings as Body
      const query = `from_timestamp=${String(body.day_start)}&to_timestamp=${String(body.day_end)}&compared=day_before`
      const statistics = done(yield* office("GET", `/stats/takings?by=till&${query}`)).body
      assert.deepStrictEqual(takings.total, statistics.total)
      const byTill = new Map(rowsOf(takings.tills).map((row) => [row.id, row]))
      assert.strictEqual(byTill.get(part.id)?.sales, 4)
      assert.strictEqual(byTill.get(part.id)?.top_ups, 10)
      assert.isTrue(rowsOf(takings.nodes).some(({ id, sales }) => id === stand && sales === 4))
      const hours = done(yield* office("GET", `/stats/takings?by=hour&${query}`)).body
      // In the first minute of a business day, that booking was made the day before yesterday.
      const counted = DateTime.formatIso(DateTime.add(earlier, { hours: 24 })) >= String(body.day_start)
      assert.strictEqual((takings.compared as Body).sales, counted ? 7 : 0)
      assert.isAtLeast(rowsOf(takings.hours).length, rowsOf(hours.rows).length)
      assert.deepInclude(takings.vouchers as Body, { total: { issued: 2, spent: 1 } })

      const below = done(yield* at(stand)("GET", "/now")).body
      assert.deepInclude((below.takings as Body).total as Body, { sales: 4, top_ups: 10 })
      assert.isNull((below.takings as Body).vouchers)
      assert.deepStrictEqual(rowsOf(below.tills).map(({ id }) => id), [part.id])
      const [till] = rowsOf(below.tills)
      assert.deepInclude(till, { user_id: part.cashier.id, drawer_balance: 50 + 4 + 10, terminal_id: part.terminalId })
      assert.isNotNull(till!.last_booked_at)
    }))

  it.effect("names what needs attention, with the object it is about", () =>
    Effect.gen(function*() {
      const { at, bar, configure, event, office, tills } = yield* Festival
      const sql = yield* SqlClient.SqlClient
      yield* configure({
        start_date: "2026-07-01T00:00:00Z",
        end_date: "2046-07-08T00:00:00Z",
        daily_end_time: "06:00"
      })
      const stand = yield* created(office("POST", `/tree/nodes/${event}/create-node`, { name: "Far", description: "" }))
      const part = yield* tills.open({ float: 20, node: stand })
      const name = String(done(yield* office("GET", `/tills/${part.id}`)).body.name)
      const quiet = done(yield* office("GET", "/now")).body
      assert.notInclude(needs(quiet).join(), "unsent_mail")

      yield* failedMail
      yield* sql`update mail set created_at = now() - interval '1 hour' where event_id = ${event}`
      yield* sql`update terminal set last_seen = now() - interval '12 minutes' where event_id = ${event} and id = ${part.terminalId}`
      yield* sql`insert into tse (event_id, node_id, name, type, ws_url, ws_timeout, password, status, fault, certificate_date)
        values (${event}, ${event}, 'TSE 1', 'diebold_nixdorf', 'ws://127.0.0.1:1', 5, '', 'failed', 'away',
          ${DateTime.formatIso(DateTime.add(yield* DateTime.now, { days: 3 }))})`
      const account = done(yield* office("GET", `/till-registers/${part.registerId}`)).body.account_id as number
      yield* sql`update account set balance = -5 where event_id = ${event} and id = ${account}`
      yield* sql`delete from card_payment where event_id = ${event}`
      yield* sql`insert into card_payment (event_id, uuid, order_type, payment_type, amount, currency, status, verification,
          problem, till_id, z_nr, request_hash, created_at, check_interval)
        values (${event}, gen_random_uuid(), 'sale', 'sumup_terminal', 450, 'EUR', 'booked', 'mismatch', 'other money',
          ${bar.id}, 1, '', now(), 60)`
      const registers = done(yield* office("GET", `/till-registers/${part.registerId}`)).body
      const { body } = done(yield* office("GET", "/now"))
      assert.includeMembers(needs(body), [
        "amber tse_failed TSE 1",
        "red tse_expiring TSE 1",
        "red unverified_payments Festival",
        "amber unsent_mail Festival",
        `red register_overdrawn ${String(registers.name)}`,
        `amber till_silent ${name}`
      ])
      const payments = rowsOf(body.needs_somebody).find(({ kind }) => kind === "unverified_payments")
      assert.deepInclude(payments, { count: 1, amount: 4.5, subject: "event", id: event, node_id: event })
      const severities = rowsOf(body.needs_somebody).map(({ severity }) => severity)
      assert.deepStrictEqual(severities, severities.toSorted().toReversed())

      const below = needs(done(yield* at(stand)("GET", "/now")).body)
      assert.includeMembers(below, [`red register_overdrawn ${String(registers.name)}`, `amber till_silent ${name}`])
      assert.isFalse(below.some((need) => /tse|mail|payments|settings/.test(need)))
      yield* configure({ start_date: "2026-07-01T00:00:00Z", end_date: "2026-07-02T00:00:00Z", daily_end_time: null })
      const over = needs(done(yield* office("GET", "/now")).body)
      assert.includeMembers(over, [
        `amber shift_open_after_end ${String(registers.name)}`,
        "amber settings_missing Festival"
      ])
    }))

  it.effect("names what the presale leaves to someone, and since when", () =>
    Effect.gen(function*() {
      const { at, event, office } = yield* Festival
      const sql = yield* SqlClient.SqlClient
      const stand = yield* created(
        office("POST", `/tree/nodes/${event}/create-node`, { name: "Gate", description: "" })
      )
      const presale = Effect.map(
        office("GET", "/now"),
        (answer) => rowsOf(done(answer).body.needs_somebody).filter(({ kind }) => String(kind).startsWith("presale_"))
      )
      const shown = Effect.map(
        presale,
        (found) => found.map(({ count, kind, severity }) => `${String(severity)} ${String(kind)} ${String(count)}`)
      )
      const settings = {
        pretix_presale_enabled: true,
        pretix_shop_url: "https://shop.example",
        pretix_organizer: "one",
        pretix_event: "two"
      }
      assert.isEmpty(yield* shown)
      yield* sql`update event set settings = settings || ${JSON.stringify(settings)}::jsonb where event_id = ${event}`
      // Switched on, and never asked for.
      assert.deepStrictEqual(yield* shown, ["amber presale_overdue 1"])
      yield* sql`insert into presale_source (event_id, requested_at) values (${event}, now())`
      assert.isEmpty(yield* shown)
      yield* sql`update presale_source set requested_at = now() - interval '31 minutes' where event_id = ${event}`
      assert.deepStrictEqual(yield* shown, ["amber presale_overdue 1"])
      // Read five minutes and four hours ago: the next reading is due for four hours.
      yield* sql`update presale_source set requested_at = null, read_at = now() - interval '245 minutes'
        where event_id = ${event}`
      assert.deepStrictEqual(yield* shown, ["red presale_overdue 1"])
      yield* sql`update presale_source set failures = 3, failed_at = now(), failing_since = now() - interval '6 minutes'
        where event_id = ${event}`
      assert.deepStrictEqual(yield* shown, ["amber presale_failing 3"])
      yield* sql`update presale_source set failures = 0, failed_at = null, failing_since = null, read_at = now()
        where event_id = ${event}`
      assert.isEmpty(yield* shown)

      yield* openCase
      yield* openCase
      yield* stoppedCheckIn
      yield* sql`insert into presale_order (event_id, code, problem, problem_sentence, problem_since)
        values (${event}, 'B1', 'presale.token_twice', '{"en": "Twice", "de": "Doppelt"}', now() - interval '2 days')`
      const ticket = yield* stoppedCheckIn
      yield* sql`update ticket_voucher set check_in_stopped_at = null, redeemed_at = now() - interval '29 minutes'
        where event_id = ${event} and id = ${ticket}`
      const some = ["red presale_orders 1", "amber presale_cases 2", "amber presale_check_ins_refused 1"]
      assert.deepStrictEqual(yield* shown, some)
      yield* sql`update ticket_voucher set redeemed_at = now() - interval '30 minutes'
        where event_id = ${event} and id = ${ticket}`
      assert.deepStrictEqual(yield* shown, [...some, "amber presale_check_ins_waiting 1"])
      const [, cases] = yield* presale
      assert.deepInclude(cases, { amount: 10, subject: "event", id: event, node_id: event, until: null })
      assert.isFalse(needs(done(yield* at(stand)("GET", "/now")).body).some((need) => need.includes("presale_")))

      // Without the import only decisions wait.
      yield* sql`update event set settings = settings || '{"pretix_presale_enabled": false}' where event_id = ${event}`
      assert.deepStrictEqual(yield* shown, ["amber presale_cases 2"])
    }))

  it.effect("shows each caller only what their rights cover, and nothing of other events", () =>
    Effect.gen(function*() {
      const { at, event, neighbour, office } = yield* Festival
      const parts = Effect.fnUntraced(function*(privileges: ReadonlyArray<string>) {
        const call = yield* clerk(event, event, privileges)
        const { body } = done(yield* call("GET", "/now"))
        const [till] = rowsOf(body.tills ?? [])
        return [
          body.takings !== null,
          body.tills !== null,
          (till?.terminal_id ?? null) !== null,
          body.needs_somebody !== null
        ]
      })
      assert.deepStrictEqual(yield* parts(["node_administration"]), [true, true, true, true])
      assert.deepStrictEqual(yield* parts(["view_node_stats"]), [true, true, false, false])
      assert.deepStrictEqual(yield* parts(["customer_management"]), [false, false, false, false])
      const other = (yield* neighbour).event
      const stranger = yield* clerk(other, other, ["node_administration"])
      yield* refused(stranger("GET", "/now", undefined, event), "organisation.no_rights", {}, 403)
      const elsewhere = done(yield* stranger("GET", "/now")).body
      const ours = rowsOf(done(yield* office("GET", "/now")).body.tills).map(({ id }) => id)
      assert.isFalse(rowsOf(elsewhere.tills).some(({ id }) => ours.includes(id)))
      yield* refused(at(0)("GET", "/now"), "EventRequired", { node_id: 0 })
    }))

  it.effect("answers 304 while nothing has changed, and anew when someone signs out", () =>
    Effect.gen(function*() {
      const { address, neighbour } = yield* Festival
      const { till, event: other } = yield* neighbour
      const { token } = yield* colleague(other, other, ["node_administration"])
      const ask = (etag: string | null) =>
        Effect.promise(() =>
          fetch(`${address}/administration/now?node_id=${other}`, {
            headers: { authorization: `Bearer ${token}`, ...(etag === null ? {} : { "if-none-match": etag }) }
          })
        )
      const first = yield* ask(null)
      assert.strictEqual(first.status, 200)
      const etag = first.headers.get("etag")!
      const again = yield* ask(etag)
      assert.strictEqual(again.status, 304)
      assert.strictEqual(yield* Effect.promise(() => again.text()), "")
      assert.strictEqual(again.headers.get("etag"), etag)
      yield* till.post("/user/logout")
      const changed = yield* ask(etag)
      assert.strictEqual(changed.status, 200)
      assert.notStrictEqual(changed.headers.get("etag"), etag)
    }))
})
