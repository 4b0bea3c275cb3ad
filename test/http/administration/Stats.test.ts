import { assert, layer } from "@effect/vitest"
import { DateTime, Effect } from "effect"
import { SqlClient } from "effect/sql"
import { Festival, payOut, sale, topUp } from "../../support/Festival.ts"
import { clerk } from "../../support/FestivalClerk.ts"
import { malformed, refused } from "../../support/FestivalLedger.ts"
import { type Body, type Call, created, done } from "../../support/FestivalServer.ts"
import { bookedAt, interval, settle, shown, sum, times } from "../../support/FestivalStatistics.ts"
import { FestivalTickets, scanOf, ticketSale } from "../../support/FestivalTickets.ts"

const series = ["/stats/products", "/stats/entries", "/stats/top-ups", "/stats/pay-outs"]
const undated = ["/stats/vouchers", "/stats/payment-methods", "/stats/free-tickets"]
const ofEvents = [...undated, "/stats/entries", "/stats/top-ups", "/stats/pay-outs"]

/** Statistics from this moment on. */
const fromNow = Effect.gen(function*() {
  const now = yield* DateTime.now
  const [from, to] = [now, DateTime.add(now, { days: 1 })].map((bound) => encodeURIComponent(DateTime.formatIso(bound)))
  return (path: string, call: Call) =>
    Effect.map(call("GET", `${path}?from_timestamp=${from}&to_timestamp=${to}`), (answer) => done(answer).body)
})

/** Product, pieces, revenue. */
const overall = (stats: unknown) =>
  (stats as ReadonlyArray<Body>).map(({ count, product_name, revenue }) => [product_name, count, revenue])

/** Asserts that the hours of each product add up to its total. */
const checkProducts = (body: Body) => {
  for (const kind of ["product", "deposit"]) {
    assert.deepStrictEqual(
      (body[`${kind}_hourly_intervals`] as ReadonlyArray<Body>).map(({ intervals, product_id }) => [
        product_id,
        sum(intervals)
      ]),
      (body[`${kind}_overall_stats`] as ReadonlyArray<Body>).map(({ count, product_id, revenue }) => [
        product_id,
        { count, cents: Math.round(Number(revenue) * 100) }
      ])
    )
  }
  assert.deepStrictEqual(sum(body.daily_intervals), sum(body.hourly_intervals))
  return body
}

