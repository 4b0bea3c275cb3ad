import { assert, it } from "@effect/vitest"
import { blank, type Contents, namesIn, problemsIn, sees, withoutSales } from "@wristbank/core/eventfile/EventFile"
import { neededSecrets, plan, type Step } from "@wristbank/core/eventfile/EventPlan"
import { canonical, type Entry, keyed, nodeOf } from "@wristbank/core/eventfile/Section"
import { sections } from "@wristbank/core/eventfile/Sections"
import fc from "fast-check"
import { anyEvent, decode } from "./AnyEvent.ts"

/** Names that every event knows, or that are known above it. */
const known = ["none", "under_16", "under_18", "Virtual Till layout", "admin"]

type Model = Map<string, Map<string, Entry>>

const modelOf = (contents: Contents): Model =>
  new Map(sections.map((section) => [section.name, new Map(keyed(section, contents[section.name] ?? []))]))

const nameIn = (entry: Entry) => String(entry["name"] ?? entry["variant_name"] ?? entry["path"])

const refers = (entry: Entry, names: Iterable<readonly [string, string]>, to: Entry) =>
  Array.from(names).some(([field]) => namesIn(entry[field]).includes(nameIn(to)) && sees(nodeOf(entry), nodeOf(to)))

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
    // Accounts are those of cash registers and of the event itself, and only the database knows them.
    for (const name of to === "accounts" ? [] : namesIn(after![field])) {
      const isThere = known.includes(name) ||
        Array.from(model.get(to)!.values()).some((one) => nameIn(one) === name && sees(nodeOf(after!), nodeOf(one)))
      assert.isTrue(isThere, `${key} refers to ${to} ${name}`)
    }
  }
  if (section.name === "user_roles") {
    for (const name of namesIn(after!["assignable_roles"])) {
      const isThere = known.includes(name) || Array.from(objects.values()).some((one) => one["name"] === name)
      assert.isTrue(isThere, `${key} lists ${name}`)
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

/** The objects of the sections that the event describes; of what it leaves open only the place. */
const comparable = (found: Model, described: Contents) =>
  sections.filter(({ name }) => described[name] !== undefined).map((section) => {
    const wanted = keyed(section, described[section.name]!)
    const isOpen = (key: string, field: string) => section.open.includes(field) && wanted.get(key)?.[field] === null
    return Array.from(found.get(section.name)!, ([key, entry]) =>
      JSON.stringify({
        ...canonical(section, entry),
        ...Object.fromEntries(section.secrets.map((name) => [name, entry[name] != null])),
        ...Object.fromEntries(section.open.filter((field) => isOpen(key, field)).map((field) => [field, null]))
      })).toSorted()
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
      assert.deepStrictEqual(comparable(model, to), comparable(modelOf(to), to))
    }),
    { numRuns: 60 }
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

it("the order of texts for guests has no meaning, as the database keeps none", () => {
  const event = (...languages: ReadonlyArray<string>) => ({
    event: [{ name: "F" }],
    settings: [{ translation_texts: Object.fromEntries(languages.map((language) => [language, { faq: language }])) }]
  })
  assert.deepStrictEqual(plan(event("en-US", "de-DE"), event("de-DE", "en-US")), [])
  assert.lengthOf(plan(event("en-US", "de-DE"), event("de-DE")), 1)
})

it("the layout and the profile of the virtual till are there from the start, and stay", () => {
  const name = "Virtual Till layout"
  const profile = (allow_top_up: boolean) => ({ ...blank["till_profiles"]![0], allow_top_up })
  const event = (layouts: ReadonlyArray<object>, profiles: ReadonlyArray<object>) =>
    decode({ event: { name: "F" }, till_layouts: layouts, till_profiles: profiles })
  const stepsTo = (wanted: Contents, from: Contents | null) =>
    plan(from, wanted).map(({ action, fields, section }) => [action, section.name, ...fields])
      .filter(([, section]) => section !== "event")
  const used = event([{ name }], [profile(true)])
  assert.deepStrictEqual(stepsTo(used, null), [["change", "till_profiles", "allow_top_up"]])
  assert.deepStrictEqual(stepsTo(event([], []), used), [])
  assert.deepStrictEqual(problemsIn(event([], [{ ...profile(true), name: "Bar" }])), [])
})

it("what a signing device told when it was first reached stays when the file leaves it out", () => {
  const event = (told: object) =>
    decode({
      event: { name: "F" },
      tses: [{ name: "Device", type: "diebold_nixdorf", ws_url: "ws://10.0.0.2:10001", ws_timeout: 5, ...told }]
    })
  const told = { serial: "0".repeat(64), first_operation: "2026-07-02T14:00:00.000Z" }
  assert.deepStrictEqual(plan(event(told), event({})), [])
  const other = { ...told, first_operation: "2026-07-03T14:00:00.000Z" }
  assert.deepStrictEqual(plan(event(told), event(other)).map(({ fields }) => fields), [["first_operation"]])
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

it("what a planned version leaves out stays as it was before; its order and its names are checked where they stand", () => {
  const [newYear, spring, summer] = ["2027-01-01T05:00:00.000Z", "2027-03-01T05:00:00.000Z", "2027-06-01T05:00:00.000Z"]
  const event = (product: object, more: object = {}) =>
    decode({ event: { name: "F" }, products: [{ name: "Beer", price: 3, tax_rate: "none", ...product }], ...more })
  const short = event({
    versions: [{ valid_from: newYear, price: 4 }, { valid_from: spring, target_account: "cash_vault" }]
  })
  const long = event({
    versions: [
      { valid_from: newYear, price: 4, price_in_vouchers: null, tax_rate: "none", target_account: null },
      { valid_from: spring, price: 4, target_account: "cash_vault", user_tag_variants: [] }
    ]
  })
  assert.deepStrictEqual(plan(short, long), [])
  assert.deepStrictEqual(plan(long, event({})).map(({ fields }) => fields), [["versions"]])
  // A new product is made before its versions, which may name others that are made after it.
  assert.deepStrictEqual(plan({}, long).slice(-2).map(({ action, fields }) => [action, fields.includes("price")]), [
    ["create", true],
    ["change", false]
  ])

  const wrong = event({
    versions: [
      { valid_from: spring, tax_rate: "VAT" },
      { valid_from: newYear, price: 5 },
      { valid_from: summer, target_account: "nobody" }
    ]
  }, { tax_rates: [] })
  assert.deepStrictEqual(problemsIn(wrong).map(({ path }) => path.join(".")), [
    "products.0.versions.1.valid_from",
    "products.0.versions.0.tax_rate",
    "products.0.versions.1.tax_rate",
    "products.0.versions.2.tax_rate"
  ])
  assert.deepStrictEqual(withoutSales(wrong).map(({ path }) => path.join(".")), [
    "products.0.versions.2.target_account"
  ])

  // The type of a rate's version is open where a file leaves it out.
  const rates = (version: object) =>
    decode({
      event: { name: "F" },
      tax_rates: [{ name: "VAT", rate: 0.19, versions: [{ valid_from: newYear, ...version }] }]
    })
  const typed = rates({ rate: 0.2, tax_type: "regular_vat" })
  assert.deepStrictEqual(plan(typed, rates({ rate: 0.2 })), [])
  assert.lengthOf(plan(typed, rates({ rate: 0.2, tax_type: "reduced_vat" })), 1)
  assert.lengthOf(plan(typed, rates({ rate: 0.21 })), 1)
})
