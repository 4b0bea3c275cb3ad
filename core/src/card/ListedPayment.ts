import { Schema } from "effect"
import * as Money from "../ledger/Money.ts"
import type { Privilege } from "../organisation/Privilege.ts"
import { Moment } from "../primitives/Moment.ts"

/** Who may look into an event's card payments; they are those of the whole event. */
export const maySeePayments: ReadonlyArray<Privilege> = ["node_administration"]

/** A movement of money as operators see it. */
export class SumUpTransaction extends Schema.Class<SumUpTransaction>("SumUpTransaction")({
  id: Schema.String,
  amount: Money.Cents,
  currency: Schema.String,
  /** A word of the provider that is new to us counts as nothing final. */
  status: Schema.Literals(["SUCCESSFUL", "CANCELLED", "FAILED", "PENDING", "REFUNDED"]),
  timestamp: Moment,
  /** Empty when the provider has none. */
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
  /** One that has expired can't be paid any more and counts as failed; a word that is new to us as nothing final. */
  status: Schema.Literals(["PENDING", "FAILED", "PAID"]),
  /** Whether nobody can pay it any more, as its time is over or it was deactivated. */
  expired: Schema.Boolean,
  date: Moment,
  valid_until: Schema.NullOr(Moment),
  transaction_code: Schema.NullOr(Schema.String),
  transaction_id: Schema.NullOr(Schema.String),
  transactions: Schema.Array(SumUpTransaction)
}) {}
