import { assert, layer } from "@effect/vitest"
import { FakePretix } from "@wristbank/stand-ins/ticket-shop/FakePretix"
import { Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { eventSettings } from "../../support/eventSettings.ts"
import { Festival } from "../../support/Festival.ts"
import { clerk } from "../../support/FestivalClerk.ts"
import { refused, untouched } from "../../support/FestivalLedger.ts"
import { connect, festivalProducts, position, read, withShop, working } from "../../support/FestivalPresale.ts"
import { type Body, caller, created, done, listOf } from "../../support/FestivalServer.ts"
import { FestivalTickets } from "../../support/FestivalTickets.ts"
import { openCase, stoppedCheckIn } from "../calls/OfficePresaleCalls.ts"

const placed = (event: number) => (method: "GET" | "POST", call: string, body?: Body) =>
  Effect.flatMap(Festival, ({ office }) => office(method, `/tree/events/${event}/${call}`, body))

layer(Layer.provideMerge(FestivalTickets.layer, FakePretix.layer), { excludeTestServices: true })(
  "the presale of an event",
  (it) => {
    it.effect("is switched on with a shop that answers and has what the settings name, and with no other", () =>
      Effect.gen(function*() {
        const { admin, askForSettings, configure, event } = yield* Festival
        const book = yield* festivalProducts
        const settings = yield* working
        const refusals: ReadonlyArray<readonly [rule: string, more: Body]> = [
          ["event.settings_incomplete", { pretix_api_key: null }],
          ["event.settings_incomplete", { pretix_ticket_ids: [] }],
          ["presale.shop_failed", { pretix_api_key: "another key" }],
          ["presale.shop_failed", { pretix_organizer: "another" }],
          ["presale.shop_failed", { pretix_shop_url: "http://127.0.0.1:1" }],
          // Addresses of inner networks, which nothing but a setting of the server opens.
          ["presale.shop_failed", { pretix_shop_url: "https://10.0.0.1" }],
          ["presale.shop_failed", { pretix_shop_url: "http://169.254.169.254" }],
          ["presale.products_missing", { pretix_ticket_ids: [101, 102] }],
          ["presale.products_missing", { pretix_topup_ids: [202] }],
          ["presale.check_in_list_missing", { pretix_check_in_list_id: 3 }],
          ["presale.check_in_list_of_one_date", { pretix_check_in_list_id: 2 }],
          ["presale.check_in_list_of_one_date", { pretix_check_in_list_id: 2, pretix_subevent_ids: [11, 12] }],
          ["presale.dates_missing", { pretix_subevent_ids: [11, 4711] }],
          ["presale.currency_differs", { currency_identifier: "CHF" }]
        ]
        book.dates.push(
          ...[11, 12].map((id) => ({ id, name: { en: `Day ${id}` }, date_from: `2027-07-${id}T10:00:00+02:00` }))
        )
        book.checkInLists.push({ id: 2, name: "Entrance", all_products: true, limit_products: [], subevent: 11 })
        for (const [rule, more] of refusals) {
          const { body, status } = yield* untouched(askForSettings({ ...settings, ...more }))
          assert.deepStrictEqual([status, body.rule], [400, rule], JSON.stringify(more))
          const made = yield* admin("POST", "/tree/nodes/0/create-event", {
            ...eventSettings,
            ...settings,
            ...more,
            name: "Another",
            description: ""
          })
          assert.deepStrictEqual([made.status, made.body.rule], [400, rule], JSON.stringify(more))
          assert.notInclude(made.text, "another key")
        }
        book.mayCheckIn = false
        assert.strictEqual((yield* untouched(askForSettings(settings))).body.rule, "presale.check_in_forbidden")
        book.mayCheckIn = true
        yield* configure({ ...settings, pretix_check_in_list_id: 2, pretix_subevent_ids: [11] })
        yield* configure({ ...settings, pretix_subevent_ids: [] })
        // Nothing about the shop changes, so it is not called, and may be away.
        const before = book.requests.length
        book.fail({ kind: "answer", status: 500, body: {} })
        yield* configure({ ...settings, pretix_api_key: "********", bon_title: "Still on" })
        assert.strictEqual(book.requests.length, before)
        const { body } = yield* askForSettings({ ...settings, pretix_topup_ids: [] })
        assert.strictEqual(body.rule, "presale.shop_failed")
        yield* configure({ ...settings, pretix_topup_ids: [] })
        // No other event may import from there, however the shop's address is written.
        const called = book.requests.length
        const other = (more: Body) =>
          admin("POST", "/tree/nodes/0/create-event", {
            ...eventSettings,
            ...settings,
            ...more,
            name: "Another",
            description: ""
          })
        for (const pretix_shop_url of [settings.pretix_shop_url, `${settings.pretix_shop_url}/`]) {
          yield* refused(other({ pretix_shop_url }), "event.ticket_shop_taken")
        }
        assert.strictEqual(book.requests.length, called)
        const second = yield* created(other({ pretix_presale_enabled: false }))
        yield* refused(
          admin("POST", `/tree/events/${second}/event-settings`, { ...eventSettings, ...settings }),
          "event.ticket_shop_taken"
        )
        yield* configure({ ...settings, bon_title: "Still the one that imports" })
        yield* configure({ pretix_presale_enabled: false })
        done(yield* admin("POST", `/tree/events/${second}/event-settings`, { ...eventSettings, ...settings }))
        yield* untouched(refused(askForSettings(settings), "event.ticket_shop_taken"))
        done(yield* admin("POST", `/tree/nodes/${second}/archive-node`))
        // The key is gone with it.
        const again = yield* askForSettings({ ...settings, pretix_api_key: "********" })
        assert.strictEqual(again.body.rule, "event.settings_incomplete")
        const sql = yield* SqlClient.SqlClient
        const [row] = yield* sql<{ text: string }>`select string_agg(content::text, ' ') as text from audit_log
          where node_id = ${event}`
        assert.notInclude(row!.text, book.key)
      }))

    it.effect("keeps dates, credit and check-in list that are not sent, without calling the shop", () =>
      Effect.gen(function*() {
        const { configure, office, event } = yield* Festival
        const book = yield* festivalProducts
        const { pretix_check_in_list_id, pretix_topup_ids, ...sent } = yield* working
        book.dates.push(...[11, 12].map((id) => ({ id, name: {}, date_from: `2027-07-${id}T10:00:00Z` })))
        const optional = { pretix_check_in_list_id, pretix_topup_ids, pretix_subevent_ids: [11, 12] }
        yield* configure({ ...sent, ...optional })
        const before = book.requests.length
        yield* configure({ ...sent, pretix_api_key: "********", bon_title: "Sent by an older client" })
        assert.strictEqual(book.requests.length, before)
        const { body } = done(yield* office("GET", `/tree/events/${event}/settings`))
        assert.deepInclude(body, optional)
        yield* configure({ ...sent, pretix_check_in_list_id: null, pretix_topup_ids: [], pretix_subevent_ids: [] })
        assert.isAbove(book.requests.length, before)
        yield* configure({ pretix_presale_enabled: false })
      }))

    it.effect("shows products and check-in lists of a shop not saved yet to those alone who manage the event", () =>
      Effect.gen(function*() {
        const { address, event, office } = yield* Festival
        const { url } = yield* FakePretix
        const book = yield* festivalProducts
        const post = placed(event)
        const entry = { organizer: book.organizer, event: book.event, apiKey: book.key, url }
        const products = listOf(yield* post("POST", "fetch-pretix-products", entry))
        assert.deepStrictEqual(products, [
          { id: 101, name: { en: "Day ticket", de: "Tageskarte" }, default_price: 45 },
          { id: 201, name: { en: "Credit" }, default_price: 10 }
        ])
        const lists = listOf(yield* post("POST", "fetch-pretix-check-in-lists", entry))
        assert.deepStrictEqual(lists.map(({ date, id, name }) => [id, name, date]), [[1, "Entrance", null]])
        const date = { id: 11, name: { en: "Saturday" }, date_from: "2027-07-11T10:00:00.000Z" }
        book.dates.push(date)
        book.checkInLists.push({ id: 2, name: "Saturday", all_products: true, limit_products: [], subevent: 11 })
        const dated = listOf(yield* post("POST", "fetch-pretix-check-in-lists", entry))
        assert.deepStrictEqual(dated.map((list) => list.date), [null, date])
        yield* refused(
          post("POST", "fetch-pretix-products", { ...entry, apiKey: "********" }),
          "presale.shop_not_set_up"
        )

        const seen = book.requests.length
        const inner = ["https://10.1.2.3", "http://10.1.2.3", "https://[fd00::1]", "http://169.254.169.254/latest"]
        for (const place of inner) {
          const { body, status } = yield* post("POST", "fetch-pretix-products", { ...entry, url: place })
          assert.deepStrictEqual([status, body.rule], [400, "presale.shop_failed"], place)
        }
        for (const place of ["ftp://shop.example", "javascript:1", "shop.example", "http://["]) {
          const { status } = yield* post("POST", "fetch-pretix-products", { ...entry, url: place })
          assert.strictEqual(status, 422, place)
        }
        const stall = yield* created(office("POST", `/tree/nodes/${event}/create-node`, {
          name: "Stall of the shop",
          description: "",
          forbidden_objects_at_node: [],
          forbidden_objects_in_subtree: []
        }))
        const manager = yield* clerk(event, stall, ["node_administration"])
        const stranger = yield* clerk(event, event, ["payout_management", "user_management"])
        for (const call of ["fetch-pretix-products", "fetch-pretix-check-in-lists", "check-pretix-connection"]) {
          for (const [who, node] of [[manager, event], [manager, stall], [stranger, event]] as const) {
            assert.strictEqual((yield* who("POST", `/tree/events/${node}/${call}`, entry)).status, 403, call)
          }
          const nobody = yield* caller(`${address}/administration`, null)(
            "POST",
            `/tree/events/${event}/${call}`,
            entry
          )
          assert.strictEqual(nobody.status, 401)
        }
        assert.strictEqual(book.requests.length, seen)
      }))
  }
)

layer(withShop, { excludeTestServices: true })("an operator of the presale, by HTTP", (it) => {
  it.effect("checks the connection, and sees the state of the import and what waits for a decision", () =>
    Effect.gen(function*() {
      const { event, office } = yield* Festival
      const book = yield* festivalProducts
      const report = done(yield* placed(event)("POST", "check-pretix-connection")).body
      assert.deepInclude(report, { orders: 0, missing_products: [], is_check_in_list_missing: false, currency: "EUR" })
      assert.isTrue(report.may_check_in)
      book.mayCheckIn = false
      assert.isFalse(done(yield* placed(event)("POST", "check-pretix-connection")).body.may_check_in)
      book.mayCheckIn = true
      book.currency = "CHF"
      const other = done(yield* placed(event)("POST", "check-pretix-connection")).body
      assert.deepInclude(other, { is_other_currency: true, currency: "CHF" })
      book.currency = "EUR"
      book.fail({ kind: "answer", status: 403, body: { detail: "No right" } })
      const failed = yield* placed(event)("POST", "check-pretix-connection")
      assert.strictEqual(failed.body.rule, "presale.shop_failed")
      assert.include(failed.text, "No right")
      book.place("H1", [position(1, { price: "words" })], { total: "45.00", payments: [] })
      yield* read()
      const status = done(yield* office("GET", "/presale/status")).body
      assert.deepInclude(status, { is_enabled: true, broken_orders: 1, failures: 0, is_reading_requested: false })
      const [broken] = listOf(yield* office("GET", "/presale/broken-orders"))
      assert.deepInclude(broken, { code: "H1", rule: "presale.order_unreadable" })
      done(yield* office("POST", "/presale/read", { everything: true }))
      assert.deepInclude(done(yield* office("GET", "/presale/status")).body, { is_reading_requested: true })

      const id = yield* openCase
      const cases = (query = "") => Effect.map(office("GET", `/presale/cases${query}`), listOf)
      assert.deepInclude((yield* cases("?settled=false"))[0], { id, kind: "credit_without_ticket", amount: 5 })
      done(yield* office("POST", `/presale/cases/${id}/settle`, { comment: "Paid back" }))
      yield* refused(office("POST", `/presale/cases/${id}/settle`, { comment: null }), "presale.case_settled")
      assert.isEmpty(yield* cases("?settled=false"))
      assert.deepInclude((yield* cases())[0], { id, settled_comment: "Paid back" })

      const ticket = yield* stoppedCheckIn
      const stopped = Effect.map(office("GET", "/presale/stopped-check-ins"), listOf)
      assert.deepInclude((yield* stopped)[0], { ticket_voucher_id: ticket, attempts: 0 })
      done(yield* office("POST", `/presale/stopped-check-ins/${ticket}/retry`))
      assert.isEmpty(yield* stopped)
      assert.strictEqual((yield* office("POST", `/presale/stopped-check-ins/${ticket}/retry`)).status, 404)

      const former = yield* stoppedCheckIn
      const sql = yield* SqlClient.SqlClient
      yield* sql`update ticket_voucher set check_in_of_former_shop = true where id = ${former}`
      yield* refused(office("POST", `/presale/stopped-check-ins/${former}/retry`), "presale.check_in_without_shop")
      assert.deepInclude((yield* stopped)[0], { ticket_voucher_id: former, is_of_former_shop: true })
    }))

  it.effect("gets an address for the shop, at which a change is stored once, and nothing else is taken", () =>
    Effect.gen(function*() {
      const { address, event, office } = yield* Festival
      yield* connect(BigInt(event))
      const { book } = yield* FakePretix
      const generated = Effect.map(
        placed(event)("POST", "generate-webhook-url", { webhook_type: "pretix" }),
        // The server was not told its address, and takes it from no one's headers: it knows the path alone.
        (answer) => {
          const path = String(done(answer).body.webhook_url)
          assert.match(path, /^\/administration\/webhooks\/hook\?token=/)
          return address + path
        }
      )
      const first = yield* generated
      const notification = (id: number) => ({
        notification_id: id,
        organizer: book.organizer,
        event: book.event,
        code: "W1",
        action: "pretix.event.order.paid"
      })
      const sent = (url: string, body: unknown) =>
        Effect.map(caller(url, null)("POST", "", body), ({ status }) => status)
      const waiting = Effect.map(office("GET", "/presale/status"), (answer) => done(answer).body.waiting_notifications)
      assert.strictEqual(yield* sent(first, notification(1)), 200)
      assert.strictEqual(yield* sent(first, notification(1)), 200)
      assert.strictEqual(yield* waiting, 1)
      for (
        const body of [null, 7, "text", [], {}, { ...notification(2), event: "other" }, {
          notification_id: "x".repeat(9999)
        }]
      ) {
        assert.strictEqual(yield* sent(first, JSON.stringify(body)), 200)
      }
      assert.strictEqual(yield* sent(first, "{"), 422)
      assert.strictEqual(yield* sent(first, JSON.stringify("x".repeat(70_000))), 413)
      assert.strictEqual(yield* waiting, 1)
      const second = yield* generated
      const wrong = [
        first,
        second.slice(0, -1),
        `${second}x`,
        second.replace("token=", "token=9"),
        second.split("=")[0] + "="
      ]
      for (const url of wrong) assert.strictEqual(yield* sent(url, notification(3)), 404, url)
      assert.strictEqual(yield* sent(second.split("?")[0]!, notification(3)), 422)
      assert.strictEqual(yield* sent(second, notification(4)), 200)
      assert.strictEqual(yield* waiting, 2)
      done(yield* placed(event)("POST", "revoke-webhook-url", { webhook_type: "pretix" }))
      assert.strictEqual(yield* sent(second, notification(5)), 404)
      const other = yield* placed(event)("POST", "generate-webhook-url", { webhook_type: "other" })
      assert.strictEqual(other.status, 422)
    }))
})
