import { type Contents, read, sees } from "@wristbank/core/eventfile/EventFile"
import { Result } from "effect"
import fc from "fast-check"

/** The contents of a file as it is written. */
export const decode = (file: object): Contents => Result.getOrThrow(read(file))

/** Pictures of the kinds that an event may have, as files hold them. */
const image = (fill: string) =>
  `data:image/svg+xml;base64,${btoa(`<svg xmlns="http://www.w3.org/2000/svg"><path fill="${fill}"></path></svg>`)}`
const pictures = [image("red"), image("blue"), `data:image/png;base64,${btoa("\x89PNG\r\n\x1a\n and more")}`]

const corners = {
  top_left: { latitude: 54.03, longitude: 9.36 },
  top_right: { latitude: 54.03, longitude: 9.37 },
  bottom_left: { latitude: 54.02, longitude: 9.36 }
}

const paths = ["Stage", "Stage/Bar", "Camp"]
const settings = {
  currency_identifier: "EUR",
  customer_portal_about_page_url: "",
  customer_portal_data_privacy_url: "",
  customer_portal_contact_email: "help@example.org",
  ust_id: "",
  bon_issuer: "",
  bon_address: "",
  bon_title: "",
  sepa_enabled: false,
  sepa_sender_name: "",
  sepa_sender_iban: "",
  sepa_description: "",
  sepa_allowed_country_codes: []
}
const permissions = {
  allow_top_up: true,
  allow_cash_out: false,
  allow_ticket_sale: false,
  allow_ticket_vouchers: false,
  enable_ssp_payment: true,
  enable_cash_payment: false,
  enable_card_payment: false
}

type Named = ReadonlyArray<{ readonly name: string; readonly at: string }>
const visible = (entries: Named, at: string) => entries.filter((one) => sees(at, one.at)).map(({ name }) => name)
const secrets = [null, "${ONE}", "${OTHER}"]

/** Any event whose objects refer to each other, decided by a list of numbers. */
export const anyEvent = fc.array(fc.nat(1000), { minLength: 150, maxLength: 150 }).map((numbers) => {
  let at = 0
  const next = () => numbers[at++ % numbers.length]!
  const one = <A>(all: ReadonlyArray<A>): A => all[next() % all.length]!
  const subset = <A>(all: ReadonlyArray<A>) => all.filter(() => next() % 2 === 0)
  const some = <A extends object>(names: ReadonlyArray<string>, rest: (node: string) => A) =>
    subset(names.flatMap((name) => ["", "Stage"].map((node) => ({ name: `${name}${node}`, at: node }))))
      .map((named) => ({ ...named, ...rest(named.at) }))
  const tax_rates = some(["VAT", "Food"], () => ({ rate: one([0.19, 0.07]) }))
  const products = some(["Beer", "Water", "Cup"], (node) => ({
    price: one([1, 2.5, 3]),
    tax_rate: one([...visible(tax_rates, node), "none"])
  }))
  const till_buttons = some(["B1", "B2"], (node) => ({ products: subset(visible(products, node)) }))
  const till_layouts = some(["L1", "L2"], (node) => ({ buttons: subset(visible(till_buttons, node)).toReversed() }))
  const till_profiles = some(["P1", "P2"], (node) => ({ ...permissions, layout: one(visible(till_layouts, node)) }))
    .filter(({ layout }) => layout !== undefined)
  const terminals = some(["T1", "T2", "T3"], () => ({ description: one([null, "new"]) }))
  const taken = new Set<string | null>()
  const tills = some(["Till1", "Till2", "Till3"], (node) => {
    const terminal = one([null, ...visible(terminals, node).filter((name) => !taken.has(name))])
    taken.add(terminal)
    return { profile: one(visible(till_profiles, node)), terminal }
  }).filter(({ profile }) => profile !== undefined)
  const names = subset(["lead", "cashier", "admin"])
  const user_roles = names.map((name) => ({
    name,
    privileges: subset(["terminal_login", "can_book_orders"]),
    assignable_roles: one([[], names])
  }))
  const users = subset(["lena", "omar"]).map((login) => ({
    login,
    display_name: one(["", "Crew"]),
    password: one(secrets)
  }))
  return decode({
    event: { name: "Festival", description: one(["", "Two days"]) },
    settings: { ...settings, max_account_balance: one([100, 150]), email_smtp_password: one(secrets) },
    fiscal_settings: { city: one(["", "Musterstadt"]) },
    event_design: {
      bon_logo: one([null, ...pictures.slice(0, 2)]),
      site_map: one([null, ...pictures.map((picture) => ({ picture, ...corners }))])
    },
    nodes: paths.toReversed().map((path) => ({ path, fee: one([null, 0.1]) })),
    user_tag_variants: [{ variant_name: "crew", priority: next() % 5 }],
    cash_register_stockings: subset(["Bar", "Door", "Bar"]).map((name) => ({ name, euro5: next() % 3 })),
    tax_rates,
    products,
    till_buttons,
    till_layouts,
    till_profiles,
    terminals,
    tills,
    user_roles,
    users,
    role_assignments: users.map(({ login }) => ({ login, at: "Stage", roles: subset(names) }))
  })
})
