import { Context, type DateTime, Effect, Layer, Schema } from "effect"
import { SqlClient, SqlSchema } from "effect/sql"
import { Id } from "../base/Id.ts"
import { instant } from "../base/Moment.ts"
import * as Money from "../base/Money.ts"
import { nullOr } from "../base/OptionalField.ts"
import { TagUid, toHex } from "../base/TagUid.ts"
import { ProductRevisionData, StoredCents, StoredId } from "../event/ProductRevision.ts"
import { LineItem, ListedOrder, Order, OrderType, PaymentMethod, PendingLineItem, Reduction } from "../journal/Order.ts"
import { limitTo, type Page } from "../sql/Page.ts"
import { allOf, sortClauses, type SortedPage } from "../sql/Sort.ts"
import { unencoded } from "../sql/Unencoded.ts"
import { type AmountRange, amountWithin } from "../wristband/AccountRepository.ts"
import { ordersOfAccounts } from "./OrdersOfAccounts.ts"

const LineRow = Schema.Struct({
  quantity: Schema.Int,
  product: ProductRevisionData,
  revisionId: StoredId,
  product_price: StoredCents,
  tax_rate_id: StoredId,
  tax_name: Schema.String,
  tax_rate: Schema.Int,
  total_price: StoredCents,
  totalTax: StoredCents,
  vouchers_redeemed: Schema.Int,
  voucher_value: StoredCents,
  list_price: nullOr(StoredCents)
})

/** Whether an order waits for a signature: not one from before its event signed, or from after it stopped signing. */
export const isSigned = "fiscal.signing_from is not null and ordr.id > fiscal.signing_from"

const OrderRow = Schema.Struct({
  id: Id,
  uuid: Schema.String,
  request_hash: Schema.String,
  cancels_order: nullOr(Id),
  booked_at: Schema.DateTimeUtc,
  payment_method: PaymentMethod,
  order_type: OrderType,
  cashier_id: nullOr(Id),
  cashier_name: nullOr(Schema.String),
  till_id: Id,
  till_name: nullOr(Schema.String),
  till_node_id: nullOr(Id),
  cash_register_id: nullOr(Id),
  customer_account_id: nullOr(Id),
  customer_tag_uid: nullOr(TagUid),
  customer_tag_id: nullOr(Id),
  customer_tag_pin: nullOr(Schema.String),
  cancelled_by_order: nullOr(Id),
  old_balance: nullOr(Money.Cents),
  new_balance: nullOr(Money.Cents),
  old_vouchers: nullOr(Schema.Int),
  new_vouchers: nullOr(Schema.Int),
  buttons: Schema.Unknown,
  /** The moment whose prices it has; null for its booking. */
  priced_at: nullOr(Schema.DateTimeUtc),
  reductions: nullOr(Schema.Array(Schema.Struct({ ...Reduction.fields, amount: StoredCents }))),
  is_signed: Schema.Boolean,
  /** How far its signature is; null if it has none. */
  signing_status: nullOr(Schema.String),
  /** By ascending item id. */
  lines: Schema.Array(LineRow)
})

/** An order as stored, with the data of its answers. */
export type StoredOrderRow = typeof OrderRow.Type

/** A filter for orders of an event; the newest come first. */
export interface OrderFilter {
  readonly eventId: bigint
  readonly id?: bigint
  readonly ids?: ReadonlyArray<bigint>
  readonly uuid?: string
  readonly cashierId?: bigint
  readonly tillId?: bigint
  readonly customerAccountId?: bigint
  /** The chip on the tag that the customer's account has now. */
  readonly customerTagUid?: bigint
  /** The nodes of their tills. */
  readonly tillNodes?: ReadonlyArray<bigint>
  readonly cashRegisterId?: bigint
  /** The tag of the customer when it was booked; only orders of accounts that had the tag. */
  readonly userTagId?: bigint
  readonly types?: ReadonlyArray<OrderType>
  readonly methods?: ReadonlyArray<PaymentMethod>
  /** Booked from this moment on. */
  readonly from?: DateTime.Utc
  /** Booked before this moment. */
  readonly to?: DateTime.Utc
  /** Whether another order cancelled it. */
  readonly cancelled?: boolean
  /** Bounds of the total price in cents, both included. */
  readonly total?: AmountRange
  /** All orders when absent. */
  readonly page?: Page
  /** A page in another order; without it the newest come first. */
  readonly sorted?: SortedPage
}

