import { assert } from "@effect/vitest"
import { Effect } from "effect"
import { type Body } from "../../support/FestivalServer.ts"
import { type Office, office } from "../TillOffice.ts"

/** The calls of an administrator on one kind of object: its path, a valid body, and its audit entries. */
export interface Noun {
  readonly path: string
  readonly elementType: string
  readonly logType: string
  /** A valid body for this setting, with this name. */
  readonly body: (setting: Setting, name: string) => Body
  /** A body that breaks a rule of the kind. */
  readonly against: (setting: Setting) => Body
  /** The rules of a name that is taken, and of what `against` is against. */
  readonly rules: { readonly taken: string; readonly against: string }
}

interface Setting {
  readonly here: Office
  readonly none: number
  readonly product: number
  readonly button: number
  readonly layout: number
}

export const product = (name: string, tax_rate_id: unknown, more: object = {}) => ({
  name,
  price: 3.5,
  tax_rate_id,
  is_locked: true,
  ...more
})
export const ticket = (name: string, tax_rate_id: unknown) => ({
  name,
  price: 12,
  tax_rate_id,
  restrictions: ["under_16"],
  is_locked: true,
  initial_top_up_amount: 5
})
const profile = (name: string, layout_id: unknown) => ({
  name,
  layout_id,
  allow_top_up: true,
  allow_cash_out: false,
  allow_ticket_sale: false,
  allow_ticket_vouchers: false,
  enable_ssp_payment: true,
  enable_cash_payment: true,
  enable_card_payment: false
})

export const nouns: ReadonlyArray<Noun> = [
  {
    path: "/products",
    elementType: "product",
    logType: "product",
    body: ({ none }, name) => product(name, none),
    against: ({ none }) => product("X", none, { price: null }),
    rules: { taken: "catalogue.product_name_taken", against: "catalogue.fixed_price_missing" }
  },
  {
    path: "/product-categories",
    elementType: "product_category",
    logType: "product_category",
    body: (_, name) => ({ name, colour: "teal", sequence: 3 }),
    against: () => ({ name: "Pils", colour: "teal" }),
    rules: { taken: "catalogue.category_name_taken", against: "catalogue.category_name_taken" }
  },
  {
    path: "/tax-rates",
    elementType: "tax_rate",
    logType: "tax_rate",
    body: (_, name) => ({ name, rate: 0.19, description: "19 %" }),
    against: () => ({ name: "none", rate: 0, description: "" }),
    rules: { taken: "catalogue.tax_rate_name_taken", against: "catalogue.tax_rate_name_taken" }
  },
  {
    path: "/tickets",
    elementType: "ticket",
    logType: "ticket",
    body: ({ none }, name) => ticket(name, none),
    against: () => ticket("X", 999_999),
    rules: { taken: "catalogue.product_name_taken", against: "catalogue.tax_rate_unknown" }
  },
  {
    path: "/till-buttons",
    elementType: "button",
    logType: "till_button",
    body: (setting, name) => ({ name, product_ids: [setting.product] }),
    against: (setting) => ({ name: "X", product_ids: [setting.product, setting.product] }),
    rules: { taken: "catalogue.button_name_taken", against: "catalogue.button_repeats" }
  },
  {
    path: "/till-layouts",
    elementType: "till_layout",
    logType: "till_layout",
    body: ({ button }, name) => ({ name, button_ids: [button] }),
    against: ({ button }) => ({ name: "X", button_ids: [button, button] }),
    rules: { taken: "catalogue.layout_name_taken", against: "catalogue.layout_repeats" }
  },
  {
    path: "/till-profiles",
    elementType: "till_profile",
    logType: "till_profile",
    body: ({ layout }, name) => profile(name, layout),
    against: () => profile("X", 999_999),
    rules: { taken: "catalogue.profile_name_taken", against: "catalogue.layout_unknown" }
  }
]

export const created = (answer: { readonly status: number; readonly text: string; readonly body: Body }) => {
  assert.strictEqual(answer.status, 200, answer.text)
  return Number(answer.body.id)
}

/** An event with a category, and with a product on a button in a layout. */
export const prepare = Effect.gen(function*() {
  const here = yield* office
  const rates = (yield* here.atEvent("GET", "/tax-rates")).body as { readonly ids: ReadonlyArray<number> }
  const none = rates.ids[0]!
  const beer = created(yield* here.atEvent("POST", "/products", product("Pils", none)))
  yield* here.atEvent("POST", "/product-categories", { name: "Pils", colour: "yellow" })
  const button = created(yield* here.atEvent("POST", "/till-buttons", { name: "Pils", product_ids: [beer] }))
  const layout = created(yield* here.atEvent("POST", "/till-layouts", { name: "Theke", button_ids: [button] }))
  return { here, none, product: beer, button, layout } satisfies Setting
})
