import { Schema } from "effect"
import * as Money from "../ledger/Money.ts"
import type { Privilege } from "../organisation/Privilege.ts"
import { Moment } from "../primitives/Moment.ts"

/** Privileges to see an event's card payments, which are those of the whole event. */
export const maySeePayments: ReadonlyArray<Privilege> = ["node_administration"]

/** A movement of money as operators see it. */
export class SumUpTransaction extends Schema.Class<SumUpTransaction>("SumUpTransaction")({
  id: Schema.String,
  amount: Money.Cents,
  currency: Schema.String,
  /** A status that we don't know counts as pending. */
  status: Schema.Literals(["SUCCESSFUL", "CANCELLED", "FAILED", "PENDING", "REFUNDED"]),
  timestamp: Moment,
  /** Empty if the provider has none. */
  transaction_code: Schema.String,
  payment_type: Schema.NullOr(Schema.String),
  product_summary: Schema.NullOr(Schema.String),
  card_type: Schema.NullOr(Schema.String),
  type: Schema.NullOr(Schema.String)
}) {}

/** A checkout as operators see it. */
export class SumUpCheckout extends Schema.Class<SumUpCheckout>("SumUpCheckout")({
  /** The uuid of the order. */
  checkout_reference: Schema.String.annotate({ format: "uuid" }),
  id: Schema.String,
  amount: Money.Cents,
  currency: Schema.String,
  merchant_code: Schema.String,
  description: Schema.String,
  /** An expired checkout can't be paid and counts as failed; a status that we don't know counts as pending. */
  status: Schema.Literals(["PENDING", "FAILED", "PAID"]),
  /** Whether it can't be paid any more, because it expired or was deactivated. */
  expired: Schema.Boolean,
  date: Moment,
  valid_until: Schema.NullOr(Moment),
  transaction_code: Schema.NullOr(Schema.String),
  transaction_id: Schema.NullOr(Schema.String),
  transactions: Schema.Array(SumUpTransaction)
}) {}
