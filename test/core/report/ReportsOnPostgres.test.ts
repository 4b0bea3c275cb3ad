import { assert, layer } from "@effect/vitest"
import * as Money from "@wristbank/core/base/Money"
import { UpdateNodeFee } from "@wristbank/core/report/NodeFee"
import { NodeFees } from "@wristbank/core/report/NodeFees"
import { RevenueReports } from "@wristbank/core/report/RevenueReports"
import { sumOf } from "@wristbank/core/report/Takings"
import { BookingSummaries } from "@wristbank/core/sale/BookingSummaries"
import { Effect, Fiber, Layer } from "effect"
import { SqlClient } from "effect/sql"
import fc from "fast-check"
import { Festival, sale } from "../../support/Festival.ts"
import { done } from "../../support/FestivalServer.ts"
import { locked, lockWaits } from "../../support/lockWaits.ts"
import { servedFestival } from "../../support/Servers.ts"
import { counted, tell } from "../../support/Torture.ts"
import { batch, openFestival, type Step } from "../journal/ConcurrentFestival.ts"
import { anyFestival } from "../journal/ConcurrentSteps.ts"
import { type Answers, type Body, furtherBookings, reportedFestival, ticketsThere } from "./ReportedFestival.ts"

/** Festivals to simulate; more of them find more defects. */
const festivals = Number(process.env.REPORT_FESTIVALS ?? 2)

const customers = 3
const tillCount = 3

const festival = anyFestival({ batches: 8, customers, tills: tillCount })

const some = [
  { kind: "topUp", guest: 0, till: 0, method: "cash", cents: 5000 },
  { kind: "grant", guest: 0, till: 0, vouchers: 3 },
  { kind: "sale", guest: 0, till: 1, presses: [["meal", 2]], vouchers: 1 },
  { kind: "sale", guest: 0, till: 1, presses: [["beer", 2], ["food", 1]], vouchers: null },
  { kind: "cancel", sale: 0, till: 1 },
  { kind: "cashSale", method: "cash", till: 2, presses: [["beerOnly", 1]] },
  { kind: "cashSale", method: "sumup", till: 0, presses: [["crate", 1]] },
  { kind: "payOut", guest: 0, till: 0, cents: 300 }
] as const satisfies ReadonlyArray<Step>

const cents = (major: unknown) => Money.Cents.make(BigInt(Math.round(Number(major) * 100)))
const sum = (rows: ReadonlyArray<object>, key: string) =>
  Money.sum(rows.map((row) => {
    const value: unknown = (row as Body)[key]
    return typeof value === "bigint" ? Money.Cents.make(value) : cents(value)
  }))
const balance = (overview: Body, type: string) =>
  sum((overview.system_accounts as ReadonlyArray<Body>).filter(({ kind }) => kind === type), "balance")

