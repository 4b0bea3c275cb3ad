import { assert, layer } from "@effect/vitest"
import type * as Money from "@wristbank/core/base/Money"
import { PresaleImports } from "@wristbank/core/presale/PresaleImports"
import { type ShopOrder, ticketsOf } from "@wristbank/core/presale/ShopOrder"
import type { TicketState } from "@wristbank/core/wristband/TicketVoucher"
import { Effect, Result } from "effect"
import { SqlClient } from "effect/sql"
import fc from "fast-check"
import { Festival, maximum } from "../../support/Festival.ts"
import { sound } from "../../support/FestivalPayments.ts"
import { type Body, done } from "../../support/FestivalServer.ts"
import { euro } from "../../support/FestivalShop.ts"
import { FestivalTickets, scanOf, ticketSale } from "../../support/FestivalTickets.ts"
import { counted, tell } from "../../support/Torture.ts"
import { anyHistory, type Importer, live, type OpenCase, Run, type Step } from "./PresaleRun.ts"
import { products } from "./ShopAccount.ts"

/** Histories of the shop to import; more of them find more defects. */
const histories = Number(process.env["PRESALE_HISTORIES"] ?? 8)

/** An order under names of its own, as all histories are imported into one event. */
const renamed = (order: ShopOrder, prefix: string): ShopOrder => ({
  ...order,
  code: prefix + order.code,
  positions: order.positions.map((position) => ({
    ...position,
    id: prefix + position.id,
    secret: prefix + position.secret,
    addonTo: position.addonTo === null ? null : prefix + position.addonTo
  }))
})

interface Seen {
  readonly position: string
  readonly token: string
  readonly state: TicketState
  readonly credit: Money.Cents
  readonly paidBack: Money.Cents
}

interface Guest {
  readonly position: string
  readonly balance: Money.Cents
  readonly creditBooked: Money.Cents
}

/** The importer on PostgreSQL, with guests at a real till. */
const importer = Effect.gen(function*() {
  const { event, tills } = yield* Festival
  const { entrance } = yield* FestivalTickets
  const imports = yield* PresaleImports
  const sql = yield* SqlClient.SqlClient
  const context = yield* Effect.context()
  const run = Effect.runPromiseWith(context)
  return (prefix: string, noteAdmission: () => void): Importer => {
    const without = <Row extends { readonly position: string }>(rows: ReadonlyArray<Row>) =>
      rows.map((row) => ({ ...row, position: row.position.slice(prefix.length) }))
    return {
      maximum: euro(maximum),
      apply: async (page) => {
        const orders = page.map(({ order }) => Result.getOrThrow(ticketsOf(renamed(order, prefix), products)))
        assert.isTrue((await run(imports.acceptAll(BigInt(event), orders))).every(Result.isSuccess))
      },
      admit: async (token) => {
        const scan = scanOf(await run(tills.tag()), { voucher_token: prefix + token })
        const { status } = await run(entrance.post("/order/book-ticket-sale", ticketSale([scan])))
        assert.include([200, 400], status)
        if (status === 200) noteAdmission()
        return status === 200
      },
      tickets: async () =>
        without(
          await run(
            sql<Seen>`select shop_position as position, substr(token, ${prefix.length + 1}) as token, state, credit,
              credit_paid_back as "paidBack" from ticket_voucher where starts_with(external_reference, ${prefix}) order by id`
          )
        ),
      guests: async () =>
        without(
          await run(sql<Guest>`select shop_position as position, balance, credit_booked as "creditBooked"
            from ticket_voucher voucher join account on account.id = customer_account_id
            where starts_with(external_reference, ${prefix}) and redeemed_at is not null order by voucher.id`)
        ),
      cases: async () => {
        const rows = await run(
          sql<OpenCase>`select coalesce(shop_position, order_code) as subject, kind, amount from presale_case
              left join ticket_voucher voucher on voucher.event_id = presale_case.event_id and voucher.id = ticket_voucher_id
            where presale_case.event_id = ${event} and starts_with(order_code, ${prefix}) order by presale_case.id`
        )
        return rows.map((row) => ({ ...row, subject: row.subject.slice(prefix.length) }))
      },
      settle: () => run(imports.settleAll(BigInt(event)))
    }
  }
})

