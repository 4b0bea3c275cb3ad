import { assert, layer } from "@effect/vitest"
import { DateTime, Effect } from "effect"
import fc from "fast-check"
import { Festival, payOut, sale, topUp } from "../../support/Festival.ts"
import { clerk } from "../../support/FestivalClerk.ts"
import { malformed, refused } from "../../support/FestivalLedger.ts"
import { type Body, created, done } from "../../support/FestivalServer.ts"
import { bookedAt, settle, times } from "../../support/FestivalStatistics.ts"
import { FestivalTickets, scanOf, ticketSale } from "../../support/FestivalTickets.ts"

const divisions = ["hour", "day", "till", "method", "node", "product"]
const fields = ["sales", "tickets", "top_ups", "pay_outs", "pieces", "entries"] as const
type Sums = { readonly [field in typeof fields[number]]: number }

const cents = (amount: unknown) => Math.round(Number(amount) * 100)

/** The sums of an answer or a row; amounts in cents. */
const sumsOf = (body: unknown): Sums => {
  const { entries, pieces, ...amounts } = body as Record<string, number>
  const inCents = (name: string) => cents(amounts[name])
  return {
    sales: inCents("sales"),
    tickets: inCents("tickets"),
    top_ups: inCents("top_ups"),
    pay_outs: inCents("pay_outs"),
    pieces: pieces!,
    entries: entries!
  }
}

const rowsOf = (body: Body) => body.rows as ReadonlyArray<Body>

/** The sum of all rows. */
const added = (body: Body): Sums => {
  const rows = rowsOf(body).map(sumsOf)
  return Object.fromEntries(
    fields.map((field) => [field, rows.reduce((sum, row) => sum + row[field], 0)])
  ) as unknown as Sums
}

/** Balances in cents by the money overview, of all registers and customers and of some system accounts. */
const overview = Effect.gen(function*() {
  const { office } = yield* Festival
  const { body } = done(yield* office("GET", "/money-overview"))
  const accounts = body.system_accounts as ReadonlyArray<Body>
  const of = (type: string) => cents(accounts.find((account) => account.type === type)!.balance)
  return {
    revenue: of("sale_exit") + of("donation_exit"),
    cards: -of("sumup_entry"),
    customers: cents(body.total_customer_account_balance),
    registers: cents(body.total_cash_register_balance)
  }
})

/** An act at a till, drawn with numbers. */
const act = fc.record({
  kind: fc.constantFrom("tag", "cash", "card", "crate", "deposit", "topUp", "cardTopUp", "payOut", "cancel", "ticket"),
  quantity: fc.integer({ min: 1, max: 3 }),
  below: fc.boolean()
})

/** Books the acts in turn, at a till of the event or of a node below it. */
const book = Effect.fnUntraced(function*(acts: ReadonlyArray<typeof act extends fc.Arbitrary<infer A> ? A : never>) {
  const { event, guest, office, press, tills } = yield* Festival
  const { entrance } = yield* FestivalTickets
  const stand = yield* created(office("POST", `/tree/nodes/${event}/create-node`, { name: "Stand", description: "" }))
  const [whole, part] = [yield* tills.open({ float: 200 }), yield* tills.open({ float: 200, node: stand })]
  const buyer = yield* guest({ balance: 60 })
  const before = yield* overview
  const from = yield* DateTime.now
  for (const { below, kind, quantity } of acts) {
    const till = below ? part : whole
    const sell = (name: Parameters<typeof press>[0], payment_method: string, pieces = quantity) =>
      till.post(
        "/order/book-sale",
        sale([press(name, pieces)], payment_method === "tag" ? buyer : null, { payment_method })
      )
    switch (kind) {
      case "tag":
        done(yield* sell("beer", "tag", 1))
        break
      case "cash":
        done(yield* sell("meal", "cash"))
        break
      case "card":
        done(yield* sell("food", "sumup"))
        break
      case "crate":
        done(yield* sell("crate", "cash"))
        break
      case "deposit":
        done(yield* sell("deposit", "cash", -quantity))
        break
      case "topUp":
        done(yield* till.post("/order/book-topup", topUp(buyer, 5)))
        break
      case "cardTopUp":
        done(yield* till.post("/order/book-topup", topUp(buyer, 2, { payment_method: "sumup" })))
        break
      case "payOut":
        done(yield* till.post("/order/book-payout", payOut(buyer, -2)))
        break
      case "cancel": {
        const { body } = done(yield* sell("large", "tag", 1))
        done(yield* till.post(`/order/${String(body.id)}/cancel`))
        break
      }
      case "ticket": {
        const scan = scanOf(yield* tills.tag(), { top_up_amount: 1 })
        done(yield* entrance.post("/order/book-ticket-sale", ticketSale([scan])))
        break
      }
    }
  }
  return { before, from, stand }
})