/** Asserts that reports, statistics and the money overview say the same, to the cent. */
const agree = (said: Answers) => {
  const { daily, dailyOfBar, overview, payout, revenue, revenueOfBar, settlement, settlementOfBar } = said
  const { total } = daily
  const [whole, bar] = daily.nodes
  const operations = (...categories: ReadonlyArray<string>) =>
    sum(daily.operations.filter(({ category }) => categories.includes(category)), "sum")

  assert.strictEqual(operations("sale"), total.sales)
  assert.strictEqual(operations("ticket"), total.tickets)
  assert.strictEqual(operations("top_up"), total.top_ups)
  assert.strictEqual(operations("pay_out"), total.pay_outs)
  assert.strictEqual(operations("other"), 0n)
  assert.deepStrictEqual(sumOf(daily.hours), total)
  assert.deepStrictEqual(dailyOfBar.nodes, [bar!])

  const taken = Money.add(total.sales, total.tickets)
  for (const { products, tax_total, taxes } of daily.nodes) {
    for (const key of ["gross", "tax", "net", "cancelled"] as const) assert.strictEqual(sum(taxes, key), tax_total[key])
    for (const row of [...taxes, tax_total]) assert.strictEqual(Money.add(row.tax, row.net), row.gross)
    assert.strictEqual(sum(products, "gross"), tax_total.gross)
    assert.strictEqual(
      products.reduce((all, one) => all + one.quantity + one.quantity_for_vouchers, 0),
      tax_total.products
    )
  }
  assert.strictEqual(whole!.tax_total.gross, taken)
  assert.strictEqual(sum(daily.best_sellers, "revenue"), taken)

  const interval = (answer: Body) => sum(answer.daily_intervals as ReadonlyArray<Body>, "revenue")
  assert.strictEqual(interval(said.products), total.sales)
  assert.strictEqual(interval(said.productsOfBar), dailyOfBar.total.sales)
  assert.strictEqual(interval(said.entries), total.tickets)
  assert.strictEqual(interval(said.topUps), total.top_ups)
  assert.strictEqual(interval(said.payOuts), total.pay_outs)
  const takings = said.takings.total as Body
  assert.strictEqual(takings.pieces, total.pieces)
  assert.strictEqual(takings.entries, total.entries)
  assert.strictEqual(cents(takings.sales), total.sales)
  assert.strictEqual(cents((said.takingsOfBar.total as Body).sales), dailyOfBar.total.sales)
  assert.strictEqual(said.vouchers.vouchers_spent, daily.vouchers_spent)
  assert.strictEqual(said.vouchers.vouchers_issued, daily.vouchers_issued)
  assert.isNull(dailyOfBar.vouchers_issued)
  for (const { count, payment_method, revenue: paid } of said.methods.stats as ReadonlyArray<Body>) {
    const rows = daily.operations.filter((row) => row.payment_method === payment_method && row.category !== "imbalance")
    assert.strictEqual(cents(paid), sum(rows, "sum"), String(payment_method))
    assert.isAtLeast(Number(count), Math.max(...rows.map(({ orders }) => orders)))
  }

  for (const one of [revenue, revenueOfBar]) {
    for (const key of ["revenue", "fee", "payout"] as const) {
      assert.strictEqual(sum(one.days, key), one.total[key])
      assert.strictEqual(sum(one.orders, key), one.total[key])
    }
    assert.lengthOf(one.orders, one.total.orders)
    assert.strictEqual(Money.subtract(one.total.revenue, one.total.fee), one.total.payout)
  }
  assert.strictEqual(revenue.total.revenue, total.sales)
  assert.strictEqual(revenueOfBar.total.revenue, dailyOfBar.total.sales)
  assert.deepStrictEqual(settlement.total, revenue.total)
  assert.deepStrictEqual(settlementOfBar.total, revenueOfBar.total)
  for (const { rows, total: owed } of [settlement, settlementOfBar]) {
    for (const key of ["revenue", "fee", "payout"] as const) assert.strictEqual(sum(rows, key), owed[key])
    for (const row of rows) assert.strictEqual(Money.sum([row.tag, row.cash, row.card]), row.revenue)
  }
  assert.deepStrictEqual(settlement.rows.filter(({ path }) => path.length > 0), settlementOfBar.rows)

  const { entities, ids } = said.systemAccounts as { ids: ReadonlyArray<number>; entities: Record<string, Body> }
  assert.deepStrictEqual(ids.map((id) => entities[String(id)]), overview.system_accounts)
  assert.strictEqual(
    said.grants.reduce((all, one) => all + Number(one.granted_at_terminals) + Number(one.granted_with_free_tickets), 0),
    said.vouchers.vouchers_issued
  )
  assert.isNotEmpty(said.shifts.flatMap(({ orders }) => orders as ReadonlyArray<Body>))

  assert.strictEqual(payout.unclaimed.amount, cents(overview.total_customer_account_balance))
  if (payout.reasons !== null) {
    assert.strictEqual(sum(payout.reasons, "amount"), payout.unclaimed.amount)
    assert.strictEqual(payout.reasons.reduce((all, one) => all + one.customers, 0), payout.unclaimed.customers)
  }
  assert.strictEqual(payout.reserved.amount, balance(overview, "payout_reserve"))
  assert.strictEqual(payout.paid, balance(overview, "sepa_exit"))
  // Some goods are sold for the donations; everything else that was sold or counted ended on these accounts.
  const given = Money.subtract(balance(overview, "donation_exit"), payout.donated)
  assert.strictEqual(Money.add(balance(overview, "sale_exit"), given), taken)
  assert.strictEqual(sum(daily.registers, "difference"), Money.negate(balance(overview, "cash_imbalance")))
  assert.strictEqual(operations("imbalance"), sum(daily.registers, "difference"))
}

