import * as Money from "@wristbank/core/base/Money"
import { type EditInput, editSale, EditSaleProducts } from "@wristbank/core/sale/EditSale"
import { Result, Schema } from "effect"
import { type Breaking, brokenCancel, buyerOf, entriesOf, odd, oddId, returned } from "./BrokenBookings.ts"
import { customer, event, products, uuid } from "./OrderWorld.ts"

const editUuid = "a8f0f0e2-6a3d-4a9e-b9b1-7b1f0c3d2e44"
const editRequest = Schema.decodeUnknownSync(Schema.toCodecJson(EditSaleProducts))

export const brokenEdit = (breaks: Breaking): EditInput | null => {
  const found = entriesOf(breaks)
  const cancel = brokenCancel(null)(breaks)
  if (found === null || cancel === null) return null
  // Who has spent what a return gave them has too little for the return, and can't be above the highest balance.
  if (breaks("NotEnoughFunds: return") && breaks("order.maximum_exceeded")) return null
  const asked = breaks("order.product_unknown") ? [...found, { till_button_id: 999, quantity: 1 }] : found
  const input: EditInput = {
    request: editRequest({
      uuid: editUuid,
      used_vouchers: breaks("NotEnoughVouchers") ? 9 : 0,
      products: asked.map(({ till_button_id, ...howMuch }) => ({ product_id: till_button_id, ...howMuch }))
    }),
    cancelUuid: uuid,
    order: cancel.order,
    customer: breaks("NotEnoughFunds: return")
      ? { ...buyerOf(breaks), balance: Money.Cents.make(100n) }
      : { ...buyerOf(breaks), balance: Money.Cents.make(breaks("NotEnoughFunds") ? 300n : 14_000n) },
    products: new Map([...products, [oddId, odd(breaks)]]),
    event
  }
  if (!breaks("order.correction_unchanged")) return input
  // What a guest who may buy it, has enough and may have as much as they like would have bought.
  const settings = { ...event.settings, max_account_balance: Money.Cents.make(Money.limit) }
  const anyone = { order: returned(() => false), customer: customer("140", 9), event: { ...event, settings } }
  const sold = editSale({ ...input, ...anyone })
  return Result.isFailure(sold) || input.order === null
    ? null
    : { ...input, order: { ...input.order, lines: sold.success.sale.lines } }
}