layer(FestivalTickets.layer, { excludeTestServices: true })("takings", (it) => {
  it.effect("equal the ledger, however they are divided", () =>
    Effect.gen(function*() {
      const { at, office } = yield* Festival
      yield* settle({ ...times, start_date: "2026-01-01T00:00:00Z" })
      const { before, from, stand } = yield* book(fc.sample(act, { numRuns: 40, seed: 7 }))
      const after = yield* overview
      const period = `from_timestamp=${encodeURIComponent(DateTime.formatIso(from))}&to_timestamp=${
        encodeURIComponent(DateTime.formatIso(DateTime.add(from, { days: 1 })))
      }`
      const ask = (by: string, call = office) =>
        Effect.map(call("GET", `/stats/takings?by=${by}&${period}`), (answer) => done(answer).body)
      const byMethod = yield* ask("method")
      const total = sumsOf(byMethod.total)
      assert.isAbove(total.entries, 0)
      for (const by of divisions) {
        const body = yield* ask(by)
        assert.deepStrictEqual(sumsOf(body.total), total, by)
        assert.deepStrictEqual(added(body), total, by)
      }
      const method = (name: string) => {
        const row = rowsOf(byMethod).find((found) => found.name === name)!
        return sumsOf(row)
      }
      const moved = ({ pay_outs, sales, tickets, top_ups }: Sums) => sales + tickets + top_ups + pay_outs
      assert.deepStrictEqual({
        revenue: after.revenue - before.revenue,
        cards: after.cards - before.cards,
        customers: after.customers - before.customers,
        registers: after.registers - before.registers
      }, {
        revenue: total.sales + total.tickets,
        cards: moved(method("sumup")),
        customers: total.top_ups + total.pay_outs - method("tag").sales,
        registers: moved(method("cash"))
      })
      const nodes = rowsOf(yield* ask("node"))
      const below = yield* ask("till", at(stand))
      assert.deepStrictEqual(sumsOf(below.total), sumsOf(nodes.find(({ id }) => id === stand)))
    }))

  it.effect("of hours are there without bookings too, beside the same hours of the day before", () =>
    Effect.gen(function*() {
      const { bar, office, products } = yield* Festival
      yield* settle(times)
      const beer = { product_id: products.beer }
      yield* bookedAt(bar.id, "2046-07-01T14:05:00+02:00", 1000, { ...beer, quantity: 2 })
      yield* bookedAt(bar.id, "2046-07-02T14:40:00+02:00", 600, beer)
      yield* bookedAt(bar.id, "2046-07-02T16:00:00+02:00", 300, beer)
      const period = "from_timestamp=2046-07-02T14:00:00%2B02:00&to_timestamp=2046-07-02T17:00:00%2B02:00"
      const shown = (body: Body) =>
        rowsOf(body).map(({ compared, from_time, pieces, sales }) => [
          from_time,
          sales,
          pieces,
          compared === null ? null : (compared as Body).sales
        ])
      const hours = done(yield* office("GET", `/stats/takings?by=hour&compared=day_before&${period}`)).body
      assert.deepStrictEqual(shown(hours), [
        ["2046-07-02T12:00:00.000Z", 6, 1, 10],
        ["2046-07-02T13:00:00.000Z", 0, 0, 0],
        ["2046-07-02T14:00:00.000Z", 3, 1, 0]
      ])
      assert.deepInclude(hours.compared as Body, {
        from_time: "2046-07-01T12:00:00.000Z",
        to_time: "2046-07-01T15:00:00.000Z"
      })
      const products24 = done(yield* office("GET", `/stats/takings?by=product&${period}`)).body
      assert.deepStrictEqual(rowsOf(products24).map(({ compared, id, name, sales }) => [id, name, sales, compared]), [
        [products.beer, "Beer", 9, null]
      ])
      const days = done(yield* office("GET", "/stats/takings?by=day")).body
      assert.deepStrictEqual(shown(days).slice(0, 2), [
        ["2046-07-01T08:00:00.000Z", 10, 2, null],
        ["2046-07-02T04:00:00.000Z", 9, 2, null]
      ])
    }))

  it.effect("are shown to those who may see statistics, for known divisions", () =>
    Effect.gen(function*() {
      const { at, event, neighbour, office } = yield* Festival
      yield* settle(times)
      const path = "/stats/takings?by=till"
      const [viewer, booker] = [
        yield* clerk(event, event, ["view_node_stats"]),
        yield* clerk(event, event, ["can_book_orders"])
      ]
      done(yield* viewer("GET", path))
      yield* refused(booker("GET", path), "organisation.privilege_missing", {}, 403)
      yield* refused(
        viewer("GET", path, undefined, (yield* neighbour).event),
        "organisation.privilege_missing",
        {},
        403
      )
      yield* refused(at(0)("GET", path), "NotFound", { element_type: "event", element_id: 0 }, 404)
      yield* malformed(office("GET", "/stats/takings?by=cashier"))
      yield* malformed(office("GET", "/stats/takings"))
      yield* malformed(office("GET", `${path}&compared=year_before`))
    }))
})
