import { nullOr } from "@wristbank/core/base/OptionalField"
import { toHex } from "@wristbank/core/base/TagUid"
import { DateTime, Effect, Schema } from "effect"
import { alone, inGlasses, layouts, taxRates, tickets, tillButtons } from "../festival/DemoGoods.ts"
import { type Article, drinks, meals } from "./Goods.ts"
import { type FestivalSize, floats, shiftsPerDay, type SimulatedTill, type TillKind, tillsOf } from "./Premises.ts"
import { dearer, happyHour, hoursOf, lateMeals, taxRise } from "./PriceChanges.ts"
import { type Body, type SiteClient, type SiteFault } from "./SiteClient.ts"
import { type Wristband, type Wristbands, wristbandsOf } from "./Wristbands.ts"

/** Where a simulated festival happens: the ids and tokens that its steps need. */
export interface Venue {
  readonly eventId: number
  readonly tills: ReadonlyArray<SimulatedTill>
  readonly wristbands: Wristbands
  /** Ids of buttons by their names. */
  readonly buttons: ReadonlyMap<string, number>
  /** Of each till's terminal. */
  readonly tokens: ReadonlyArray<string>
  /** Of the terminal in the office, where the shift lead is signed in. */
  readonly officeToken: string
  readonly leadId: number
  readonly cashierIds: ReadonlyArray<number>
  readonly cashierRole: number
  /** Of each till; null where no one takes cash. */
  readonly registers: ReadonlyArray<number | null>
  /** Ids of the floats that registers are filled with. */
  readonly stockings: ReadonlyMap<bigint, number>
}

/** Which event is made; cards are asked about only where the provider is a stand-in. */
export interface VenueEvent {
  readonly name: string
  /** Midnight of the first day. */
  readonly start: DateTime.Utc
  readonly hasCards: boolean
}

const Ids = Schema.Struct({ id: Schema.Int, registration_uuid: nullOr(Schema.String) })
const Rates = Schema.Struct({
  entities: Schema.Record(Schema.String, Schema.Struct({ id: Schema.Int, name: Schema.String }))
})
const Token = Schema.Struct({ token: Schema.String })

/** The merchant at the stand-in of the card provider. */
export const merchantCode = "SIMULATED"

const cardSettings = {
  sumup_api_key: "simulated",
  sumup_affiliate_key: "simulated",
  sumup_merchant_code: merchantCode,
  sumup_oauth_client_id: "simulated",
  sumup_oauth_client_secret: "simulated"
}

const eventOf = ({ hasCards, name, start }: VenueEvent, days: number) => ({
  name,
  description: "Made by a simulation; none of it is real",
  currency_identifier: "EUR",
  max_account_balance: 150,
  start_date: DateTime.formatIso(start),
  end_date: DateTime.formatIso(DateTime.add(start, { days })),
  daily_end_time: "06:00:00",
  time_zone: "UTC",
  sumup_topup_enabled: false,
  sumup_payment_enabled: hasCards,
  ...(hasCards ? cardSettings : {}),
  customer_portal_url: "",
  customer_portal_about_page_url: "https://festival.example/about",
  customer_portal_data_privacy_url: "https://festival.example/privacy",
  customer_portal_contact_email: "help@festival.example",
  pretix_presale_enabled: false,
  pretix_shop_url: null,
  pretix_organizer: null,
  pretix_event: null,
  pretix_api_key: null,
  pretix_ticket_ids: null,
  ust_id: "DE000000000",
  bon_issuer: "Simulated Festival GmbH",
  bon_address: "Festivalwiese 1\n12345 Musterstadt",
  bon_title: name,
  sepa_enabled: false,
  sepa_sender_name: "",
  sepa_sender_iban: "",
  sepa_description: "",
  sepa_allowed_country_codes: [],
  email_enabled: false
})

