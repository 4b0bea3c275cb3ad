import { DateTime } from "effect"
import * as Money from "../base/Money.ts"
import type { Guard, Posting } from "./Ledger.ts"
import type { OrderDraft, PaymentMethod } from "./Order.ts"
import type { TagOpening } from "./TagOpening.ts"

/** The user, till and time of an order, and the hash that identifies a repeated request. */
export interface OrderContext {
  readonly tillId: bigint
  readonly cashierId: bigint | null
  /** The till's closing number at booking. */
  readonly zNr: number
  /** SHA-256 of the request's content in hexadecimal. */
  readonly requestHash: string
  /** The pressed buttons in wire form, for a replay of the first answer; null for other kinds of orders. */
  readonly buttons: unknown
  /** When the order was made, if it is entered later; absent or undefined for now. */
  readonly bookedAt?: DateTime.Utc | undefined
  /** The provider's status of the payment; absent when the provider was not asked. */
  readonly paymentEvidence?: PaymentEvidence
}

/** The state of a card payment at the booking of its order, as the columns of its row. */
export interface PaymentEvidence {
  readonly verification: string
  /** The provider's payment in JSON form. */
  readonly evidence: unknown
  /** Moments as ISO 8601 text. */
  readonly last_checked: string | null
  /** Seconds until the provider is asked again. */
  readonly check_interval: number
  /** Null when it is not asked again. */
  readonly next_check: string | null
  /** The verification that the decision to book relied on; absent when there was no row. */
  readonly instead_of?: string
}

interface EventEntry {
  readonly eventId: bigint
  /** The configuration version that the decision relied on; null inside a change of that configuration. */
  readonly version: bigint | null
}

/** An order with its postings, to store. */
export interface OrderEntry extends EventEntry {
  readonly order: OrderDraft
  readonly context: OrderContext
  /** The tags that it hands out; absent for orders that hand out none. */
  readonly openings?: ReadonlyArray<TagOpening> | undefined
}

/** Postings by a user without an order, to store. */
export interface TransferEntry extends EventEntry {
  readonly order: null
  readonly conductingUserId: bigint
  readonly description: string
  readonly postings: ReadonlyArray<Posting>
  readonly guards: ReadonlyArray<Guard>
}

/** A balanced event to store. */
export type JournalEntry = OrderEntry | TransferEntry

export const postingsOf = (entry: JournalEntry): ReadonlyArray<Posting> =>
  entry.order === null ? entry.postings : entry.order.postings

export const guardsOf = (entry: JournalEntry): ReadonlyArray<Guard> =>
  entry.order === null ? entry.guards : entry.order.guards

/** The rows that the function `book` takes; `n` counts the entries from 1. */
export const toStatement = (entries: ReadonlyArray<JournalEntry>) => {
  const guards = entries
    .flatMap((entry, index) => guardsOf(entry).map((guard) => ({ eventId: entry.eventId, guard, n: index + 1 })))
    .toSorted((a, b) => Number(a.eventId - b.eventId) || Number(a.guard.accountId - b.guard.accountId))
  const positions = new Map(guards.map(({ eventId, guard }, index) => [`${eventId} ${guard.accountId}`, index + 1]))
  const positionOf = (eventId: bigint, accountId: bigint | null) => positions.get(`${eventId} ${accountId}`) ?? null
  return {
    entries: entries.map((entry, index) => ({
      ...entryRow(entry, index + 1),
      customer_guard: entry.order === null ? null : positionOf(entry.eventId, entry.order.customerAccountId)
    })),
    guards: guards.map(({ eventId, guard, n }) => guardRow(eventId, guard, n)),
    lines: entries.flatMap((entry, index) => lineRows(entry, index + 1)),
    postings: entries.flatMap((entry, index) =>
      postingsOf(entry).map((posting) => ({
        n: index + 1,
        event_id: Number(entry.eventId),
        source_account: Number(posting.source),
        target_account: Number(posting.target),
        amount: Number(posting.amount),
        vouchers: posting.vouchers,
        source_guard: positionOf(entry.eventId, posting.source),
        target_guard: positionOf(entry.eventId, posting.target)
      }))
    )
  }
}

const optional = (id: bigint | null): number | null => id === null ? null : Number(id)

