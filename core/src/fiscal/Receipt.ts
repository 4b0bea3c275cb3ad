import { Order as Ordering, Schema } from "effect"
import { Currency } from "../base/Currency.ts"
import { Id } from "../base/Id.ts"
import * as Money from "../base/Money.ts"
import { nullOr } from "../base/OptionalField.ts"
import { TaxType } from "../base/TaxType.ts"
import { Rate } from "../event/TaxRate.ts"
import { hasReceipt, type LineItem, Order } from "../journal/Order.ts"
import { format, qrTextOf, type SignedTransaction } from "../tse/QrText.ts"
import { rateKey, type TaxTypes } from "./TaxKey.ts"

/** An order as its guest sees it. */
export class OrderWithBon extends Schema.Class<OrderWithBon>("OrderWithBon")({
  ...Order.fields,
  /** Whether the order has a receipt yet. */
  bon_generated: nullOr(Schema.Boolean)
}) {}

/** The progress of an order's signature; `new` and `pending` become `done` or `failure`. */
export const SignatureStatus = Schema.Literals(["new", "pending", "done", "failure"])

/** An order with the facts of its signature, null without one. A receipt never identifies the guest. */
export class OrderWithTse extends Schema.Class<OrderWithTse>("OrderWithTse")({
  ...Order.fields,
  /**
   * How far its signature is. `failure` as well for an order that is never signed, so that no one waits for a signature.
   */
  signature_status: SignatureStatus,
  /** Whether the order has to be signed; false if no signing device was in use when it was booked. */
  needs_signature: Schema.Boolean,
  /** Why there is no signature; null unless the status is `failure`. */
  signature_failure: nullOr(Schema.String),
  /** The kind of what was signed (`processType`), such as `Kassenbeleg-V1`; null without a signature. */
  transaction_process_type: nullOr(Schema.String),
  /** The text that was signed (`processData`); null without a signature. */
  transaction_process_data: nullOr(Schema.String),
  /** The number of the transaction at the signing device; null without a signature. */
  tse_transaction: nullOr(Schema.String),
  /** The signature counter of the device; null without a signature. */
  tse_signaturenr: nullOr(Schema.String),
  /** When the device began the transaction, as `YYYY-MM-DDTHH:MM:SS.000Z`; null without a signature. */
  tse_start: nullOr(Schema.String),
  /** When the device ended the transaction, in the same form; null without a signature. */
  tse_end: nullOr(Schema.String),
  /** The serial number of the device; null without a signature. */
  tse_serial: nullOr(Schema.String),
  /** The algorithm of the signature; null without one. */
  tse_hashalgo: nullOr(Schema.String),
  /** The format of time in what was signed; null without a signature. */
  tse_time_format: nullOr(Schema.String),
  /** The signature in base64; null without one. */
  tse_signature: nullOr(Schema.String),
  /** The public key of the device in base64; null without a signature. */
  tse_public_key: nullOr(Schema.String),
  node_id: Id,
  /** The text of the QR code on the receipt, by which the tax office checks the signature; empty without one. */
  tse_qr_code_text: Schema.String
}) {}

/** Sums of the lines of one tax rate. */
export class TaxRateAggregation extends Schema.Class<TaxRateAggregation>("TaxRateAggregation")({
  /** The name of the tax rate. */
  tax_name: Schema.String,
  /** The tax rate as a fraction: 0.19 is 19 %. */
  tax_rate: Rate,
  /** What the rate is for the tax office; null if it has no type. */
  tax_type: nullOr(TaxType),
  /** The gross price of its lines together. */
  total_price: Money.Cents,
  /** The tax contained in it. */
  total_tax: Money.Cents,
  /** The price without tax. */
  total_no_tax: Money.Cents
}) {}

/** The issuer of the receipt, as the event had it when the order was booked. */
export class BonConfig extends Schema.Class<BonConfig>("BonConfig")({
  /** The heading of the receipt. */
  title: Schema.String,
  /** Who issues it. */
  issuer: Schema.String,
  /** The address of the issuer. */
  address: Schema.String,
  /** The VAT id of the issuer. */
  ust_id: Schema.String
}) {}

/** A receipt. */
export class BonJson extends Schema.Class<BonJson>("BonJson")({
  /**
   * The order with the facts of its signature. Without the guest's account and wristband, as a link to a receipt is passed on.
   */
  order: OrderWithTse,
  /** The sums by tax rate, in ascending order of the rate. */
  tax_rate_aggregations: Schema.Array(TaxRateAggregation),
  /** The issuer, as the event had it when the order was booked. */
  config: BonConfig,
  /** The currency as three letters (ISO 4217), such as `EUR`. */
  currency_identifier: Currency
}) {}

/** The signature of an order, with the number of its device. */
export interface Signature extends SignedTransaction {
  readonly serial: string
}

/** The state of an order's signature. */
export type Signing =
  /** The event does not sign, or did not when it was booked. */
  | { readonly status: "none" }
  | { readonly status: "new" | "pending" }
  | { readonly status: "failure"; readonly message: string }
  | { readonly status: "done"; readonly signature: Signature }

