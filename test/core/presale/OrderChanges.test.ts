import { assert, layer } from "@effect/vitest"
import * as Money from "@wristbank/core/base/Money"
import { noEntranceNote } from "@wristbank/core/presale/EntranceNote"
import { OrderChanges } from "@wristbank/core/presale/OrderChanges"
import type { ShopOrderTickets } from "@wristbank/core/presale/ShopOrder"
import type { TicketState } from "@wristbank/core/wristband/TicketVoucher"
import { Effect, Result } from "effect"
import { SqlClient } from "effect/sql"
import fc from "fast-check"
import { Festival } from "../../support/Festival.ts"
import { FestivalTickets } from "../../support/FestivalTickets.ts"

/** What a list says of a ticket. */
interface Row {
  readonly order: number
  readonly ticket: number
  readonly code: number
  readonly credit: number
  readonly state: TicketState
}

const row: fc.Arbitrary<Row> = fc.record({
  order: fc.nat(5),
  ticket: fc.nat(9),
  code: fc.nat(11),
  credit: fc.nat(2),
  state: fc.constantFrom<TicketState>("valid", "valid", "valid", "suspended", "cancelled")
})

/** Lists, one after the other. None has a ticket or a code twice, as no file that could be read has. */
const lists = fc.array(
  fc.uniqueArray(row, { minLength: 1, maxLength: 8, selector: ({ ticket }) => ticket })
    .map((rows) => rows.filter(({ code }, n) => rows.findIndex((other) => other.code === code) === n)),
  { minLength: 12, maxLength: 12 }
)

/** The orders of a list. Codes are unique among all events, so each has its own. */
const ordersIn = (rows: ReadonlyArray<Row>, event: string) =>
  Array.from(
    Map.groupBy(rows, ({ order }) => order),
    ([order, tickets]): ShopOrderTickets => ({
      code: `L${order}`,
      tickets: tickets.map(({ code, credit, state, ticket }) => ({
        position: `file ${ticket}`,
        token: `${event} code ${code}`,
        state,
        credit: Money.Cents.make(BigInt(credit * 1000)),
        paidBack: Money.zero,
        date: null,
        product: null,
        productName: null,
        name: null,
        email: null,
        checkedInAt: null,
        entrance: noEntranceNote
      }))
    })
  )

const ticketsOf = Effect.fnUntraced(function*(event: bigint) {
  const sql = yield* SqlClient.SqlClient
  return {
    tickets: yield* sql`select external_reference, shop_position, substring(token from 'code.*') as code, state, credit
      from ticket_voucher where event_id = ${event} order by shop_position`,
    orders: yield* sql`select code, problem from presale_order where event_id = ${event} order by code`
  }
})

layer(FestivalTickets.layer, { excludeTestServices: true })("orders of a list", (it) => {
  it.effect("are stored together as they are one by one", () =>
    Effect.gen(function*() {
      const { event, neighbour } = yield* Festival
      const listed = yield* OrderChanges
      const [together, apart] = [BigInt(event), BigInt((yield* neighbour).event)]
      const said = (outcome: Result.Result<unknown, { readonly rule: string }>) =>
        Result.isSuccess(outcome) ? outcome.success : outcome.failure.rule
      const found = new Set<unknown>()
      for (const list of fc.sample(lists, { numRuns: 1, seed: 7 })[0]!) {
        const atOnce = (yield* listed.accept(together, ordersIn(list, "first"))).map(said)
        const alone = yield* Effect.forEach(
          ordersIn(list, "second"),
          (order) => listed.accept(apart, [order])
        )
        assert.deepStrictEqual(atOnce, alone.flat().map(said))
        assert.deepStrictEqual(yield* ticketsOf(together), yield* ticketsOf(apart))
        for (const one of atOnce) found.add(typeof one === "string" ? one : JSON.stringify(one))
      }
      assert.includeMembers([...found], ["presale.token_taken", `{"added":1,"updated":0,"cancelled":0}`])
    }).pipe(Effect.provide(OrderChanges.layer)))
})