/** Makes an event with all that its tills need, through the APIs that operators and terminals use. */
export const makeVenue = Effect.fnUntraced(
  function*(
    apis: { readonly office: SiteClient; readonly terminals: SiteClient },
    size: FestivalSize,
    event: VenueEvent
  ) {
    const { office, terminals } = apis
    const eventId = yield* office.create("/tree/nodes/0/create-event", eventOf(event, size.days))
    const at = (path: string) => `${path}?node_id=${eventId}`
    const create = (path: string, body: Body) => office.create(at(path), body)
    const { buttons, layoutIds, products, rateIds } = yield* makeGoods(office, at)
    if (size.pricesChange === true) yield* planPrices(create, event.start, { products, rateIds })
    const profiles = yield* makeProfiles(create, layoutIds)
    const tills = tillsOf(size)
    const wristbands = wristbandsOf(size, tills.length * shiftsPerDay + 1)
    yield* makeTags(office, at, wristbands)
    const staff = yield* makeStaff(create, office, at, wristbands.staff)
    const stockings = new Map<bigint, number>()
    for (const float of new Set(Object.values(floats))) {
      if (float === null) continue
      const euro20 = Number(float / 20_00n)
      stockings.set(float, yield* create("/till-register-stockings", { name: `Float of ${euro20 * 20}`, euro20 }))
    }
    const registers = yield* Effect.forEach(
      tills,
      ({ float, name }) =>
        float === null ? Effect.succeed(null) : create("/till-registers", { name: `Register of ${name}` })
    )
    const open = (name: string, kind: TillKind) =>
      openTerminal(office, terminals, at, { name, profileId: profiles[kind] })
    const tokens = yield* Effect.forEach(tills, ({ kind, name }) => open(name, kind))
    const officeToken = yield* open("Office", "cashOut")
    yield* signIn(terminals.as(officeToken), wristbands.staff.at(-1)!, staff.leadRole)
    return { eventId, tills, wristbands, buttons, tokens, officeToken, registers, stockings, ...staff } satisfies Venue
  }
)

type Create = (path: string, body: Body) => Effect.Effect<number, SiteFault>
type At = (path: string) => string

/** Tax rates, products, tickets, buttons and layouts. */
const makeGoods = Effect.fnUntraced(function*(office: SiteClient, at: At) {
  const create: Create = (path, body) => office.create(at(path), body)
  for (const rate of taxRates) yield* create("/tax-rates", rate)
  const { entities } = yield* office.get(at("/tax-rates"), Rates)
  const rateIds = new Map(Object.values(entities).map(({ id, name }) => [name, id]))
  const products = new Map<string, number>()
  for (const { tax_rate, ...product } of [...inGlasses, ...alone]) {
    products.set(
      product.name,
      yield* create("/products", { ...product, tax_rate_id: rateIds.get(tax_rate), is_locked: true })
    )
  }
  const ticketIds = yield* Effect.forEach(
    tickets,
    ({ tax_rate, ...ticket }) => create("/tickets", { ...ticket, tax_rate_id: rateIds.get(tax_rate), is_locked: true })
  )
  const buttonIds = new Map<string, number>()
  for (const { name, products: sold } of tillButtons) {
    buttonIds.set(name, yield* create("/till-buttons", { name, product_ids: sold.map((one) => products.get(one)) }))
  }
  const layout = (name: string, shown: ReadonlyArray<string>, ticket_ids: ReadonlyArray<number> = []) =>
    create("/till-layouts", { name, description: null, button_ids: shown.map((one) => buttonIds.get(one)), ticket_ids })
  const cash = yield* layout(layouts.cash.name, [])
  const layoutIds: { readonly [Kind in TillKind]: number } = {
    bar: yield* layout(layouts.bar.name, layouts.bar.buttons),
    food: yield* layout(layouts.food.name, layouts.food.buttons),
    entry: yield* layout(layouts.entry.name, [], ticketIds),
    topUp: cash,
    cashOut: cash
  }
  return { buttons: buttonIds, layoutIds, products, rateIds }
})

const named = (ids: ReadonlyMap<string, number>, name: string): number => {
  const id = ids.get(name)
  if (id === undefined) throw new Error(`The demo festival has no ${name}`)
  return id
}

/** Plans the prices and the rate of tax that change. */
const planPrices = Effect.fnUntraced(function*(
  create: Create,
  start: DateTime.Utc,
  { products, rateIds }: {
    readonly products: ReadonlyMap<string, number>
    readonly rateIds: ReadonlyMap<string, number>
  }
) {
  const moment = (millis: number) => DateTime.formatIso(DateTime.add(start, { milliseconds: millis }))
  const entries = (some: ReadonlyArray<Article>, entry: { readonly kind: string; readonly value: number }) =>
    [...new Set(some.map(({ button }) => button))].map((name) => ({ product_id: named(products, name), ...entry }))
  yield* create("/price-lists", {
    name: "Happy hour",
    rank: 1,
    windows: [hoursOf(happyHour)],
    entries: entries(drinks, { kind: "minus", value: Number(happyHour.less) / 100 })
  })
  yield* create("/price-lists", {
    name: "Late meals",
    rank: 2,
    windows: [hoursOf(lateMeals)],
    round_to: Number(lateMeals.step) / 100,
    entries: entries(meals, { kind: "percent", value: Number(lateMeals.share) / 100 })
  })
  const price = Number(meals.find(({ button }) => button === dearer.button)!.price + dearer.more) / 100
  yield* create(`/products/${named(products, dearer.button)}/versions`, { valid_from: moment(dearer.at), price })
  const { at, before, name, rate } = taxRise
  yield* create(`/tax-rates/${named(rateIds, before)}/versions`, { valid_from: moment(at), name, rate })
})