/** The facts of a receipt. None of them ever changes but the signature, once. */
export interface ReceiptFacts {
  readonly order: Order
  /** The node of its till. */
  readonly nodeId: bigint
  readonly signing: Signing
  readonly config: BonConfig
  readonly currency: string
  /** By the id of the tax rate. */
  readonly taxTypes: TaxTypes
}

/** Whether an order already has a receipt: shifts never do, and others wait until their signature is there or has failed. */
export const isReady = (lines: number, status: Signing["status"]): boolean =>
  hasReceipt(lines) && status !== "new" && status !== "pending"

/** The state of a signature by the columns of its order: `new` until its signing has begun, `none` if it needs none. */
export const signingStatus = (
  { is_signed, signing_status }: { readonly is_signed: boolean; readonly signing_status: string | null }
): Signing["status"] =>
  signing_status === "done" || signing_status === "failure"
    ? signing_status
    : !is_signed
    ? "none"
    : signing_status === "pending"
    ? "pending"
    : "new"

/** The receipt of an order; null as long as there is none. */
export const receipt = (facts: ReceiptFacts): BonJson | null =>
  isReady(facts.order.line_items.length, facts.signing.status) ? issue(facts) : null

/** A receipt, ready or not. */
export const issue = ({ config, currency, nodeId, order, signing, taxTypes }: ReceiptFacts): BonJson =>
  new BonJson({
    order: new OrderWithTse({ ...withoutGuest(order), ...signedFields(signing), node_id: nodeId }),
    tax_rate_aggregations: aggregate(order.line_items, taxTypes),
    config,
    currency_identifier: currency
  })

/** Links to receipts are printed and passed on, so the guest's wristband and account are left out. */
const withoutGuest = (order: Order) => ({
  ...order,
  customer_account_id: null,
  customer_tag_id: null,
  customer_tag_uid: null,
  customer_tag_uid_hex: null
})

/** For orders from before the first signing device or after the last, and of events without any. */
const neverSigned = "never signed: no signing device was in use when the order was booked"

/**
 * A receipt without the facts that no one may find out by counting up numbers: the uuid, which opens the receipt for ever, the
 * cashier and the register. Published applications read some fields as text, so these are empty instead of null.
 */
export const withoutSignIn = (bon: BonJson): BonJson =>
  new BonJson({
    ...bon,
    order: new OrderWithTse({ ...bon.order, uuid: "", cashier_id: null, cash_register_id: null })
  })

const unsigned = {
  needs_signature: true,
  signature_failure: null,
  transaction_process_type: null,
  transaction_process_data: null,
  tse_transaction: null,
  tse_signaturenr: null,
  tse_start: null,
  tse_end: null,
  tse_serial: null,
  tse_hashalgo: null,
  tse_time_format: null,
  tse_signature: null,
  tse_public_key: null,
  tse_qr_code_text: ""
}

const signedFields = (signing: Signing) => {
  switch (signing.status) {
    case "done":
      return { ...unsigned, signature_status: "done" as const, ...signatureFields(signing.signature) }
    case "failure":
      return { ...unsigned, signature_status: "failure" as const, signature_failure: signing.message }
    case "pending":
      return { ...unsigned, signature_status: "pending" as const }
    case "none": {
      const status = { signature_status: "failure" as const, needs_signature: false, signature_failure: neverSigned }
      return { ...unsigned, ...status }
    }
    default:
      return { ...unsigned, signature_status: "new" as const }
  }
}

const signatureFields = (signed: Signature) => {
  const code = qrTextOf(signed)
  return {
    transaction_process_type: code.processType,
    transaction_process_data: code.processData,
    tse_transaction: code.transactionNumber,
    tse_signaturenr: code.signatureCounter,
    tse_start: code.startTime,
    tse_end: code.logTime,
    tse_serial: signed.serial,
    tse_hashalgo: code.algorithm,
    tse_time_format: code.timeFormat,
    tse_signature: code.signature,
    tse_public_key: code.publicKey,
    tse_qr_code_text: format(code)
  }
}

const byRate = Ordering.combine(
  Ordering.mapInput(Ordering.Number, (one: TaxRateAggregation) => one.tax_rate),
  Ordering.mapInput(Ordering.String, (one: TaxRateAggregation) => one.tax_name)
)

/** Sums of the lines by tax rate, ascending. Taxes are added up from the lines, not computed anew, so that all sums agree. */
export const aggregate = (
  lines: ReadonlyArray<Pick<LineItem, "tax_name" | "tax_rate" | "tax_rate_id" | "total_price" | "total_tax">>,
  taxTypes: TaxTypes
): ReadonlyArray<TaxRateAggregation> =>
  Array.from(Map.groupBy(lines, (line) => `${line.tax_rate} ${line.tax_name}`).values(), (group) => {
    const [{ tax_name, tax_rate, tax_rate_id }] = group as [typeof lines[number]]
    const total_price = Money.sum(group.map((line) => line.total_price))
    const total_tax = Money.sum(group.map((line) => line.total_tax))
    return new TaxRateAggregation({
      tax_name,
      tax_rate,
      tax_type: taxTypes.get(rateKey(tax_rate_id, tax_rate)) ?? null,
      total_price,
      total_tax,
      total_no_tax: Money.subtract(total_price, total_tax)
    })
  }).toSorted(byRate)