layer(FestivalTickets.layer, { excludeTestServices: true })("statistics of an event", (it) => {
  it.effect("count what was sold of each product, however it was paid, less what was taken back", () =>
    Effect.gen(function*() {
      const { at, event, guest, office, press, tills } = yield* Festival
      yield* settle(times)
      const stand = yield* created(office("POST", `/tree/nodes/${event}/create-node`, { name: "Tap", description: "" }))
      const [whole, below] = [yield* tills.open({ float: 100 }), yield* tills.open({ float: 100, node: stand })]
      const buyer = yield* guest({ vouchers: 1 })
      const statsAt = yield* fromNow
      const book = (till: typeof whole, order: Body) => Effect.map(till.post("/order/book-sale", order), done)
      yield* book(whole, sale([press("beer", 2)], buyer, { used_vouchers: 1 }))
      yield* book(whole, sale([press("meal")], null, { payment_method: "cash" }))
      yield* book(whole, sale([press("deposit", -1)], null, { payment_method: "cash" }))
      yield* book(below, sale([press("food")], null, { payment_method: "sumup" }))
      const { body } = yield* book(below, sale([press("large", 3)], buyer))
      done(yield* below.post(`/order/${String(body.id)}/cancel`))
      done(yield* whole.post("/order/book-topup", topUp(buyer, 20)))

      const all = checkProducts(yield* statsAt("/stats/products", office))
      assert.deepStrictEqual(overall(all.product_overall_stats), [
        ["Beer", 2, 6],
        ["Food", 1, 4],
        ["Large", 0, 0],
        ["Meal", 1, 5]
      ])
      assert.deepStrictEqual(overall(all.deposit_overall_stats), [["Deposit", 1, 2]])
      const used = (all.product_overall_stats as ReadonlyArray<Body>).map((of) => of.vouchers_redeemed)
      assert.deepStrictEqual(used, [1, 0, 0, 0])
      // The products belong to the event, wherever they were sold.
      assert.include((all.product_overall_stats as ReadonlyArray<Body>)[1], { node_id: event })
      // A voucher paid for a beer: its discount is in the sum, but in no product.
      assert.deepStrictEqual(sum(all.hourly_intervals), {
        count: 2 + 1 + 1 + 1 + 1,
        cents: 600 + 400 + 500 + 200 - 300
      })
      const stands = checkProducts(yield* statsAt("/stats/products", at(stand)))
      assert.deepStrictEqual(overall(stands.product_overall_stats), [["Food", 1, 4], ["Large", 0, 0]])
      assert.deepStrictEqual(overall(stands.deposit_overall_stats), [["Deposit", 0, 0]])
      assert.deepStrictEqual(sum(stands.hourly_intervals), { count: 1, cents: 400 })
    }))

  it.effect("come by full hours and by days that end when the event says, the hour on the boundary in the next", () =>
    Effect.gen(function*() {
      const { bar, event, office, products } = yield* Festival
      yield* settle(times)
      const place = { node_id: event, node_name: "Festival" }
      const [beer, deposit] = [{ product_id: products.beer }, { product_id: products.deposit }]
      yield* bookedAt(bar.id, "2046-07-01T14:05:00+02:00", 1000, { ...beer, payment_method: "tag", quantity: 2 })
      yield* bookedAt(bar.id, "2046-07-01T14:40:00+02:00", 600, beer)
      yield* bookedAt(bar.id, "2046-07-01T14:59:59+02:00", 200, deposit)
      yield* bookedAt(bar.id, "2046-07-02T05:59:59.999999+02:00", 10, beer)
      yield* bookedAt(bar.id, "2046-07-02T06:00:00+02:00", 20, beer)
      yield* bookedAt(bar.id, "2046-07-02T06:20:00+02:00", -500, { ...beer, order_type: "cancel_sale", quantity: -1 })
      yield* bookedAt(bar.id, "2046-07-05T10:00:00+02:00", 7, beer)
      const two = ["2046-07-01T12:00", "2046-07-01T13:00"] as const
      const [five, six] = [["2046-07-02T03:00", "2046-07-02T04:00"], ["2046-07-02T04:00", "2046-07-02T05:00"]] as const
      assert.deepStrictEqual(done(yield* office("GET", "/stats/products")).body, {
        from_time: "2046-07-01T08:00:00.000Z",
        to_time: "2046-07-05T08:00:00.000Z",
        daily_intervals: [
          interval("2046-07-01T08:00", "2046-07-02T04:00", 5, 18.1),
          interval("2046-07-02T04:00", "2046-07-03T04:00", 0, -4.8)
        ],
        hourly_intervals: [interval(...two, 4, 18), interval(...five, 1, 0.1), interval(...six, 0, -4.8)],
        product_hourly_intervals: [{
          ...beer,
          ...place,
          product_name: "Beer",
          intervals: [interval(...two, 3, 16), interval(...five, 1, 0.1), interval(...six, 0, -4.8)]
        }],
        product_overall_stats: [{
          ...beer,
          ...place,
          product_name: "Beer",
          count: 4,
          revenue: 11.3,
          vouchers_redeemed: 0
        }],
        deposit_hourly_intervals: [{
          ...deposit,
          ...place,
          product_name: "Deposit",
          intervals: [interval(...two, 1, 2)]
        }],
        deposit_overall_stats: [{
          ...deposit,
          ...place,
          product_name: "Deposit",
          count: 1,
          revenue: 2,
          vouchers_redeemed: 0
        }]
      })
      const bounds = "from_timestamp=2046-07-02T06:00:00%2B02:00&to_timestamp=2046-07-02T04:20:00Z"
      const bounded = done(yield* office("GET", `/stats/products?${bounds}`)).body
      assert.deepStrictEqual(bounded.hourly_intervals, [interval(...six, 1, 0.2)])
    }))

  it.effect("count entries, what was topped up there and elsewhere, and what was paid out", () =>
    Effect.gen(function*() {
      const { bar, guest, office, tills } = yield* Festival
      const { entrance, presale } = yield* FestivalTickets
      yield* settle(times)
      const buyer = yield* guest({ balance: 0 })
      const statsAt = yield* fromNow
      const [first, second, third] = [yield* tills.tag(), yield* tills.tag("under_16"), yield* tills.tag()]
      const { token } = yield* presale
      const scans = [scanOf(first, { top_up_amount: 2.5 }), scanOf(second), scanOf(third, { voucher_token: token })]
      done(yield* entrance.post("/order/book-ticket-sale", ticketSale(scans.slice(0, 2))))
      done(yield* entrance.post("/order/book-ticket-sale", ticketSale(scans.slice(2))))
      done(yield* bar.post("/order/book-topup", topUp(buyer, 20)))
      done(yield* bar.post("/order/book-topup", topUp(buyer, 5, { payment_method: "sumup" })))
      done(yield* bar.post("/order/book-payout", payOut(buyer, -12.5)))
      const total = Effect.fnUntraced(function*(path: string) {
        const { daily_intervals, hourly_intervals } = yield* statsAt(path, office)
        assert.deepStrictEqual(sum(daily_intervals), sum(hourly_intervals), path)
        return sum(hourly_intervals)
      })
      assert.deepInclude(yield* total("/stats/entries"), { count: 3, cents: 2400 })
      assert.deepStrictEqual((yield* total("/stats/top-ups")).cents, 800 + 250 + 2000 + 500)
      assert.deepStrictEqual(yield* total("/stats/pay-outs"), { count: 1, cents: -1250 })
      const products = yield* statsAt("/stats/products", office)
      assert.deepStrictEqual([products.hourly_intervals, products.product_overall_stats], [[], []])
    }))

  it.effect("list what was sold at held prices by till and cashier, without what was cancelled", () =>
    Effect.gen(function*() {
      const { guest, office, press, products, tills } = yield* Festival
      yield* settle(times)
      const [one, other] = [yield* tills.open({ float: 0 }), yield* tills.open({ float: 0 })]
      const buyer = yield* guest()
      const statsAt = yield* fromNow
      const minutesAgo = (minutes: number) => DateTime.formatIso(DateTime.makeUnsafe(Date.now() - minutes * 60_000))
      const listed = () => Effect.map(statsAt("/stats/held-prices", office), ({ held }) => held)
      const book = (till: typeof one, ago: number) =>
        Effect.map(
          till.post("/order/book-sale", sale([press("meal")], buyer, { priced_at: minutesAgo(ago) })),
          (answer) => Number(done(answer).body.id)
        )
      yield* book(one, 3)
      assert.deepStrictEqual(yield* listed(), [])
      yield* created(office("POST", "/price-lists", {
        name: "Dearer",
        rank: 9_000,
        entries: [{ product_id: products.meal, kind: "price", value: 6 }]
      }))
      yield* book(one, 0)
      yield* book(one, 3)
      yield* book(other, 4)
      const cancelled = yield* book(other, 5)
      yield* book(other, 2)
      done(yield* other.post(`/order/${cancelled}/cancel`))
      const held = (yield* listed()) as ReadonlyArray<Body>
      const cashier = (till: typeof one) => ({ till_id: till.id, cashier_id: till.cashier.id })
      assert.deepStrictEqual(
        held.map(({ cashier_name, longest_seconds, till_name, ...fields }): Body => {
          assert.isNotEmpty(cashier_name)
          assert.isNotEmpty(till_name)
          return { ...fields, minutes: Math.floor(Number(longest_seconds) / 60) }
        }),
        [
          { ...cashier(other), count: 2, revenue: 10, minutes: 4 },
          { ...cashier(one), count: 1, revenue: 5, minutes: 3 }
        ]
      )
    }))

  it.effect("count vouchers handed out and spent, less those that went back, in events without days too", () =>
    Effect.gen(function*() {
      const { bar, guest, office, press } = yield* Festival
      yield* settle({ ...times, start_date: null, end_date: null, daily_end_time: null })
      const always = done(yield* office("GET", "/stats/vouchers")).body
      const statsAt = yield* fromNow
      const vouchers = (issued: number, spent: number) =>
        Effect.map(
          statsAt("/stats/vouchers", office),
          (body) => assert.deepStrictEqual(body, { vouchers_issued: issued, vouchers_spent: spent })
        )
      yield* vouchers(0, 0)
      const buyer = yield* guest({ vouchers: 3 })
      const sold = done(yield* bar.post("/order/book-sale", sale([press("beer", 2)], buyer, { used_vouchers: 2 }))).body
      yield* vouchers(3, 2)
      done(yield* bar.post(`/order/${String(sold.id)}/cancel`))
      yield* vouchers(3, 0)
      const correct = (new_voucher_amount: number) =>
        Effect.map(office("POST", `/accounts/${buyer.accountId}/update-voucher-amount`, { new_voucher_amount }), done)
      yield* correct(10)
      yield* vouchers(10, 0)
      yield* correct(0)
      yield* vouchers(0, 0)
      yield* correct(1)
      const { vouchers_issued, vouchers_spent } = done(yield* office("GET", "/stats/vouchers")).body
      assert.deepStrictEqual([vouchers_issued, vouchers_spent], [
        Number(always.vouchers_issued) + 1,
        always.vouchers_spent
      ])
    }))

  it.effect("are shown to those who may see them, for periods of an event that has days", () =>
    Effect.gen(function*() {
      const { at, event, neighbour, office } = yield* Festival
      yield* settle(times)
      const stand = yield* created(
        office("POST", `/tree/nodes/${event}/create-node`, { name: "Gate", description: "" })
      )
      const [viewer, booker] = [
        yield* clerk(event, event, ["view_node_stats"]),
        yield* clerk(event, event, ["can_book_orders"])
      ]
      const keeper = yield* clerk(event, stand, ["view_node_stats"])
      const other = (yield* neighbour).event
      for (const path of new Set([...series, ...ofEvents])) {
        done(yield* viewer("GET", path))
        yield* refused(booker("GET", path), "organisation.privilege_missing", {}, 403)
        yield* refused(keeper("GET", path, undefined, event), "organisation.privilege_missing", {}, 403)
        yield* refused(viewer("GET", path, undefined, other), "organisation.privilege_missing", {}, 403)
        const turned = "from_timestamp=2046-07-02T00:00:00Z&to_timestamp=2046-07-01T23:59:59Z"
        yield* refused(office("GET", `${path}?${turned}`), "report.period_ends_before")
        yield* malformed(office("GET", `${path}?from_timestamp=2046-07-02T00:00:00`))
        yield* malformed(office("GET", `${path}?to_timestamp=null`))
      }
      assert.deepStrictEqual(shown(done(yield* keeper("GET", "/stats/products")).body.hourly_intervals), [])
      for (const path of ofEvents) {
        yield* refused(keeper("GET", path), "report.whole_event_only")
        yield* refused(at(0)("GET", path), "EventRequired", { node_id: 0 })
      }
      const nowhere = { element_type: "event", element_id: 0 }
      yield* refused(at(0)("GET", "/stats/products"), "NotFound", nowhere, 404)
      yield* settle({ ...times, daily_end_time: null })
      for (const path of series) yield* refused(office("GET", path), "report.event_undated")
      for (const path of undated) done(yield* office("GET", path))
    }))

  it.effect("count how guests paid, cancels and pay-outs negative, the highest sum first", () =>
    Effect.gen(function*() {
      const { bar, guest, office, press, tills } = yield* Festival
      const { entrance } = yield* FestivalTickets
      yield* settle(times)
      const statsAt = yield* fromNow
      const methods = Effect.map(
        statsAt("/stats/payment-methods", office),
        ({ stats }) =>
          (stats as ReadonlyArray<Body>).map(({ count, payment_method, revenue }) => [payment_method, count, revenue])
      )
      assert.deepStrictEqual(yield* methods, [])
      const buyer = yield* guest({ balance: 100 })
      const card = ["sumup", 1, 100]
      const sold = done(yield* bar.post("/order/book-sale", sale([press("beer", 2)], buyer))).body
      done(yield* bar.post("/order/book-sale", sale([press("beer", 1)], null, { payment_method: "cash" })))
      done(yield* bar.post("/order/book-topup", topUp(buyer, 50)))
      done(yield* bar.post("/order/book-payout", payOut(buyer, -15)))
      assert.deepStrictEqual(yield* methods, [card, ["cash", 3, 40], ["tag", 1, 10]])
      done(yield* bar.post(`/order/${String(sold.id)}/cancel`))
      assert.deepStrictEqual(yield* methods, [card, ["cash", 3, 40], ["tag", 2, 0]])
      const entry = ticketSale([scanOf(yield* tills.tag(), { top_up_amount: 5 })], { payment_method: "sumup" })
      done(yield* entrance.post("/order/book-ticket-sale", entry))
      assert.deepStrictEqual(yield* methods, [["sumup", 2, 100 + 12 + 8 + 5], ["cash", 3, 40], ["tag", 2, 0]])
    }))

  it.effect("count free tickets in their period", () =>
    Effect.gen(function*() {
      const { bar, event, office, tills } = yield* Festival
      yield* settle(times)
      const statsAt = yield* fromNow
      for (const issued of [1, 2]) {
        const { pin, uid } = yield* tills.tag()
        done(yield* bar.post("/user/grant-free-ticket", { user_tag_pin: pin, user_tag_uid: uid }))
        assert.deepStrictEqual(yield* statsAt("/stats/free-tickets", office), { free_tickets_issued: issued })
      }
      const sql = yield* SqlClient.SqlClient
      for (const at of ["1971-07-10T00:00:00Z", "1971-07-10T23:59:59.999999Z", "1971-07-11T00:00:00Z"]) {
        yield* sql`insert into audit_log (node_id, log_type, created_at, content)
          values (${event}, 'free_ticket_granted', ${at}::text::timestamptz, '{"by": "desk@office"}')`
      }
      const days = [["09", "10", 0], ["10", "11", 2], ["11", "12", 1], ["10", "12", 3]] as const
      for (const [from, to, free_tickets_issued] of days) {
        const period = `from_timestamp=1971-07-${from}T00:00:00Z&to_timestamp=1971-07-${to}T00:00:00Z`
        const { body } = done(yield* office("GET", `/stats/free-tickets?${period}`))
        assert.deepStrictEqual(body, { free_tickets_issued }, period)
      }
    }))
})