const makeProfiles = Effect.fnUntraced(function*(create: Create, layoutIds: { readonly [Kind in TillKind]: number }) {
  const profile = (kind: TillKind) =>
    create("/till-profiles", {
      name: kind,
      description: null,
      layout_id: layoutIds[kind],
      allow_top_up: kind === "topUp" || kind === "cashOut",
      allow_cash_out: kind === "cashOut",
      allow_ticket_sale: kind === "entry",
      allow_ticket_vouchers: kind === "entry",
      enable_ssp_payment: true,
      enable_cash_payment: true,
      enable_card_payment: true
    })
  return {
    bar: yield* profile("bar"),
    food: yield* profile("food"),
    entry: yield* profile("entry"),
    topUp: yield* profile("topUp"),
    cashOut: yield* profile("cashOut")
  }
})

/** Tags in one request. */
const tagsAtOnce = 5_000

const makeTags = Effect.fnUntraced(function*(office: SiteClient, at: At, { guests, spare, staff }: Wristbands) {
  const key = "00112233445566778899AABBCCDDEEFF"
  const secret_id = yield* office.create(at("/user-tag-secrets"), { key0: key, key1: key, description: "Simulated" })
  const all = [...guests, ...spare, ...staff].map(({ pin, restriction }) => ({ pin, restriction, secret_id }))
  for (let from = 0; from < all.length; from += tagsAtOnce) {
    yield* office.post(at("/user-tags"), all.slice(from, from + tagsAtOnce))
  }
})

/** Roles, cashiers, and the shift lead who hands out registers and counts them; the lead has the last wristband. */
const makeStaff = Effect.fnUntraced(
  function*(create: Create, office: SiteClient, at: At, wristbands: ReadonlyArray<Wristband>) {
    const role = (name: string, privileges: ReadonlyArray<string>) =>
      create("/user-roles", { name, privileges, is_privileged: false })
    const cashierRole = yield* role("cashier", ["terminal_login", "can_book_orders"])
    const leadRole = yield* role("shift lead", ["terminal_login", "cash_transport", "customer_management"])
    const ids = yield* Effect.forEach(wristbands, ({ pin, uid }, n) =>
      Effect.gen(function*() {
        const isLead = n === wristbands.length - 1
        const name = isLead ? "Shift lead" : `Cashier ${n + 1}`
        const id = yield* create("/users", {
          login: name.toLowerCase().replaceAll(" ", "-"),
          display_name: name,
          description: null,
          password: null,
          user_tag_pin: pin,
          user_tag_uid_hex: toHex(uid)
        })
        const role_ids = [isLead ? leadRole : cashierRole]
        yield* office.post(at("/user-to-roles"), { user_id: id, role_ids, terminal_only: false })
        return id
      }))
    return { cashierRole, leadRole, leadId: ids.at(-1)!, cashierIds: ids.slice(0, -1) }
  }
)

/** Makes a till with its terminal and registers the terminal; returns its token. */
const openTerminal = Effect.fnUntraced(function*(
  office: SiteClient,
  terminals: SiteClient,
  at: At,
  { name, profileId }: { readonly name: string; readonly profileId: number }
) {
  const terminal = yield* office.ask(at("/terminal"), { name, description: null }, Ids)
  const till = { name, description: null, active_shift: null, active_profile_id: profileId, terminal_id: terminal.id }
  yield* office.create(at("/tills"), till)
  const registration = { registration_uuid: terminal.registration_uuid }
  return (yield* terminals.ask("/auth/register_terminal", registration, Token)).token
})

/** Signs someone in at a terminal. */
export const signIn = (terminal: SiteClient, { uid }: Wristband, role: number) =>
  terminal.post("/user/login", { user_tag: { uid: Number(uid) }, user_role_id: role })
