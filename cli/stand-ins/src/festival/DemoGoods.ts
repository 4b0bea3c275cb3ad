import { nullOr } from "@wristbank/core/base/OptionalField"
import { Schema } from "effect"
import { inFile } from "./DemoFile.ts"

/** The product that a returned glass gives the price of back. */
export const deposit = "Deposit"

const decode = <S extends Schema.Codec<unknown, unknown>>(schema: S, section: string): ReadonlyArray<S["Type"]> =>
  Schema.decodeUnknownSync(Schema.Array(schema))(inFile(section))

const TaxRate = Schema.Struct({
  name: Schema.String,
  rate: Schema.Number,
  description: Schema.String,
  tax_type: Schema.String
})

const Product = Schema.Struct({
  name: Schema.String,
  /** In euro. */
  price: nullOr(Schema.Number),
  fixed_price: Schema.Boolean,
  price_in_vouchers: nullOr(Schema.Number),
  is_returnable: Schema.Boolean,
  tax_rate: Schema.String,
  user_tag_variants: Schema.Array(Schema.String)
})

const Ticket = Schema.Struct({
  name: Schema.String,
  /** In euro, without the money that goes onto the wristband. */
  price: Schema.Number,
  initial_top_up_amount: Schema.Number,
  tax_rate: Schema.String,
  user_tag_variants: Schema.Array(Schema.String)
})

const Button = Schema.Struct({ name: Schema.String, products: Schema.Array(Schema.String) })

const Layout = Schema.Struct({
  name: Schema.String,
  buttons: Schema.Array(Schema.String),
  tickets: Schema.Array(Schema.String)
})

/** The rates of the festival, beside the one that every event has. */
export const taxRates = decode(TaxRate, "tax_rates")

/** One press sells the products of a button: drinks in glasses have a deposit. */
export const tillButtons = decode(Button, "till_buttons")

const withRestrictions = <A extends { readonly user_tag_variants: ReadonlyArray<string> }>(
  { user_tag_variants: restrictions, ...rest }: A
) => ({ ...rest, restrictions })

const products = decode(Product, "products").map(withRestrictions)

const isInGlass = ({ name }: { readonly name: string }) =>
  name !== deposit && tillButtons.some((button) => button.name === name && button.products.includes(deposit))

/** Drinks in glasses. */
export const inGlasses = products.filter(isInGlass)

/** Goods without a deposit, and the deposit itself. */
export const alone = products.filter((product) => !isInGlass(product))

export const tickets = decode(Ticket, "tickets").map(withRestrictions)

const layoutNamed = (name: string) => {
  const found = decode(Layout, "till_layouts").find((layout) => layout.name === name)
  if (found === undefined) throw new Error(`The demo festival has no layout ${name}`)
  return found
}

/** The buttons and tickets that each kind of till shows. */
export const layouts = {
  bar: layoutNamed("Bar"),
  food: layoutNamed("Food"),
  entry: layoutNamed("Entry"),
  cash: layoutNamed("Cash")
}
