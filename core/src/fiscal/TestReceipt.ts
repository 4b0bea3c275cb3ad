import type { DateTime } from "effect"
import * as Money from "../base/Money.ts"
import type { TaxType } from "../base/TaxType.ts"
import { complete } from "../event/Product.ts"
import { pricedLine } from "../journal/Booking.ts"
import { taxesOf } from "../journal/LineItem.ts"
import { LineItem, Order } from "../journal/Order.ts"
import { type BonConfig, type BonJson, issue } from "./Receipt.ts"
import { rateKey } from "./TaxKey.ts"

const rates: ReadonlyArray<{ readonly name: string; readonly rate: number; readonly type: TaxType }> = [
  { name: "none", rate: 0, type: "no_tax" },
  { name: "eust", rate: 700, type: "reduced_vat" },
  { name: "ust", rate: 1900, type: "regular_vat" }
]

const goods = [
  { name: "Helles 0,5 l", quantity: 2, price: "5", rate: 2, is_returnable: false },
  { name: "Brezel", quantity: 1, price: "2", rate: 1, is_returnable: false },
  // The deposit on the glass has the rate of the drink (UStAE 10.1 (8)).
  { name: "Pfand", quantity: 2, price: "2", rate: 2, is_returnable: true },
  { name: "Spende", quantity: 1, price: "1", rate: 0, is_returnable: false }
]

/** Identity and issuer of a sample receipt. */
export interface TestReceiptFacts {
  readonly eventId: bigint
  readonly uuid: string
  readonly bookedAt: DateTime.Utc
  readonly config: BonConfig
  readonly currency: string
}

/** A receipt of goods that no one bought, which shows operators how receipts look; nothing is booked or signed. */
export const testReceipt = ({ bookedAt, config, currency, eventId, uuid }: TestReceiptFacts): BonJson => {
  const priced = goods.map((good, item_id) => {
    const { name: tax_name, rate: tax_rate } = rates[good.rate]!
    const price = Money.parse(good.price)!
    const tax_rate_id = BigInt(good.rate)
    const product = complete({
      name: good.name,
      price,
      fixed_price: true,
      price_in_vouchers: null,
      tax_rate_id,
      user_tag_variant_ids: [],
      restrictions: [],
      is_locked: true,
      is_returnable: good.is_returnable,
      target_account_id: null,
      category_id: null,
      node_id: eventId,
      id: BigInt(item_id),
      tax_name,
      tax_rate,
      type: "user_defined"
    })
    return { ...pricedLine({ product, revisionId: 0n }, price, good.quantity), item_id }
  })
  const taxes = taxesOf(priced)
  const lines = priced.map((line, at) => new LineItem({ ...line, total_tax: taxes[at]! }))
  const total_price = Money.sum(lines.map((line) => line.total_price))
  const total_tax = Money.sum(lines.map((line) => line.total_tax))
  const order = new Order({
    id: 1n,
    uuid,
    total_price,
    total_tax,
    total_no_tax: Money.subtract(total_price, total_tax),
    cancels_order: null,
    booked_at: bookedAt,
    payment_method: "tag",
    order_type: "sale",
    cashier_id: 0n,
    till_id: 0n,
    cash_register_id: null,
    customer_account_id: null,
    customer_tag_uid: null,
    customer_tag_id: null,
    line_items: lines,
    customer_tag_uid_hex: null
  })
  const taxTypes = new Map(rates.map(({ rate, type }, id) => [rateKey(BigInt(id), rate), type]))
  return issue({ order, nodeId: eventId, signing: { status: "none" }, config, currency, taxTypes })
}
