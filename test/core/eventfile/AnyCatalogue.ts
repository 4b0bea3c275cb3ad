import { drawn, png } from "../../support/Pictures.ts"
import { type Draw, namesAt, visible } from "./Draw.ts"

/** Moments at which something may change, days from now: they must be ahead whenever the tests run. */
const ahead = [3, 30, 300].map((days) =>
  new Date((Math.floor(Date.now() / 86_400_000) + days) * 86_400_000).toISOString()
)

/** Versions at some of the moments; each says something that those before it don't. */
const anyVersions = <A extends object>({ next }: Draw, contents: ReadonlyArray<A>) =>
  ahead.slice(next() % ahead.length).slice(0, contents.length).map((valid_from, n) => ({
    valid_from,
    ...contents[n]!
  }))

/** Tax rates belong to the event alone. */
const taxRates = (draw: Draw) => {
  const { isSo, one, some } = draw
  return some(["VAT", "Food", "Old"], (_, name) => ({
    ...one([
      { rate: 0.19 },
      { rate: 0.07, tax_type: "reduced_vat" },
      { rate: 0.19, tax_type: "regular_vat" },
      { rate: 0, tax_type: "exempt" },
      { rate: 0.025 }
    ]),
    description: one(["", "As agreed"]),
    versions: isSo()
      ? []
      : anyVersions(draw, [{ rate: 0.05, tax_type: "reduced_vat" }, { rate: 0.05, name: `${name} of next year` }])
  }), [""])
}

/** What may change of a product of a kind, one after the other. */
const changesOf = (kind: Kind) => [
  kind === "plain" ? { price: 3.5 } : { target_account: "sepa_exit" },
  kind === "vouchers"
    ? { price: 5, price_in_vouchers: 2 }
    // A plain product may be so already: its price changes too.
    : { target_account: null, user_tag_variants: ["under_18"], ...(kind === "plain" ? { price: 4 } : {}) }
]

/** Pictures of buttons, as files hold them. */
const pictures = [
  `data:image/png;base64,${png({ width: 3, height: 2 }).toString("base64")}`,
  `data:image/webp;base64,${drawn.lossless.toString("base64")}`
]

/** A button has at most one product of each of these kinds. */
const kinds = {
  plain: { price: 3 },
  vouchers: { price: 2.5, price_in_vouchers: 1 },
  returnable: { price: 2, is_returnable: true },
  free: { fixed_price: false }
} as const

type Kind = keyof typeof kinds

const unambiguous = <A extends { readonly kind: Kind }>(products: ReadonlyArray<A>) =>
  products.filter(({ kind }, n) => kind === "plain" || products.findIndex((other) => other.kind === kind) === n)

/** A layout has one ticket for each kind of wristband, and each ticket in it is for one. */
const distinct = <A extends { readonly user_tag_variants: ReadonlyArray<string> }>(tickets: ReadonlyArray<A>) => {
  const single = tickets.filter(({ user_tag_variants: variants }) => variants.length < 2)
  const kindOf = (ticket: A) => ticket.user_tag_variants[0]
  return single.filter((ticket, n) => single.findIndex((other) => kindOf(other) === kindOf(ticket)) === n)
}

const permissions = ({ isSo }: Draw) => ({
  allow_top_up: isSo(),
  allow_cash_out: isSo(),
  allow_ticket_sale: isSo(),
  allow_ticket_vouchers: isSo(),
  enable_ssp_payment: isSo(),
  enable_cash_payment: isSo(),
  enable_card_payment: isSo()
})

