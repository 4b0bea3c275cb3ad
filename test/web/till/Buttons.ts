import { fromCents } from "../../../web/kit/Amount.ts"
import type { SaleButton } from "../../../web/till/sale/Basket.ts"

/** A button of a till, as its configuration has it. */
export const button = (id: number, more: Partial<SaleButton> = {}): SaleButton => ({
  id,
  name: `Button ${id}`,
  short_name: null,
  colour: null,
  picture_hash: null,
  category_id: null,
  price: fromCents(id * 110),
  list_price: null,
  prices: [],
  default_price: null,
  price_in_vouchers: null,
  price_per_voucher: null,
  is_returnable: false,
  fixed_price: true,
  is_sold_out: false,
  products: [],
  ...more
})
