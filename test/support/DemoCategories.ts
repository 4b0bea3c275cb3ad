import type { Office } from "./DemoTill.ts"

interface Made {
  readonly id: number
}
interface Listed<T> {
  readonly entities: Readonly<Record<string, T>>
}

/** What the profile "Categories" sells, by category; the last are in none. */
const goods = [
  { name: "Cold drinks", colour: "blue", products: ["Spezi", "Tonic", "Iced tea", "Mate", "Cider"] },
  { name: "Food", colour: "orange", products: ["Fries", "Pizza", "Salad", "Soup", "Crêpe"] },
  { name: null, colour: null, products: ["T-shirt", "Poster", "Earplugs"] }
] as const

/** A profile whose layout has enough buttons for tabs. */
export const makeProfileWithCategories = async (office: Office): Promise<void> => {
  const rates = await office<Listed<Made & { readonly name: string }>>("GET", "/tax-rates?node_id=1")
  const tax_rate_id = Object.values(rates.entities)[0]!.id
  const button_ids: Array<number> = []
  for (const { colour, name, products } of goods) {
    const category = name === null
      ? null
      : await office<Made>("POST", "/product-categories?node_id=1", { name, colour })
    for (const product of products) {
      const body = { name: product, price: 3, tax_rate_id, is_locked: true, category_id: category?.id ?? null }
      const { id } = await office<Made>("POST", "/products?node_id=1", body)
      const button = await office<Made>("POST", "/till-buttons?node_id=1", { name: product, product_ids: [id] })
      button_ids.push(button.id)
    }
  }
  const layout = await office<Made>("POST", "/till-layouts?node_id=1", { name: "Categories", button_ids })
  await office("POST", "/till-profiles?node_id=1", {
    name: "Categories",
    layout_id: layout.id,
    allow_top_up: false,
    allow_cash_out: false,
    allow_ticket_sale: false,
    allow_ticket_vouchers: false,
    enable_ssp_payment: true,
    enable_cash_payment: true,
    enable_card_payment: false
  })
}
