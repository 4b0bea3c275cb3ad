import { Context, Effect, Layer, Schema } from "effect"
import { SqlClient, SqlSchema } from "effect/sql"
import { Id } from "../base/Id.ts"
import * as Money from "../base/Money.ts"
import { nullOr } from "../base/OptionalField.ts"
import { ProductRevisionData, StoredCents, StoredId } from "../event/ProductRevision.ts"
import type { BookingCustomer } from "../journal/Booking.ts"
import type { LoadedOrder } from "../journal/Books.ts"
import { OrderType, PaymentMethod } from "../journal/Order.ts"
import type { EarlierCancel, StoredOrder } from "./Cancel.ts"

const Line = Schema.Struct({
  quantity: Schema.Int,
  product: ProductRevisionData,
  product_price: StoredCents,
  tax_rate_id: StoredId,
  tax_name: Schema.String,
  tax_rate: Schema.Int,
  total_price: StoredCents,
  revisionId: StoredId,
  totalTax: StoredCents,
  vouchers_redeemed: Schema.Int,
  voucher_value: StoredCents,
  list_price: nullOr(StoredCents)
}).pipe(
  Schema.encodeKeys({
    revisionId: "product_revision_id",
    totalTax: "total_tax"
  })
)

const Row = Schema.Struct({
  version: nullOr(Id),
  order_id: nullOr(Id),
  order_type: nullOr(OrderType),
  payment_method: nullOr(PaymentMethod),
  till_id: nullOr(Id),
  till_node_id: nullOr(Id),
  cancelled: Schema.Boolean,
  account_id: nullOr(Id),
  /** In cents. */
  balance: nullOr(Money.Cents),
  vouchers: nullOr(Schema.Int),
  user_tag_id: nullOr(Id),
  variant_ids: nullOr(Schema.Array(Id)),
  lines: Schema.Array(Line),
  postings: Schema.Array(
    Schema.Struct({ source: StoredId, target: StoredId, amount: StoredCents, vouchers: Schema.Int })
  )
})
type Row = typeof Row.Type

/** An order to cancel, as loaded at one moment. */
export interface LoadedCancel extends LoadedOrder {
  /** Null when there is none with its id. */
  readonly order: StoredOrder | null
  /** The node of the order's till. */
  readonly tillNodeId: bigint | null
  /** The account that paid, in its current state; null when no tag paid. */
  readonly customer: BookingCustomer | null
  /** The cancel that the order has; null if it has none, or in the back office. */
  readonly earlier: EarlierCancel | null
}

/** Loads in one query the data that the decision on a cancel needs. */
export class CancelLoad extends Context.Service<CancelLoad>()("core/CancelLoad", {
  make: Effect.gen(function*() {
    const sql = yield* SqlClient.SqlClient

    const row = SqlSchema.findOne({
      Request: Schema.Struct({ eventId: Id, orderId: Id }),
      Result: Row,
      execute: ({ eventId, orderId }) => sql`select * from load_cancel(${eventId}::bigint, ${orderId}::bigint)`
    })

    const cancelOf = SqlSchema.findAll({
      Request: Schema.Struct({ eventId: Id, orderId: Id, uuid: Schema.String }),
      Result: Schema.Struct({
        id: Id,
        request_hash: Schema.String,
        isOwn: Schema.Boolean,
        cashierId: nullOr(Id),
        tillId: Id,
        ageSeconds: Schema.Number
      }),
      execute: ({ eventId, orderId, uuid }) =>
        sql`select id, request_hash, uuid = ${uuid} as "isOwn", cashier_id as "cashierId", till_id as "tillId",
            extract(epoch from clock_timestamp() - booked_at)::float8 as "ageSeconds"
          from ordr where event_id = ${eventId} and cancels_order = ${orderId}`
    })

    /**
     * The order, and the cancelling order with this uuid. That one is there if an earlier attempt stored it and the connection
     * to the database was lost before it said so.
     */
    const load = Effect.fnUntraced(function*(eventId: bigint, orderId: bigint, uuid?: string) {
      const found = yield* row({ eventId, orderId })
      const [earlier] = found.cancelled && uuid !== undefined ? yield* cancelOf({ eventId, orderId, uuid }) : []
      const stored = earlier?.isOwn === true ? earlier : undefined
      const loaded: LoadedCancel = {
        version: found.version,
        // These belong to the cancelling order; the till's register is not involved.
        order_id: stored?.id ?? null,
        request_hash: stored?.request_hash ?? null,
        registered: false,
        register_balance: null,
        order: orderOf(found),
        tillNodeId: found.till_node_id,
        customer: customerOf(found),
        earlier: earlier ?? null
      }
      return loaded
    })

    return { load }
  })
}) {
  static readonly layer = Layer.effect(this, this.make)
}

const orderOf = ({ cancelled, lines, order_id, order_type, payment_method, postings, till_id }: Row) =>
  order_id === null || order_type === null || payment_method === null || till_id === null
    ? null
    : {
      id: order_id,
      orderType: order_type,
      paymentMethod: payment_method,
      tillId: till_id,
      cancelled,
      lines,
      postings
    }

const customerOf = ({ account_id, balance, user_tag_id, variant_ids, vouchers }: Row): BookingCustomer | null =>
  account_id === null || balance === null || vouchers === null
    ? null
    : { accountId: account_id, balance, vouchers, userTagId: user_tag_id, variantIds: variant_ids ?? [] }