export class OrderRepository extends Context.Service<OrderRepository>()("core/OrderRepository", {
  make: Effect.gen(function*() {
    const sql = yield* SqlClient.SqlClient
    const customers = ordersOfAccounts(sql)

    const lines = sql`
      select coalesce(
        jsonb_agg(
          jsonb_build_object(
            'quantity', line.quantity, 'product', revision.data, 'revisionId', line.product_revision_id::text,
            'product_price', line.product_price::text, 'tax_rate_id', line.tax_rate_id::text, 'tax_name', line.tax_name,
            'tax_rate', line.tax_rate, 'total_price', line.total_price::text, 'totalTax', line.total_tax::text,
            'vouchers_redeemed', line.vouchers_redeemed, 'voucher_value', line.voucher_value::text,
            'list_price', line.list_price::text
          )
          order by line.item_id
        ),
        '[]'
      )
      from line_item line
        join product_revision revision
          on revision.event_id = line.event_id and revision.id = line.product_revision_id
      where line.event_id = ordr.event_id and line.order_id = ordr.id`

    const orders = SqlSchema.findAll({
      Request: unencoded<OrderFilter>(),
      Result: OrderRow,
      execute: (filter) =>
        sql`select ordr.id, ordr.uuid, ordr.request_hash, ordr.cancels_order, ordr.booked_at, ordr.payment_method, ordr.order_type,
            ordr.cashier_id, ordr.till_id, till.name as till_name, till.node_id as till_node_id, ordr.cash_register_id,
            ordr.customer_account_id, tag.uid as customer_tag_uid, ordr.user_tag_id as customer_tag_id,
            tag.pin as customer_tag_pin,
            (
              select coalesce(nullif(usr.display_name, ''), usr.login) from usr where usr.id = ordr.cashier_id
            ) as cashier_name,
            (
              select other.id from ordr other where other.event_id = ordr.event_id and other.cancels_order = ordr.id
            ) as cancelled_by_order,
            ordr.old_balance, ordr.new_balance, ordr.old_vouchers, ordr.new_vouchers, ordr.buttons, ordr.priced_at,
            ordr.reductions,
            coalesce(${sql.literal(isSigned)}, false) as is_signed,
            (
              select job.status from signing_job job where job.event_id = ordr.event_id and job.order_id = ordr.id
            ) as signing_status,
            (${lines}) as lines
          from ordr
            left join fiscal_settings fiscal on fiscal.event_id = ordr.event_id
            left join till on till.event_id = ordr.event_id and till.id = ordr.till_id
            left join lateral (
              select uid, pin from user_tag where user_tag.event_id = ordr.event_id and user_tag.id = ordr.user_tag_id offset 0
            ) tag on true
          where ${allOf(sql, conditions(filter))} ${clauses(filter).after}
          ${clauses(filter).order} ${limitTo(sql, filter.sorted ?? filter.page)}`
    })

    const clauses = ({ page, sorted }: OrderFilter) =>
      sortClauses(
        sql,
        {},
        "ordr.id",
        sorted ?? {
          sort: { by: "id", descending: true },
          cursor: page === undefined || page.cursor === null ? null : { value: null, id: page.cursor }
        }
      )

    const counted = SqlSchema.findOne({
      Request: unencoded<OrderFilter>(),
      Result: Schema.Struct({ n: Schema.Int }),
      execute: (filter) =>
        sql`select count(*)::int as n
          from ordr left join till on till.event_id = ordr.event_id and till.id = ordr.till_id
          where ${allOf(sql, conditions(filter))}`
    })
    const conditions = (filter: OrderFilter) => [
      sql`ordr.event_id = ${filter.eventId}`,
      filter.id === undefined ? undefined : sql`ordr.id = ${filter.id}`,
      filter.ids && sql`ordr.id = any(${filter.ids}::bigint[])`,
      filter.uuid === undefined ? undefined : sql`ordr.uuid = ${filter.uuid}::uuid`,
      filter.cashierId === undefined ? undefined : sql`ordr.cashier_id = ${filter.cashierId}`,
      filter.tillId === undefined ? undefined : sql`ordr.till_id = ${filter.tillId}`,
      filter.cashRegisterId === undefined ? undefined : sql`ordr.cash_register_id = ${filter.cashRegisterId}`,
      filter.customerAccountId === undefined
        ? undefined
        : customers.ofAccount(filter.eventId, filter.customerAccountId),
      filter.customerTagUid === undefined ? undefined : customers.ofChip(filter.eventId, filter.customerTagUid),
      filter.userTagId === undefined ? undefined : customers.ofTag(filter.eventId, filter.userTagId),
      filter.types && sql`ordr.order_type = any(${filter.types}::text[])`,
      filter.methods && sql`ordr.payment_method = any(${filter.methods}::text[])`,
      filter.from && sql`ordr.booked_at >= ${instant(filter.from)}::timestamptz`,
      filter.to && sql`ordr.booked_at < ${instant(filter.to)}::timestamptz`,
      filter.cancelled === undefined ? undefined : filter.cancelled
        ? sql`ordr.id in (
          select cancels_order from ordr other where other.event_id = ${filter.eventId} and other.cancels_order is not null
        )`
        : sql`not exists (
          select from ordr other where other.event_id = ordr.event_id and other.cancels_order = ordr.id
        )`,
      withTotal(filter.total),
      filter.tillNodes && sql`till.node_id = any(${filter.tillNodes}::bigint[])`
    ]

    // The total is not stored with the order: it is the sum of its lines, which are adjacent in their index.
    const withTotal = (range: AmountRange | undefined) => {
      const within = amountWithin(sql, "coalesce(sum(line.total_price), 0)", range)
      return within && sql`exists (
        select from line_item line where line.event_id = ordr.event_id and line.order_id = ordr.id having ${within}
      )`
    }

    /** Newest first, each with its lines. */
    const list = Effect.fn("OrderRepository.list")((filter: OrderFilter) => Effect.orDie(orders(filter)))

    const find = (eventId: bigint, id: bigint) => Effect.map(list({ eventId, id }), ([row]) => row)

    const findByUuid = (eventId: bigint, uuid: string) => Effect.map(list({ eventId, uuid }), ([row]) => row)

    /** How many orders there are, whatever the page. */
    const count = (filter: OrderFilter) => Effect.orDie(Effect.map(counted(filter), ({ n }) => n))

    /** The corrections that an order is part of, as the first sale or as the one in its place. */
    const corrections = SqlSchema.findAll({
      Request: Schema.Struct({ eventId: Id, id: Id }),
      Result: Schema.Struct({ before: Id, after: Id }),
      execute: ({ eventId, id }) =>
        sql`select (content->>'id')::bigint as before, (content->>'new_order_id')::bigint as after
          from audit_log
          where node_id in (select id from node where event_id = ${eventId}) and log_type = 'order_edited'
            and (content->>'id' = ${String(id)} or content->>'new_order_id' = ${String(id)})
          order by id`
    })

    return { corrections, count, find, findByUuid, list }
  })
}) {
  static readonly layer = Layer.effect(this, this.make)
}