/** The figures of the presale as they are given, and whether they are the same as at that time. */
const figuresThen = Effect.gen(function*() {
  const { admin, event } = yield* Festival
  const sql = yield* SqlClient.SqlClient
  const run = Effect.runPromiseWith(yield* Effect.context())
  const figures = (asOf: string) =>
    Effect.map(admin("GET", `/tickets/stats/presale?node_id=${event}${asOf}`), (answer) => done(answer).body)
  const given: Array<readonly [string, Body]> = []
  const note = Effect.gen(function*() {
    const [now] = yield* sql<{ millis: number }>`
      select ceil(extract(epoch from clock_timestamp()) * 1000)::float8 as millis`
    given.push([`&as_of=${new Date(now!.millis).toISOString()}`, yield* figures("")])
  })
  let changes = 0
  return {
    /** The importer, whose figures are noted after every admission and some imports. */
    noting: (of: Importer): Importer => ({
      ...of,
      apply: async (page) => {
        await of.apply(page)
        if (++changes % 7 === 0) await run(note)
      },
      admit: async (token) => {
        const isIn = await of.admit(token)
        if (isIn) await run(note)
        return isIn
      }
    }),
    /** Returns the number of different figures. */
    check: Effect.gen(function*() {
      for (const [asOf, then] of given) assert.deepStrictEqual(yield* figures(asOf), then, asOf)
      return new Set(given.map(([, then]) => JSON.stringify(then))).size
    })
  }
})

/** A guest comes in, gets more credit, and then the shop cancels the ticket: the ways of the import that move money. */
const guestInside: ReadonlyArray<Step> = [
  { type: "shop", event: { type: "place", credits: [500, 0], isTest: false } },
  { type: "shop", event: { type: "status", order: 0, status: "paid" } },
  { type: "page" },
  { type: "guest", ticket: 0 },
  { type: "shop", event: { type: "credit", ticket: 0, cents: 700 } },
  { type: "page" },
  { type: "page" },
  { type: "shop", event: { type: "cancelTicket", ticket: 0 } }
]

/**
 * Credit in each place of an order, more of it than a guest may have, and a code that passes to another ticket: the ways of the import
 * that leave something to an operator, or take a code from a ticket.
 */
const creditAndCodes: ReadonlyArray<Step> = [
  { type: "shop", event: { type: "place", credits: [500, 0, 20_000], isTest: false } },
  { type: "shop", event: { type: "loneCredit", order: 0, cents: 300 } },
  { type: "shop", event: { type: "validUnpaid", order: 0 } },
  { type: "page" },
  { type: "shop", event: { type: "status", order: 0, status: "paid" } },
  { type: "page" },
  { type: "page" },
  { type: "guest", ticket: 0 },
  { type: "shop", event: { type: "exchange", ticket: 1, other: 1 } },
  { type: "shop", event: { type: "date", ticket: 2, withCredit: false } },
  { type: "page" },
  { type: "shop", event: { type: "cancelTicket", ticket: 1 } },
  { type: "shop", event: { type: "lowerCredit", credit: 0, cents: 100 } },
  { type: "page" },
  { type: "shop", event: { type: "cancelCredit", credit: 0 } },
  { type: "shop", event: { type: "date", ticket: 2, withCredit: false } }
]

layer(FestivalTickets.layer, { excludeTestServices: true })("the presale on PostgreSQL", (it) => {
  it.effect(
    "keeps each ticket once, refuses cancelled ones, carries the credit that was paid, and knows what was",
    () =>
      Effect.gen(function*() {
        const importerOf = yield* importer
        const { check, noting } = yield* figuresThen
        let runs = 0
        let admissions = 0
        yield* Effect.promise(() =>
          fc.assert(
            fc.asyncProperty(
              anyHistory({ minLength: 60, maxLength: 100 }),
              ([steps, habits]) =>
                live(new Run(habits, noting(importerOf(`run ${++runs} `, () => admissions++))), steps)
            ),
            {
              numRuns: histories,
              endOnFailure: true,
              examples: [
                [[guestInside, { showsCancelled: true, refundsSilently: false }]],
                [[creditAndCodes, { showsCancelled: false, refundsSilently: true }]]
              ]
            }
          )
        )
        assert.isAbove(admissions, 0)
        assert.isAbove(yield* check, 3)
        yield* sound
        tell(
          `${counted(histories, "history", "histories")} of a ticket shop, ${
            counted(admissions)
          } admissions, no credit lost`
        )
      }),
    120_000 + 10_000 * histories
  )
})
