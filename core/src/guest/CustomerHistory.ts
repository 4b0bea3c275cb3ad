import { Schema } from "effect"
import { AccountType } from "../base/Account.ts"
import { Id } from "../base/Id.ts"
import type { Moment } from "../base/Moment.ts"
import * as Money from "../base/Money.ts"
import { nullOr } from "../base/OptionalField.ts"
import { OrderType, PaymentMethod } from "../journal/Order.ts"
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
  /** The name of the product, as it was sold. */
  name: Schema.String,
  /** Pieces; negative for returned goods. */
  quantity: Schema.Int,
  /** The price of all pieces of the line. */
  total_price: Money.Cents
}) {}

/** An order in the history of a guest's account. */
export class HistoryOrder extends Schema.Class<HistoryOrder>("HistoryOrder")({
  id: Id,
  /** What the order did. */
  order_type: OrderType,
  /** How it was paid. */
  payment_method: PaymentMethod,
  /** The name of the till at which it was booked. Never null. */
  till_name: nullOr(Schema.String),
  /** The order that this one cancels; null for other orders. */
  cancels_order: nullOr(Id),
  /** The order that cancels this one; null unless it was cancelled. */
  cancelled_by_order: nullOr(Id),
  /** The price of all lines together. */
  total_price: Money.Cents,
  /** What was sold, or done. */
  lines: Schema.Array(HistoryLine)
}) {}

/** Money that came to a guest's account or left it without an order. */
export class HistoryTransfer extends Schema.Class<HistoryTransfer>("HistoryTransfer")({
  /** The transaction, as at `/transactions/{transaction_id}`. */
  transaction_id: Id,
  /**
   * The type of the account on the other side, which tells a payout (`payout_reserve`) from a correction (`cash_imbalance`).
   */
  counterpart: AccountType,
  /** The reason, as it was given. */
  description: Schema.String
}) {}

/** A change of a guest's account that moved no money, as of its wristband. */
export class HistoryChange extends Schema.Class<HistoryChange>("HistoryChange")({
  /** What was changed. */
  type: AccountChangeType,
  /** The PIN of the wristband that the account lost; null if it lost none. */
  old_tag_pin: nullOr(Schema.String),
  /** The PIN of the wristband that the account got; null if it got none. */
  new_tag_pin: nullOr(Schema.String),
  /** The new comment of the account, or the reason why it got another wristband; null for other changes. */
  comment: nullOr(Schema.String),
  /** Whether payouts are held back from here on; null for other changes. */
  payout_prevented: nullOr(Schema.Boolean)
}) {}

/** Something that happened to a customer. Exactly one of `order`, `transfer` and `change` is not null. */
export class HistoryEntry extends Schema.Class<HistoryEntry>("HistoryEntry")({
  /** The place of the entry in the history: as `cursor` it asks for what came before. */
  key: Schema.String,
  /** When it happened. */
  at: Schema.DateTimeUtc,
  /** What happened, as for the filter `kind`. */
  kind: HistoryKind,
  /** The change of the balance; positive is more for the guest. */
  amount: Money.Cents,
  /** The change of the number of vouchers; positive is more for the guest. */
  vouchers: Schema.Int,
  /** The balance afterwards; null if it was not concerned. */
  new_balance: nullOr(Money.Cents),
  /** The name of the user who did it; null for the guest and for the system. */
  person: nullOr(Schema.String),
  /** The order; null unless it was one. */
  order: nullOr(HistoryOrder),
  /** The movement without an order; null unless it was one. */
  transfer: nullOr(HistoryTransfer),
  /** The change of the account; null unless it was one. */
  change: nullOr(HistoryChange)
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
