import { instant } from "@wristbank/core/base/Moment"
import { Access } from "@wristbank/core/organisation/Access"
import { DailyReports } from "@wristbank/core/report/DailyReports"
import { PayoutReports } from "@wristbank/core/report/PayoutReports"
import { RevenueReports } from "@wristbank/core/report/RevenueReports"
import { Statistics } from "@wristbank/core/report/Statistics"
import { TakingsBy } from "@wristbank/core/report/Takings"
import { DateTime, Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { randomUUID } from "node:crypto"
import { Festival } from "../../support/Festival.ts"
import { cashOffice, signOut } from "../../support/FestivalCash.ts"
import { payoutOffice } from "../../support/FestivalPayouts.ts"
import { type Body, created, done } from "../../support/FestivalServer.ts"
import { settle } from "../../support/FestivalStatistics.ts"
import { FestivalTickets, scanOf, ticketSale } from "../../support/FestivalTickets.ts"

const zone = DateTime.zoneMakeNamedUnsafe("Europe/Berlin")

const hour = 3_600_000

/** A business day that began some twelve hours ago, so that none ends while a test runs. */
const today = () => {
  const began = DateTime.setZone(DateTime.makeUnsafe(Math.floor(Date.now() / hour - 12) * hour), zone)
  return {
    date: DateTime.formatIsoDate(began),
    dayEnd: DateTime.formatIsoZoned(began).slice(11, 19),
    from: DateTime.toUtc(began)
  }
}

/** Calls of the office and services whose figures are compared, and what is booked besides the steps of a festival. */
export const reportedFestival = Effect.gen(function*() {
  const { admin, event } = yield* Festival
  const access = yield* Access
  const sql = yield* SqlClient.SqlClient
  const [user] = yield* sql<{ id: bigint }>`select id from usr where login = 'admin'`
  const day = today()
  const period = {
    start_date: DateTime.formatIso(day.from),
    end_date: DateTime.formatIso(DateTime.add(day.from, { hours: 24 }))
  }
  yield* settle({ ...period, daily_end_time: day.dayEnd, sepa_enabled: true, sepa_description: "Festival" })
  const stallOf = (node: number, name: string) =>
    created(admin("POST", `/tree/nodes/${node}/create-node`, { name, description: "" }))
  const bar = yield* stallOf(event, `Bar ${randomUUID()}`)
  const window = yield* stallOf(bar, `Window ${randomUUID()}`)

  const callerAt = (node: number) =>
    access.atEvent({ userId: user!.id }, BigInt(node), { privileges: ["node_administration"] })
  const now = Effect.map(
    sql<{ millis: number }>`select ceil(extract(epoch from clock_timestamp()) * 1000)::float8 as millis`,
    ([row]) => DateTime.makeUnsafe(row!.millis)
  )

  /** The answer of a call at a node at a moment; null for now. */
  const asked = (path: string, node: number, asOf: DateTime.Utc | null) =>
    Effect.map(
      admin(
        "GET",
        `${path}${path.includes("?") ? "&" : "?"}node_id=${node}${
          asOf === null ? "" : `&as_of=${encodeURIComponent(DateTime.formatIso(asOf))}`
        }`
      ),
      (answer) => done(answer).body
    )

  /** The event's people who had booked something at a moment; null for now. */
  const cashiersAt = (asOf: DateTime.Utc | null) =>
    Effect.map(
      sql<{ id: bigint }>`select distinct cashier_id as id from ordr
        where event_id = ${event} and cashier_id in (select id from usr where event_id = ${event})
          and (${instant(asOf)}::timestamptz is null or booked_at < ${instant(asOf)}::timestamptz)
        order by id`,
      (rows) => rows.map(({ id }) => id)
    )

  /** Every report and statistic at a moment; null for now. */
  const answers = Effect.fnUntraced(function*(asOf: DateTime.Utc | null) {
    const [atEvent, atBar] = [yield* callerAt(event), yield* callerAt(bar)]
    const daily = yield* DailyReports
    const revenue = yield* RevenueReports
    const statistics = (path: string, node = event) => asked(`/stats/${path}`, node, asOf)
    return {
      daily: yield* daily.read(atEvent, { date: day.date, nodeIds: [event, bar, window].map(BigInt), asOf }),
      dailyOfBar: yield* daily.read(atBar, { date: day.date, nodeIds: [BigInt(bar)], asOf }),
      revenue: yield* revenue.revenue(atEvent, asOf),
      revenueOfBar: yield* revenue.revenue(atBar, asOf),
      settlement: yield* revenue.settlement(atEvent, asOf),
      settlementOfBar: yield* revenue.settlement(atBar, asOf),
      payout: yield* PayoutReports.use((reports) => reports.read(atEvent, asOf)),
      overview: yield* asked("/money-overview", event, asOf),
      systemAccounts: yield* asked("/system-accounts", event, asOf),
      shifts: yield* Effect.forEach(
        yield* cashiersAt(asOf),
        (cashier) => asked(`/cashiers/${cashier}/shift-stats`, event, asOf)
      ),
      grants: yield* Effect.forEach(
        yield* cashiersAt(asOf),
        (cashier) => asked(`/users/${cashier}/voucher-grant-stats`, event, asOf)
      ),
      products: yield* statistics("products"),
      productsOfBar: yield* statistics("products", bar),
      vouchers: yield* statistics("vouchers"),
      entries: yield* statistics("entries"),
      topUps: yield* statistics("top-ups"),
      payOuts: yield* statistics("pay-outs"),
      methods: yield* statistics("payment-methods"),
      freeTickets: yield* statistics("free-tickets"),
      takings: yield* statistics("takings?by=node"),
      takingsOfBar: yield* statistics("takings?by=method", bar)
    }
  })

  /** What is summed from orders. */
  const sums = Effect.gen(function*() {
    const [atEvent, atBar] = [yield* callerAt(event), yield* callerAt(bar)]
    const daily = yield* DailyReports
    const revenue = yield* RevenueReports
    const statistics = yield* Statistics
    const whole = { from: null, to: null }
    const nodeIds = [event, bar, window].map(BigInt)
    const { head: _daily, ...ofDay } = yield* daily.read(atEvent, { date: day.date, nodeIds, asOf: null })
    const { head: _revenue, ...ofSales } = yield* revenue.revenue(atBar, null)
    const { head: _settlement, ...settled } = yield* revenue.settlement(atEvent, null)
    const takings = yield* Effect.forEach(
      TakingsBy.literals,
      (by) => statistics.takings(atEvent, { asked: whole, by, compared: null })
    )
    return {
      ofDay,
      ofSales,
      settled,
      rows: takings.map(({ rows, total }) => ({ rows, total })),
      products: yield* statistics.products(atEvent, whole),
      entries: yield* statistics.entries(atEvent, whole),
      methods: yield* statistics.paymentMethods(atEvent, whole)
    }
  })

  return { answers, bar, callerAt, event, now, sums, window }
})
type ReportedFestival = Effect.Success<typeof reportedFestival>
export type Answers = Effect.Success<ReturnType<ReportedFestival["answers"]>>

/** Tickets, a counted register and payouts: what the steps of a festival lack. */
export const furtherBookings = Effect.gen(function*() {
  const { guest, tills } = yield* Festival
  const { entrance, tickets } = yield* FestivalTickets
  const cash = yield* cashOffice
  const payouts = yield* payoutOffice

  const sellTickets = Effect.fnUntraced(function*(payment_method: "cash" | "sumup") {
    const bands = [yield* tills.tag(), yield* tills.tag("under_18")]
    done(
      yield* entrance.post("/order/book-ticket-sale", ticketSale(bands.map((band) => scanOf(band)), { payment_method }))
    )
  })
  /** A cashier whose shift runs until the drawer is counted. */
  const shift = Effect.gen(function*() {
    const till = yield* tills.open({ float: 50 })
    return Effect.fnUntraced(function*(counted: number) {
      yield* signOut(till)
      done(yield* cash.closeOut(till.cashier, counted))
    })
  })
  /** A run that is done, one payout of which comes back, and one that stays open. */
  const payOutToBanks = Effect.gen(function*() {
    yield* payouts.payee(12.34, { donation: 100 })
    yield* payouts.payee(5)
    const finished = yield* payouts.created()
    yield* finished.exported
    done(yield* finished.done)
    const [first] = yield* finished.payouts
    done(yield* finished.giveBack(first!.id))
    yield* payouts.payee(7)
    yield* payouts.created()
    yield* payouts.payee(3)
    yield* guest({ balance: 1 })
  })
  return { payOutToBanks, sellTickets, shift, tickets }
})

/** The entrance of the festival, on its server. */
export const ticketsThere = Layer.effect(FestivalTickets, FestivalTickets.make)

export type { Body }
