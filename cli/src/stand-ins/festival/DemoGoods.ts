/** The regular rate of tax. */
const full = "VAT 19 %"
/** The rate of food and tickets. */
export const reduced = "VAT 7 %"
/** The rate that every event has. */
const none = "none"

/** The rates of the festival, beside the one that every event has. */
export const taxRates = [
  { name: full, rate: 0.19, description: "Value added tax", tax_type: "regular_vat" },
  { name: reduced, rate: 0.07, description: "Reduced value added tax", tax_type: "reduced_vat" }
] as const

/** The product that a returned glass gives the price of back. */
export const deposit = "Deposit"

/** Prices in euro. Drinks in glasses have a deposit; one press of their button sells both. */
export const inGlasses = [
  { name: "Beer", price: 4.5, price_in_vouchers: 1, restrictions: ["under_16"], tax: full },
  { name: "Radler", price: 4.5, price_in_vouchers: 1, restrictions: ["under_16"], tax: full },
  { name: "Wine", price: 5, restrictions: ["under_16"], tax: full },
  { name: "Gin and tonic", price: 8, restrictions: ["under_18"], tax: full },
  { name: "Cola", price: 3.5, price_in_vouchers: 1, tax: full },
  { name: "Water", price: 2.5, price_in_vouchers: 1, tax: full }
]

/** Goods without a deposit, and the deposit itself. */
export const alone = [
  { name: deposit, price: 2, is_returnable: true, tax: none },
  { name: "Coffee", price: 3, tax: full },
  { name: "Chips", price: 4, price_in_vouchers: 1, tax: reduced },
  { name: "Veggie burger", price: 9, price_in_vouchers: 2, tax: reduced },
  { name: "Ice cream", price: 2.5, tax: reduced },
  { name: "Merchandise", price: null, fixed_price: false, tax: full }
]

/** Prices in euro, without the money that goes onto the wristband. */
export const tickets = [
  { name: "Adult", price: 35, initial_top_up_amount: 10, restrictions: [] },
  { name: "Under 18", price: 25, initial_top_up_amount: 10, restrictions: ["under_18"] },
  { name: "Under 16", price: 15, initial_top_up_amount: 0, restrictions: ["under_16"] }
]

/** The buttons and tickets that each kind of till shows. */
export const layouts = {
  bar: { name: "Bar", buttons: [...inGlasses.map(({ name }) => name), "Coffee", deposit] },
  food: { name: "Food", buttons: ["Chips", "Veggie burger", "Ice cream", "Coffee", "Water", deposit, "Merchandise"] },
  entry: { name: "Entry", tickets: tickets.map(({ name }) => name) },
  cash: { name: "Cash", buttons: [] }
}
