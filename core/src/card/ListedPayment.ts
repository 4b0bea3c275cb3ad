import { Schema } from "effect"
import { Moment } from "../base/Moment.ts"
import * as Money from "../base/Money.ts"
import { nullOr } from "../base/OptionalField.ts"
import type { Privilege } from "../organisation/Privilege.ts"

/** Privileges to see an event's card payments, which are those of the whole event. */
export const maySeePayments: ReadonlyArray<Privilege> = ["node_administration"]

/** A movement of money as operators see it. */
export class SumUpTransaction extends Schema.Class<SumUpTransaction>("SumUpTransaction")({
  /** The card provider's id. */
  id: Schema.String,
  /** The amount that moved. */
  amount: Money.Cents,
  /** The currency, such as EUR. */
  currency: Schema.String,
  /** What the card provider says of it. A status that Wristbank does not know counts as `PENDING`. */
  status: Schema.Literals(["SUCCESSFUL", "CANCELLED", "FAILED", "PENDING", "REFUNDED"]),
  /** When it was made. */
  timestamp: Moment,
  /** The code on the slip, such as TAAA6S3WWF; empty if the card provider has none. */
  transaction_code: Schema.String,
  /** How it was paid, as the card provider names it, such as POS or ECOM; null if unknown. */
  payment_type: nullOr(Schema.String),
  /** What it was for, as the card provider notes it; null if nothing. */
  product_summary: nullOr(Schema.String),
  /** The brand of the card, such as VISA; null if unknown. */
  card_type: nullOr(Schema.String),
  /** `PAYMENT`, `REFUND` or `CHARGE_BACK`; null if the card provider names another kind. */
  type: nullOr(Schema.String)
}) {}

/** A checkout as operators see it. */
export class SumUpCheckout extends Schema.Class<SumUpCheckout>("SumUpCheckout")({
  /** The UUID of the order that it pays. */
  checkout_reference: Schema.String.annotate({ format: "uuid" }),
  /** The card provider's id. */
  id: Schema.String,
  /** The amount to be paid. */
  amount: Money.Cents,
  /** The currency, such as EUR. */
  currency: Schema.String,
  /** The merchant account that gets the money. */
  merchant_code: Schema.String,
  /** What the guest reads on the payment. */
  description: Schema.String,
  /**
   * Whether it is paid. An expired checkout can't be paid and counts as `FAILED`; a status that Wristbank does not know counts as
   * `PENDING`.
   */
  status: Schema.Literals(["PENDING", "FAILED", "PAID"]),
  /** Whether it can't be paid any more, because it expired or was deactivated. */
  expired: Schema.Boolean,
  /** When it was made. */
  date: Moment,
  /** Until when it can be paid; null if the card provider names no end. */
  valid_until: nullOr(Moment),
  /** The code of the payment; null while it is not paid. */
  transaction_code: nullOr(Schema.String),
  /** The card provider's id of the payment; null while it is not paid. */
  transaction_id: nullOr(Schema.String),
  /** The attempts to pay it. */
  transactions: Schema.Array(SumUpTransaction)
}) {}
