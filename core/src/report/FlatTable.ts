import { DateTime } from "effect"
import { csvText } from "../base/LineText.ts"
import * as Money from "../base/Money.ts"
import { toHex } from "../base/TagUid.ts"

/**
 * How the value of a column is written: an amount in major units, a time in ISO 8601 and UTC, a rate as a fraction,
 * a chip number in upper-case hexadecimal.
 */
type Kind = "amount" | "chip" | "number" | "rate" | "text" | "time"

/** A table of an event's records. */
export interface FlatTable {
  /** The columns in their order; new ones are added at the end. */
  readonly columns: { readonly [heading: string]: Kind }
  /** The records as `entry`. */
  readonly from: string
  /** The same as they were at the moment `asked.at`, for tables whose records change; other records are left out by their time. */
  readonly past?: string
  /** The order of the records; it begins with the key. */
  readonly order: string
  /** The column that has the ids of the table that pages are cut by. */
  readonly key: string
  /** That table, and its column with the time that a period limits; null if none does. */
  readonly pagedBy: { readonly table: string; readonly time: string | null }
}

const orders = `(
    select ordr.event_id, ordr.id as order_id, ordr.uuid::text as uuid, ordr.booked_at, ordr.order_type,
      ordr.payment_method, till.node_id, ordr.till_id, till.name as till, ordr.cashier_id, cashier.display_name as cashier,
      ordr.customer_account_id, ordr.cancels_order as cancels_order_id, sums.total, sums.tax, sums.vouchers, ordr.z_nr
    from ordr
      left join till on till.event_id = ordr.event_id and till.id = ordr.till_id
      left join usr cashier on cashier.id = ordr.cashier_id
      cross join lateral (
        select coalesce(sum(total_price), 0)::bigint as total, coalesce(sum(total_tax), 0)::bigint as tax,
          coalesce(sum(vouchers_redeemed), 0)::bigint as vouchers
        from line_item where line_item.event_id = ordr.event_id and line_item.order_id = ordr.id offset 0
      ) sums
  ) as entry`

const lineItems = `(
    select line.event_id, line.order_id, line.item_id + 1 as line, ordr.booked_at, ordr.order_type, ordr.payment_method,
      ordr.till_id, line.product_id, coalesce(revision.data->>'name', product.name) as product, product.type as product_type,
      line.quantity, line.product_price as unit_price, line.total_price as total, line.tax_name, line.tax_rate,
      line.total_tax as tax, line.vouchers_redeemed as vouchers
    from line_item line
      join ordr on ordr.event_id = line.event_id and ordr.id = line.order_id
      left join product on product.event_id = line.event_id and product.id = line.product_id
      left join product_revision revision
        on revision.event_id = line.event_id and revision.id = line.product_revision_id
  ) as entry`

const postings = `(
    select posting.event_id, posting.id as posting_id, posting.booked_at, posting.order_id, posting.conducting_user_id,
      posting.source_account as source_account_id, source.type as source_type,
      posting.target_account as target_account_id, target.type as target_type, posting.amount,
      posting.vouchers, posting.description
    from posting
      left join account source on source.event_id = posting.event_id and source.id = posting.source_account
      left join account target on target.event_id = posting.event_id and target.id = posting.target_account
  ) as entry`

/** Without PINs, which open the portal. `moved` has what was posted to each account since a moment. */
const tagsWith = (balances: string, moved: string) =>
  `(
    select tag.event_id, tag.id as tag_id, tag.uid as chip, tag.comment, account.id as account_id,
      account.type as account_type, ${balances}
    from user_tag tag
      left join account on account.event_id = tag.event_id and account.user_tag_id = tag.id ${moved}
  ) as entry`

const tags = tagsWith("account.balance, account.vouchers", "")

const tagsBefore = tagsWith(
  "account.balance - moved.amount as balance, account.vouchers - moved.vouchers as vouchers",
  `cross join asked
      cross join lateral (
        select coalesce(sum(amount), 0)::bigint as amount, coalesce(sum(vouchers), 0)::bigint as vouchers from (
          select amount, vouchers from posting
          where posting.event_id = tag.event_id and target_account = account.id and booked_at >= asked.at
          union all
          select -amount, -vouchers from posting
          where posting.event_id = tag.event_id and source_account = account.id and booked_at >= asked.at
        ) leg
      ) moved`
)