/** Any kinds of wristbands, cash registers, products, tickets, buttons, layouts and profiles that refer to each other. */
export const anyCatalogue = (draw: Draw) => {
  const { isSo, next, one, some, subset } = draw
  const user_tag_variants = [
    { variant_name: "under_16", description: one(["Guests under 16", "Children"]), priority: one([1, 3]) },
    ...subset(["crew", "Press"]).map((variant_name) => ({ variant_name, priority: next() % 5 }))
  ]
  const variants = ["under_18", ...user_tag_variants.map(({ variant_name }) => variant_name)]
  const tax_rates = taxRates(draw)
  const cash_registers = some(["Drawer", "Box"], () => ({}))
  const categories = some(["Drinks", "Food"], () => ({
    colour: one(["blue", "orange"]),
    sequence: one([0, 2])
  }))
  const taxRateAt = (node: string) => one([...namesAt(tax_rates, node), "none"])
  const products = some(["Beer", "Water", "Cup", "Tip"], (node) => {
    const kind = one(Object.keys(kinds) as ReadonlyArray<Kind>)
    const isLocked = one([true, true, false])
    return {
      kind,
      is_locked: isLocked,
      tax_rate: taxRateAt(node),
      category: one([null, ...namesAt(categories, node)]),
      target_account: one([null, "donation_exit", "cash_vault"]),
      user_tag_variants: subset(variants),
      versions: isLocked ? anyVersions(draw, changesOf(kind)) : []
    }
  })
  const tickets = some(["Day", "Weekend", "Crew"], (node) => ({
    price: one([0, 25, 79.5]),
    initial_top_up_amount: one([0, 10]),
    is_locked: isSo(),
    tax_rate: taxRateAt(node),
    user_tag_variants: one([[], [one(variants)], ["under_16", "under_18"]])
  })).map((ticket) => ({
    ...ticket,
    versions: ticket.is_locked ? anyVersions(draw, [{ price: 30 }, { price: 31, tax_rate: ticket.tax_rate }]) : []
  }))
  const till_buttons = some(["B1", "B2"], (node) => ({
    short_name: one([null, "B"]),
    colour: one([null, "green", "grey"]),
    picture: one([null, ...pictures]),
    category: one([null, ...namesAt(categories, node)]),
    products: unambiguous(subset(visible(products, node)).filter((product) => product.is_locked)).map(({ name }) =>
      name
    )
  }))
  const till_layouts = some(["L1", "L2"], (node) => ({
    description: one([null, "For two people"]),
    buttons: subset(namesAt(till_buttons, node)).toReversed(),
    tickets: distinct(subset(visible(tickets, node))).map(({ name }) => name).toReversed()
  }))
  const till_profiles = some(["P1", "P2"], (node) => ({
    ...permissions(draw),
    one_page: draw.isSo(),
    description: one([null, "For two people"]),
    layout: one([...namesAt(till_layouts, node), "Virtual Till layout"])
  }))
  // Ranks are unique in the event, and the steps change one list after the other.
  const price_lists = subset(["Happy hour", "Crew"]).map((name) => ({
    name,
    rank: name === "Crew" ? 1 : 2,
    windows: one([[], [{ days: [5, 6], from: "18:00", to: one(["19:00", "02:00"]) }]]),
    nodes: subset(["Camp", "Stage/Bar"]),
    profiles: subset(namesAt(till_profiles, "")),
    for_user_tag_variants: name === "Crew" ? subset(variants) : [],
    round_to: one([0.01, 0.1]),
    entries: [
      ...visible(products, "").filter(({ kind }) => kind === "plain" || kind === "vouchers")
        .map(({ name: product }) => ({ product })),
      ...namesAt(categories, "").map((category) => ({ category }))
    ].map((named) => ({ ...named, kind: one(["price", "minus", "percent"]), value: one([1, 2.5]) }))
  }))
  return {
    price_lists,
    user_tag_variants,
    tax_rates,
    categories,
    cash_registers,
    cash_register_stockings: subset(["Bar", "Door", "Bar"]).map((name) => ({
      name,
      euro5: next() % 3,
      cent1: next() % 2
    })),
    products: products.map(({ kind, ...product }) => ({ ...product, ...kinds[kind] })),
    tickets,
    till_buttons,
    till_layouts,
    till_profiles
  }
}
