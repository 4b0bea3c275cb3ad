import { Schema } from "effect"
import { AccountType } from "../ledger/Account.ts"
import { Id } from "../ledger/Id.ts"
import * as Money from "../ledger/Money.ts"
import { OrderType, PaymentMethod } from "../order/Order.ts"
import type { Moment } from "../primitives/Moment.ts"
import type { Page } from "../sql/Page.ts"

/**
 * What happened to a customer: orders by what they do, `transfer` for money and vouchers moved without an order, such as
 * payouts and corrections, and `change` for everything about the account that moves nothing.
 */
export const HistoryKind = Schema.Literals(["sale", "cancel", "top_up", "pay_out", "ticket", "transfer", "change"])
export type HistoryKind = typeof HistoryKind.Type

/** The changes of an account that its history shows, by their type in the audit log. */
export const AccountChangeType = Schema.Literals([
  "account_comment_updated",
  "account_disabled",
  "account_user_tag_changed",
  "customer_bank_data_changed",
  "customer_payout_prevention_changed",
  "customer_tag_blocked"
])

/** A line of an order in a customer's history. */
export class HistoryLine extends Schema.Class<HistoryLine>("HistoryLine")({
  name: Schema.String,
  /** Pieces; negative for returned goods. */
  quantity: Schema.Int,
  /** In cents. */
  total_price: Money.Cents
}) {}

export class HistoryOrder extends Schema.Class<HistoryOrder>("HistoryOrder")({
  id: Id,
  order_type: OrderType,
  payment_method: PaymentMethod,
  till_name: Schema.NullOr(Schema.String),
  /** The order that this one cancels, and the one that cancels this. */
  cancels_order: Schema.NullOr(Id),
  cancelled_by_order: Schema.NullOr(Id),
  /** In cents. */
  total_price: Money.Cents,
  lines: Schema.Array(HistoryLine)
}) {}

export class HistoryTransfer extends Schema.Class<HistoryTransfer>("HistoryTransfer")({
  transaction_id: Id,
  /** The type of the other account. */
  counterpart: AccountType,
  description: Schema.String
}) {}

export class HistoryChange extends Schema.Class<HistoryChange>("HistoryChange")({
  type: AccountChangeType,
  /** PINs of the tag that the account lost and of the one that it got. */
  old_tag_pin: Schema.NullOr(Schema.String),
  new_tag_pin: Schema.NullOr(Schema.String),
  comment: Schema.NullOr(Schema.String),
  /** Whether payouts are held back from here on. */
  payout_prevented: Schema.NullOr(Schema.Boolean)
}) {}

/** Something that happened to a customer. Exactly one of `order`, `transfer` and `change` is not null. */
export class HistoryEntry extends Schema.Class<HistoryEntry>("HistoryEntry")({
  /** The cursor after this entry. */
  key: Schema.String,
  at: Schema.DateTimeUtc,
  kind: HistoryKind,
  /** Changes of the balance, in cents, and of the vouchers: positive is more for the customer. */
  amount: Money.Cents,
  vouchers: Schema.Int,
  /** The balance afterwards, in cents; null if it was not concerned. */
  new_balance: Schema.NullOr(Money.Cents),
  /** The name of whoever did it; null for the customer and for the system. */
  person: Schema.NullOr(Schema.String),
  order: Schema.NullOr(HistoryOrder),
  transfer: Schema.NullOr(HistoryTransfer),
  change: Schema.NullOr(HistoryChange)
}) {}

/** The place of an entry in the history: microseconds since 1970, the rank of its source and the id there. */
export const HistoryCursor = Schema.String.check(
  Schema.isMaxLength(60),
  Schema.isPattern(/^\d{1,18}-[0-2]-\d{1,18}$/, { expected: "the key of an entry" })
)

/** Selects entries of a customer's history; null means no restriction. */
export interface HistoryFilter {
  readonly kind: HistoryKind | null
  /** Earliest time, included. */
  readonly from: Moment | null
  /** Latest time, excluded. */
  readonly until: Moment | null
  readonly page: Page<string>
}