/** Answers without when they were made, and without what is not kept for moments in the past. */
const comparable = ({ payout, ...answers }: Answers) => {
  const headless = <Report extends { readonly head: object }>({ head, ...report }: Report) => ({
    ...report,
    head: { ...head, as_of: null, made_at: null }
  })
  const { daily, dailyOfBar, revenue, revenueOfBar, settlement, settlementOfBar, ...rest } = answers
  return {
    ...rest,
    reports: [daily, dailyOfBar, revenue, revenueOfBar, settlement, settlementOfBar].map(headless),
    payout: headless({ ...payout, reasons: null, blocked: null })
  }
}

const there = Layer.provideMerge(ticketsThere, servedFestival)

layer(there, { excludeTestServices: true })("reports on PostgreSQL", (it) => {
  it.effect(
    "equal the statistics and the money overview to the cent, then and as of that time",
    () =>
      Effect.gen(function*() {
        const further = yield* furtherBookings
        const world = yield* reportedFestival
        const { answers, bar, callerAt, event, now, sums, window } = world
        const addedUp = BookingSummaries.use((summaries) => summaries.advance())
        const fees = yield* NodeFees
        const setFee = (node: number, fee: number | null) =>
          Effect.flatMap(callerAt(node), (caller) => fees.set(caller, new UpdateNodeFee({ fee })))
        const run = (batches: ReadonlyArray<ReadonlyArray<Step>>) =>
          Effect.gen(function*() {
            const real = yield* openFestival(customers, tillCount, [event, bar, window])
            const half = Math.ceil(batches.length / 2)
            yield* Effect.forEach(batches.slice(0, half), (steps) => batch(real, steps))
            const closeOut = yield* further.shift
            const moment = yield* now
            const then = yield* answers(null)
            agree(then)
            yield* addedUp
            yield* setFee(bar, 333)
            yield* further.sellTickets("cash")
            yield* closeOut(49.5)
            yield* further.payOutToBanks
            yield* Effect.forEach(batches.slice(half), (steps) => batch(real, steps))
            const after = yield* answers(null)
            agree(after)
            assert.notDeepEqual(comparable(after), comparable(then))
            const again = yield* answers(moment)
            agree(again)
            assert.deepStrictEqual(comparable(again), comparable(then))
            // A part of the bookings was added up before, the rest is now.
            const partly = yield* sums
            yield* addedUp
            assert.deepStrictEqual(yield* sums, partly)
            assert.deepStrictEqual(comparable(yield* answers(moment)), comparable(then))
            yield* setFee(bar, null)
            yield* setFee(event, 125)
            yield* further.sellTickets("sumup")
            yield* (yield* further.shift)(51)
          })
        const context = yield* Effect.context<Effect.Services<ReturnType<typeof run>>>()
        const check = (batches: ReadonlyArray<ReadonlyArray<Step>>) => Effect.runPromiseWith(context)(run(batches))
        yield* Effect.promise(() =>
          fc.assert(fc.asyncProperty(festival, check), {
            numRuns: festivals,
            endOnFailure: true,
            examples: [[some.map((step): ReadonlyArray<Step> => [step])]]
          })
        )
        tell(`reports and statistics of ${counted(festivals, "festival")}, equal to the cent`)
      }),
    600_000
  )

  it.effect("are of the moment at which their reading began, whatever is booked before it ends", () =>
    Effect.gen(function*() {
      const { bar, press } = yield* Festival
      const sql = yield* SqlClient.SqlClient
      const { callerAt, event } = yield* reportedFestival
      const caller = yield* callerAt(event)
      const { revenue, settlement } = yield* RevenueReports
      const sell = Effect.suspend(() =>
        Effect.map(bar.post("/order/book-sale", sale([press("beer")], null, { payment_method: "cash" })), done)
      )
      yield* sell
      const reports = Effect.all([revenue(caller, null), settlement(caller, null)], { concurrency: 2 })
      const [before] = yield* reports
      // The fees are read between the settings of the event and its sales.
      const unlock = yield* locked(sql`lock table node_fee in access exclusive mode`)
      const reading = yield* Effect.forkChild(revenue(caller, null))
      yield* lockWaits()
      yield* sell
      yield* unlock
      const during = yield* Fiber.join(reading)
      assert.deepStrictEqual(during.total, before.total)
      assert.deepStrictEqual(during.orders, before.orders)
      const [after, settled] = yield* reports
      assert.strictEqual(after.total.orders, before.total.orders + 1)
      assert.deepStrictEqual(settled.total, after.total)
    }))
})
