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
import { alone, deposit, inGlasses, layouts, reduced, taxRates, tickets } from "./DemoGoods.ts"

const taxRate = Schema.decodeUnknownSync(Schema.toCodecJson(NewTaxRate))
const product = Schema.decodeUnknownSync(Schema.toCodecJson(NewProduct))
const ticket = Schema.decodeUnknownSync(Schema.toCodecJson(NewTicket))

/** Ids of the layouts by their place. */
export type DemoLayouts = { readonly [Place in keyof typeof layouts]: bigint }

type Named = { readonly name: string; readonly id: bigint }

/** Makes tax rates, products, tickets, buttons and layouts. */
export const makeCatalogue = Effect.fnUntraced(function*(caller: AtEvent) {
  const services = { products: yield* Products, taxRates: yield* TaxRates, tickets: yield* Tickets }
  yield* Effect.forEach(taxRates, (input) => services.taxRates.create(caller, taxRate(input)), { discard: true })
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
