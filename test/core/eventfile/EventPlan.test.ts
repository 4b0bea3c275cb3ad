import { assert, it } from "@effect/vitest"
import { type Contents, namesIn, problemsIn, read, sees } from "@wristbank/core/eventfile/EventFile"
import { neededSecrets, plan, type Step } from "@wristbank/core/eventfile/EventPlan"
import { type Entry, keyed, nodeOf } from "@wristbank/core/eventfile/Section"
import { sections } from "@wristbank/core/eventfile/Sections"
import { Result } from "effect"
import fc from "fast-check"

const decode = (file: object): Contents => Result.getOrThrow(read(file))

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
const anyEvent = fc.array(fc.nat(1000), { minLength: 150, maxLength: 150 }).map((numbers) => {
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

type Model = Map<string, Map<string, Entry>>

const modelOf = (contents: Contents): Model =>
  new Map(sections.map((section) => [section.name, new Map(keyed(section, contents[section.name] ?? []))]))

const refers = (entry: Entry, names: Iterable<readonly [string, string]>, to: Entry) =>
  Array.from(names).some(([field]) =>
    namesIn(entry[field]).includes(String(to["name"])) && sees(nodeOf(entry), nodeOf(to))
  )

/** Does one step as services would: what it refers to must be there, and nothing that is referred to is removed. */
const perform = (model: Model, { action, after, before, key, section }: Step) => {
  const objects = model.get(section.name)!
  if (action === "remove") {
    for (const other of sections) {
      const fields = Object.entries(other.references).filter(([, { to }]) => to === section.name)
        .map(([field, { to }]) => [field, to] as const)
      for (const entry of model.get(other.name)!.values()) {
        const nearer = Array.from(objects.values()).some((one) =>
          one !== objects.get(key) && one["name"] === before!["name"] && sees(nodeOf(entry), nodeOf(one))
        )
        assert.isFalse(!nearer && refers(entry, fields, before!), `${other.name} uses ${key}`)
      }
    }
    objects.delete(key)
    return
  }
  assert.strictEqual(objects.has(key), action === "change")
  for (const [field, { to }] of Object.entries(section.references)) {
    for (const name of namesIn(after![field])) {
      const isThere = name === "none" ||
        Array.from(model.get(to)!.values()).some((one) => one["name"] === name && sees(nodeOf(after!), nodeOf(one)))
      assert.isTrue(isThere, `${key} refers to ${to} ${name}`)
    }
  }
  if (section.name === "user_roles") {
    for (const name of namesIn(after!["assignable_roles"])) {
      assert.isTrue(Array.from(objects.values()).some((one) => one["name"] === name), `${key} lists ${name}`)
    }
  }
  if (section.name === "nodes") {
    const above = String(after!["path"]).split("/").slice(0, -1).join("/")
    assert.isTrue(
      above === "" || Array.from(objects.values()).some(({ path }) => path === above),
      `${key} is below nothing`
    )
  }
  const field = section.exclusive
  if (field !== null && after![field] !== null) {
    for (const [other, entry] of objects) {
      assert.isFalse(other !== key && entry[field] === after![field], `${key} takes ${after![field]}`)
    }
  }
  objects.set(key, after!)
}

const comparable = (contents: Contents | Model) =>
  sections.map((section) => {
    const found = contents instanceof Map
      ? Array.from(contents.get(section.name)!.values())
      : contents[section.name] ?? []
    return found.map((entry) =>
      JSON.stringify({
        ...entry,
        ...Object.fromEntries(section.secrets.map((name) => [name, entry[name] != null])),
        ...Object.fromEntries(section.sets.map((name) => [name, namesIn(entry[name]).toSorted()]))
      })
    ).toSorted()
  })

it("a generated event contradicts itself nowhere", () =>
  fc.assert(fc.property(anyEvent, (event) => assert.deepStrictEqual(problemsIn(event), []))))

it("an event that is as its file describes it needs no step", () =>
  fc.assert(fc.property(anyEvent, (event) => assert.deepStrictEqual(plan(event, event), []))))

it("the steps from one event to another, each possible after the one before, lead there", () =>
  fc.assert(
    fc.property(anyEvent, anyEvent, (from, to) => {
      const model = modelOf(from)
      for (const step of plan(from, to)) perform(model, step)
      assert.deepStrictEqual(comparable(model), comparable(to))
    }),
    { numRuns: 150 }
  ))

it("what a file leaves out stays, and with keep also what its lists lack", () =>
  fc.assert(fc.property(anyEvent, anyEvent, (from, to) => {
    const { nodes: _, tills, ...rest } = to
    assert.isFalse(
      plan(from, { ...rest, products: [] }).some(({ section }) => ["nodes", "tills"].includes(section.name))
    )
    assert.isFalse(plan(from, { ...rest, tills }, { keep: true }).some(({ action }) => action === "remove"))
  })))

it("a secret that is set stays unless it is renewed, and one that is not needs its variable", () => {
  const event = (password: string | null) =>
    decode({ event: { name: "F" }, users: [{ login: "lena", display_name: "", password }] })
  assert.deepStrictEqual(plan(event("${OLD}"), event("${NEW}")), [])
  assert.deepStrictEqual(neededSecrets(plan(event("${OLD}"), event("${NEW}"), { renewSecrets: true })), ["${NEW}"])
  assert.deepStrictEqual(neededSecrets(plan(event(null), event("${NEW}"))), ["${NEW}"])
  assert.deepStrictEqual(neededSecrets(plan(event("${OLD}"), event(null))), [])
})

it("names that lead nowhere, nodes that are not there and doubles are problems with their place", () => {
  const contents = decode({
    event: { name: "F" },
    nodes: [{ path: "Stage" }, { path: "Camp/Bar" }],
    tax_rates: [{ name: "VAT", rate: 0.19 }, { name: "VAT", rate: 0.07 }, { name: "Local", at: "Stage", rate: 0.07 }],
    products: [
      { name: "Beer", at: "Hall", price: 3, tax_rate: "VAT" },
      { name: "Water", price: 3, tax_rate: "Local" },
      { name: "Cup", price: 3, tax_rate: "none", user_tag_variants: ["under_16"] }
    ]
  })
  assert.deepStrictEqual(problemsIn(contents).map(({ path }) => path.join(".")), [
    "nodes.1.path",
    "tax_rates.1",
    "products.0.at",
    "products.1.tax_rate"
  ])
})
