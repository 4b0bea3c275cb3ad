import { NewProduct } from "@wristbank/core/catalogue/Product"
import { Products } from "@wristbank/core/catalogue/Products"
import { NewTaxRate } from "@wristbank/core/catalogue/TaxRate"
import { TaxRates } from "@wristbank/core/catalogue/TaxRates"
import { NewTicket } from "@wristbank/core/catalogue/Ticket"
import { Tickets } from "@wristbank/core/catalogue/Tickets"
import { NewTillButton } from "@wristbank/core/catalogue/TillButton"
import { TillButtons } from "@wristbank/core/catalogue/TillButtons"
import { NewTillLayout } from "@wristbank/core/catalogue/TillLayout"
import { TillLayouts } from "@wristbank/core/catalogue/TillLayouts"
import type { AtEvent } from "@wristbank/core/organisation/Caller"
import { Effect, Schema } from "effect"

const taxRate = Schema.decodeUnknownSync(Schema.toCodecJson(NewTaxRate))
const product = Schema.decodeUnknownSync(Schema.toCodecJson(NewProduct))
const ticket = Schema.decodeUnknownSync(Schema.toCodecJson(NewTicket))

const full = "VAT 19 %"
const reduced = "VAT 7 %"
/** The rate that every event has. */
const none = "none"

const taxRates = [
  taxRate({ name: full, rate: 0.19, description: "Value added tax", tax_type: "regular_vat" }),
  taxRate({ name: reduced, rate: 0.07, description: "Reduced value added tax", tax_type: "reduced_vat" })
]

const deposit = "Deposit"

/** Prices in euro. Drinks in glasses have a deposit; one press of their button sells both. */
const inGlasses = [
  { name: "Beer", price: 4.5, price_in_vouchers: 1, restrictions: ["under_16"], tax: full },
  { name: "Radler", price: 4.5, price_in_vouchers: 1, restrictions: ["under_16"], tax: full },
  { name: "Wine", price: 5, restrictions: ["under_16"], tax: full },
  { name: "Gin and tonic", price: 8, restrictions: ["under_18"], tax: full },
  { name: "Cola", price: 3.5, price_in_vouchers: 1, tax: full },
  { name: "Water", price: 2.5, price_in_vouchers: 1, tax: full }
]

const alone = [
  { name: deposit, price: 2, is_returnable: true, tax: none },
  { name: "Coffee", price: 3, tax: full },
  { name: "Chips", price: 4, price_in_vouchers: 1, tax: reduced },
  { name: "Veggie burger", price: 9, price_in_vouchers: 2, tax: reduced },
  { name: "Ice cream", price: 2.5, tax: reduced },
  { name: "Merchandise", price: null, fixed_price: false, tax: full }
]

const tickets = [
  { name: "Adult", price: 35, initial_top_up_amount: 10, restrictions: [] },
  { name: "Under 18", price: 25, initial_top_up_amount: 10, restrictions: ["under_18"] },
  { name: "Under 16", price: 15, initial_top_up_amount: 0, restrictions: ["under_16"] }
]

const layouts = {
  bar: { name: "Bar", buttons: [...inGlasses.map(({ name }) => name), "Coffee", deposit] },
  food: { name: "Food", buttons: ["Chips", "Veggie burger", "Ice cream", "Coffee", "Water", deposit, "Merchandise"] },
  entry: { name: "Entry", tickets: tickets.map(({ name }) => name) },
  cash: { name: "Cash", buttons: [] }
}

/** Ids of the layouts by their place. */
export type DemoLayouts = { readonly [Place in keyof typeof layouts]: bigint }

type Named = { readonly name: string; readonly id: bigint }

/** Makes tax rates, products, tickets, buttons and layouts. */
export const makeCatalogue = Effect.fnUntraced(function*(caller: AtEvent) {
  const services = { products: yield* Products, taxRates: yield* TaxRates, tickets: yield* Tickets }
  yield* Effect.forEach(taxRates, (input) => services.taxRates.create(caller, input), { discard: true })
  const rates = yield* services.taxRates.list(caller)
  const products = yield* Effect.forEach(
    [...inGlasses, ...alone],
    ({ tax, ...input }) =>
      services.products.create(caller, product({ ...input, tax_rate_id: Number(idOf(rates, tax)), is_locked: true }))
  )
  const passes = yield* Effect.forEach(tickets, (input) =>
    services.tickets.create(
      caller,
      ticket({ ...input, tax_rate_id: Number(idOf(rates, reduced)), is_locked: true })
    ))
  return yield* makeLayouts(caller, products, passes)
})

const makeLayouts = Effect.fnUntraced(function*(
  caller: AtEvent,
  products: ReadonlyArray<Named>,
  passes: ReadonlyArray<Named>
) {
  const tillButtons = yield* TillButtons
  const tillLayouts = yield* TillLayouts
  const glasses = inGlasses.map(({ name }) => ({ name, sells: [name, deposit] }))
  const buttons = yield* Effect.forEach(
    [...glasses, ...alone.map(({ name }) => ({ name, sells: [name] }))],
    (button) =>
      tillButtons.create(
        caller,
        new NewTillButton({ name: button.name, product_ids: button.sells.map((name) => idOf(products, name)) })
      )
  )
  const make = (layout: {
    readonly name: string
    readonly buttons?: ReadonlyArray<string>
    readonly tickets?: ReadonlyArray<string>
  }) =>
    Effect.map(
      tillLayouts.create(
        caller,
        new NewTillLayout({
          name: layout.name,
          description: null,
          button_ids: (layout.buttons ?? []).map((name) => idOf(buttons, name)),
          ticket_ids: (layout.tickets ?? []).map((name) => idOf(passes, name))
        })
      ),
      ({ id }) => id
    )
  return {
    bar: yield* make(layouts.bar),
    food: yield* make(layouts.food),
    entry: yield* make(layouts.entry),
    cash: yield* make(layouts.cash)
  } satisfies DemoLayouts
})

const idOf = (made: ReadonlyArray<Named>, name: string): bigint => {
  const found = made.find((one) => one.name === name)
  if (found === undefined) throw new Error(`The demo festival has no ${name}`)
  return found.id
}