/** The order in the form of the APIs. */
export const toOrder = (row: StoredOrderRow): Order => {
  const total = Money.sum(row.lines.map((line) => line.total_price))
  const tax = Money.sum(row.lines.map((line) => line.totalTax))
  return new Order({
    id: row.id,
    uuid: row.uuid,
    total_price: total,
    total_tax: tax,
    total_no_tax: Money.subtract(total, tax),
    cancels_order: row.cancels_order,
    booked_at: row.booked_at,
    payment_method: row.payment_method,
    order_type: row.order_type,
    cashier_id: row.cashier_id,
    till_id: row.till_id,
    cash_register_id: row.cash_register_id,
    customer_account_id: row.customer_account_id,
    customer_tag_uid: row.customer_tag_uid,
    customer_tag_id: row.customer_tag_id,
    line_items: row.lines.map((line, item_id) => new LineItem({ ...line, item_id, total_tax: line.totalTax })),
    customer_tag_uid_hex: row.customer_tag_uid === null ? null : toHex(row.customer_tag_uid)
  })
}

export const toListedOrder = (row: StoredOrderRow): ListedOrder => {
  const { cancelled_by_order, cashier_name, customer_tag_pin, till_name } = row
  return new ListedOrder({ ...toOrder(row), cancelled_by_order, cashier_name, customer_tag_pin, till_name })
}

/** The user, till and time of a booking. */
const bookingOf = ({ booked_at, cashier_id, till_id }: StoredOrderRow) => ({ booked_at, cashier_id, till_id })

/** The stored fields in answers to top-ups and pay-outs. */
export const toCashOutcome = (row: StoredOrderRow) => ({
  old_balance: row.old_balance ?? Money.zero,
  new_balance: row.new_balance ?? Money.zero,
  ...bookingOf(row)
})

/** The stored fields in answers to sales; balances are 0 unless a tag paid. */
export const toSaleOutcome = (row: StoredOrderRow) => ({
  id: row.id,
  uuid: row.uuid,
  ...bookingOf(row),
  cashier_id: row.cashier_id ?? 0n,
  customer_account_id: row.customer_account_id,
  payment_method: row.payment_method,
  old_balance: row.old_balance ?? Money.zero,
  new_balance: row.new_balance ?? Money.zero,
  old_voucher_balance: row.old_vouchers ?? 0,
  new_voucher_balance: row.new_vouchers ?? 0,
  used_vouchers: (row.old_vouchers ?? 0) - (row.new_vouchers ?? 0),
  line_items: row.lines.map((line) => new PendingLineItem(line)),
  item_count: row.lines.length,
  total_price: Money.sum(row.lines.map((line) => line.total_price))
})
