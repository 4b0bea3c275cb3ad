import * as Money from "@wristbank/core/base/Money"
import { complete } from "@wristbank/core/event/Product"
import { pricedLine } from "@wristbank/core/journal/Booking"
import { Books } from "@wristbank/core/journal/Books"
import { taxed } from "@wristbank/core/journal/LineItem"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { randomUUID } from "node:crypto"

/** The tax type of a line's rate, null if the rate has none, and gross cents. */
export type Line = readonly [taxType: string | null, total: number]

const beer: ReadonlyArray<Line> = [["regular_vat", 400], ["no_tax", 200]]

/** @param rates ids of the event's tax rates, by tax type */
const pricedLineOf = (eventId: bigint, rates: ReadonlyMap<string | null, bigint>) => ([type, total]: Line) => {
  const price = Money.Cents.make(BigInt(total))
  const product = complete({
    id: 1n,
    node_id: eventId,
    name: "Goods",
    price: null,
    fixed_price: false,
    price_in_vouchers: null,
    tax_rate_id: rates.get(type)!,
    tax_name: "",
    tax_rate: 0,
    type: "user_defined",
    user_tag_variant_ids: [],
    restrictions: [],
    is_locked: true,
    is_returnable: false,
    target_account_id: null,
    category_id: null
  })
  return pricedLine({ product, revisionId: 1n }, price, 1)
}

/** Books sales through the ledger, as bookings do. They move no money, as devices sign nothing of it. */
export const ledgerOrders = Effect.fnUntraced(function*(eventId: bigint, rates: ReadonlyMap<string | null, bigint>) {
  const sql = yield* SqlClient.SqlClient
  // What stores at once needs no scope.
  const books = yield* Effect.scoped(Books.make)
  const lineOf = pricedLineOf(eventId, rates)

  /** Books a sale at a till, as of some seconds ago; returns its id. */
  const book = Effect.fnUntraced(
    function*(
      tillId: bigint,
      { ageSeconds = 0, lines = beer }: { readonly ageSeconds?: number; readonly lines?: ReadonlyArray<Line> } = {}
    ) {
      const { order_id } = yield* books.storeNow({
        eventId,
        version: null,
        order: {
          uuid: randomUUID(),
          orderType: "sale",
          paymentMethod: "tag",
          customerAccountId: null,
          userTagId: null,
          cashRegisterId: null,
          cancelsOrder: null,
          lines: taxed(lines.map(lineOf)),
          postings: [],
          guards: []
        },
        context: { tillId, cashierId: 1n, zNr: 1, requestHash: "", buttons: null }
      })
      if (ageSeconds > 0) {
        yield* sql`update signing_job set created_at = created_at - make_interval(secs => ${ageSeconds}::integer)
          where event_id = ${eventId} and order_id = ${order_id}`
      }
      return order_id!
    },
    // In one transaction: no device sees the order before it has its age.
    sql.withTransaction
  )
  return book
})