const shifts = `(
    select shift.event_id, shift.id as shift_id, shift.cashier_id, cashier.display_name as cashier,
      shift.cash_register_id, register.name as cash_register, shift.started_at, shift.ended_at,
      shift.expected_cash_drawer_balance as expected, shift.actual_cash_drawer_balance as counted,
      shift.cash_drawer_imbalance as difference, shift.closing_out_user_id as counted_by_id, shift.comment
    from cashier_shift shift
      left join usr cashier on cashier.id = shift.cashier_id
      left join cash_register register
        on register.event_id = shift.event_id and register.id = shift.cash_register_id
  ) as entry`

/** The tables that can be exported. Their columns are part of the contract with readers of the files. */
export const flatTables = {
  orders: {
    from: orders,
    key: "order_id",
    order: "order_id",
    pagedBy: { table: "ordr", time: "booked_at" },
    columns: {
      order_id: "number",
      uuid: "text",
      booked_at: "time",
      order_type: "text",
      payment_method: "text",
      node_id: "number",
      till_id: "number",
      till: "text",
      cashier_id: "number",
      cashier: "text",
      customer_account_id: "number",
      cancels_order_id: "number",
      total: "amount",
      tax: "amount",
      vouchers: "number",
      z_nr: "number"
    }
  },
  "line-items": {
    from: lineItems,
    key: "order_id",
    order: "order_id, line",
    pagedBy: { table: "ordr", time: "booked_at" },
    columns: {
      order_id: "number",
      line: "number",
      booked_at: "time",
      order_type: "text",
      payment_method: "text",
      till_id: "number",
      product_id: "number",
      product: "text",
      product_type: "text",
      quantity: "number",
      unit_price: "amount",
      total: "amount",
      tax_name: "text",
      tax_rate: "rate",
      tax: "amount",
      vouchers: "number"
    }
  },
  postings: {
    from: postings,
    key: "posting_id",
    order: "posting_id",
    pagedBy: { table: "posting", time: "booked_at" },
    columns: {
      posting_id: "number",
      booked_at: "time",
      order_id: "number",
      conducting_user_id: "number",
      source_account_id: "number",
      source_type: "text",
      target_account_id: "number",
      target_type: "text",
      amount: "amount",
      vouchers: "number",
      description: "text"
    }
  },
  tags: {
    from: tags,
    past: tagsBefore,
    key: "tag_id",
    order: "tag_id",
    pagedBy: { table: "user_tag", time: null },
    columns: {
      tag_id: "number",
      chip: "chip",
      comment: "text",
      account_id: "number",
      account_type: "text",
      balance: "amount",
      vouchers: "number"
    }
  },
  shifts: {
    from: shifts,
    key: "shift_id",
    order: "shift_id",
    pagedBy: { table: "cashier_shift", time: "ended_at" },
    columns: {
      shift_id: "number",
      cashier_id: "number",
      cashier: "text",
      cash_register_id: "number",
      cash_register: "text",
      started_at: "time",
      ended_at: "time",
      expected: "amount",
      counted: "amount",
      difference: "amount",
      counted_by_id: "number",
      comment: "text"
    }
  }
} as const satisfies { readonly [name: string]: FlatTable }
export type FlatTableName = keyof typeof flatTables

/** The names of the tables, for flags and paths. */
export const flatTableNames = Object.keys(flatTables) as ReadonlyArray<FlatTableName>

/** The text of a value; a text that a spreadsheet would take for a formula gets an apostrophe in front. */
export const flatText = (kind: Kind, value: unknown): string => {
  if (value === null || value === undefined) return ""
  switch (kind) {
    case "amount":
      return Money.format(Money.Cents.make(BigInt(value as bigint)))
    case "chip":
      return toHex(BigInt(String(value)))
    case "rate":
      return String(Number(value) / 10_000)
    case "time":
      return DateTime.formatIso(value as DateTime.Utc)
    case "number":
      return String(value)
    case "text":
      return csvText(String(value))
  }
}