const entryRow = (entry: JournalEntry, n: number) =>
  entry.order === null
    ? {
      n,
      event_id: Number(entry.eventId),
      version: optional(entry.version),
      conducting_user_id: Number(entry.conductingUserId),
      description: entry.description
    }
    : {
      n,
      event_id: Number(entry.eventId),
      version: optional(entry.version),
      uuid: entry.order.uuid,
      request_hash: entry.context.requestHash,
      order_type: entry.order.orderType,
      payment_method: entry.order.paymentMethod,
      z_nr: entry.context.zNr,
      till_id: Number(entry.context.tillId),
      cashier_id: optional(entry.context.cashierId),
      customer_account_id: optional(entry.order.customerAccountId),
      user_tag_id: optional(entry.order.userTagId),
      cash_register_id: optional(entry.order.cashRegisterId),
      cancels_order: optional(entry.order.cancelsOrder),
      item_count: entry.order.lines.length,
      buttons: entry.context.buttons,
      priced_at: entry.order.pricedAt === undefined ? null : DateTime.formatIso(entry.order.pricedAt),
      reductions: entry.order.reductions?.map((one) => ({ ...one, amount: String(one.amount) })) ?? null,
      booked_at: entry.context.bookedAt === undefined ? null : DateTime.formatIso(entry.context.bookedAt),
      ...cardRow(entry.order, entry.context)
    }

const cardMethods: ReadonlyArray<string> = ["sumup", "sumup_online"] satisfies ReadonlyArray<PaymentMethod>

/** The row of a payment by card; nothing for other orders and those with a total of 0. */
const cardRow = ({ lines, paymentMethod }: OrderDraft, { paymentEvidence }: OrderContext) => {
  if (!cardMethods.includes(paymentMethod)) return {}
  const amount = Money.sum(lines.map((line) => line.total_price))
  return amount <= 0n ? {} : { amount: Number(amount), card_payment: paymentEvidence ?? null }
}

const guardRow = (eventId: bigint, guard: Guard, n: number) => ({
  n,
  event_id: Number(eventId),
  account_id: Number(guard.accountId),
  balance: Number(guard.balance),
  vouchers: guard.vouchers,
  minimum: optional(guard.minimum),
  maximum: optional(guard.maximum),
  user_tag_id: optional(guard.userTagId)
})

const lineRows = (entry: JournalEntry, n: number) =>
  entry.order === null ? [] : entry.order.lines.map((line, itemId) => ({
    n,
    event_id: Number(entry.eventId),
    item_id: itemId,
    quantity: line.quantity,
    product_id: Number(line.product.id),
    product_revision_id: Number(line.revisionId),
    product_price: Number(line.product_price),
    list_price: optional(line.list_price),
    tax_rate_id: Number(line.tax_rate_id),
    tax_name: line.tax_name,
    tax_rate: line.tax_rate,
    total_price: Number(line.total_price),
    total_tax: Number(line.totalTax),
    vouchers_redeemed: line.vouchers_redeemed,
    voucher_value: Number(line.voucher_value)
  }))

const columnsOf = (names: string): ReadonlyArray<string> => names.split(" ")

/** The columns of the composite types that the function `book` takes, in their order. */
export const bookColumns = {
  journal_entry: columnsOf(
    "n event_id version uuid request_hash order_type payment_method z_nr till_id cashier_id " +
      "customer_account_id user_tag_id cash_register_id cancels_order item_count buttons conducting_user_id " +
      "description booked_at amount card_payment customer_guard ticket_voucher_id priced_at reductions"
  ),
  guard: columnsOf("n event_id account_id balance vouchers minimum maximum user_tag_id"),
  entry_line: columnsOf(
    "n event_id item_id quantity product_id product_revision_id product_price tax_rate_id tax_name " +
      "tax_rate total_price total_tax vouchers_redeemed voucher_value list_price"
  ),
  entry_posting: columnsOf("n event_id source_account target_account amount vouchers source_guard target_guard")
}

/**
 * Rows as an array of a composite type, in the text form of PostgreSQL, which reads it in a quarter of the time that it takes
 * to read the same rows as JSON. `columns` are those of the type, in its order. What a row lacks is NULL, and objects become
 * JSON.
 */
export const rowArray = (
  columns: ReadonlyArray<string>,
  rows: ReadonlyArray<{ readonly [column: string]: unknown }>
): string => `{${rows.map((row) => element(`(${columns.map((column) => cell(row[column])).join(",")})`)).join(",")}}`

/** Needs no quotes in a row. */
const plain = /^[\w-]+$/

const cell = (value: unknown): string => {
  if (value === null || value === undefined) return ""
  if (typeof value === "number" || typeof value === "bigint") return String(value)
  const text = typeof value === "string" ? value : JSON.stringify(value)
  return plain.test(text) ? text : `"${text.replaceAll("\\", "\\\\").replaceAll("\"", "\"\"")}"`
}

const element = (row: string): string =>
  row.includes("\"") ? `"${row.replaceAll("\\", "\\\\").replaceAll("\"", "\\\"")}"` : `"${row}"`
