import { Schema } from "effect"
import { Rate } from "../catalogue/TaxRate.ts"
import { Id } from "../ledger/Id.ts"
import * as Money from "../ledger/Money.ts"
import { Currency } from "../organisation/Currency.ts"
import { Order } from "./Order.ts"

/** An order as its guest sees it. */
export class OrderWithBon extends Schema.Class<OrderWithBon>("OrderWithBon")({
  ...Order.fields,
  /** Whether there is a receipt of it. */
  bon_generated: Schema.NullOr(Schema.Boolean)
}) {}

/** An order with what the signing device says of it; null where it did not sign. */
export class OrderWithTse extends Schema.Class<OrderWithTse>("OrderWithTse")({
  ...Order.fields,
  signature_status: Schema.String,
  transaction_process_type: Schema.NullOr(Schema.String),
  transaction_process_data: Schema.NullOr(Schema.String),
  tse_transaction: Schema.NullOr(Schema.String),
  tse_signaturenr: Schema.NullOr(Schema.String),
  tse_start: Schema.NullOr(Schema.String),
  tse_end: Schema.NullOr(Schema.String),
  tse_hashalgo: Schema.NullOr(Schema.String),
  tse_time_format: Schema.NullOr(Schema.String),
  tse_signature: Schema.NullOr(Schema.String),
  tse_public_key: Schema.NullOr(Schema.String),
  node_id: Id,
  tse_qr_code_text: Schema.String
}) {}

/** What the lines of one tax rate come to, in cents. */
export class TaxRateAggregation extends Schema.Class<TaxRateAggregation>("TaxRateAggregation")({
  tax_name: Schema.String,
  tax_rate: Rate,
  total_price: Money.Cents,
  total_tax: Money.Cents,
  total_no_tax: Money.Cents
}) {}

/** Who gives the receipt, as the event had it at that moment. */
export class BonConfig extends Schema.Class<BonConfig>("BonConfig")({
  title: Schema.String,
  issuer: Schema.String,
  address: Schema.String,
  ust_id: Schema.String
}) {}

/** A receipt. */
export class BonJson extends Schema.Class<BonJson>("BonJson")({
  order: OrderWithTse,
  /** By ascending rate. */
  tax_rate_aggregations: Schema.Array(TaxRateAggregation),
  config: BonConfig,
  currency_identifier: Currency
}) {}
