import { assert, it } from "@effect/vitest"
import { copyOf } from "@wristbank/core/eventfile/EventCopy"
import { type Contents, namesIn, problemsIn } from "@wristbank/core/eventfile/EventFile"
import { neededSecrets, plan } from "@wristbank/core/eventfile/EventPlan"
import { DateTime } from "effect"
import fc from "fast-check"
import { anyEvent, decode } from "./AnyEvent.ts"

const nobody = { logins: new Set<string>(), roles: new Set<string>() }

/** An event with signing devices and keys, whose features need secrets. */
const withSecrets = fc.tuple(anyEvent, fc.boolean()).map(([event, isOn]): Contents => ({
  ...event,
  settings: event["settings"]!.map((settings) => ({
    ...settings,
    customer_portal_url: "https://pay.example.org",
    pretix_presale_enabled: isOn,
    pretix_api_key: "${SHOP_KEY}",
    email_enabled: true
  })),
  ...decode({
    event: { name: "Festival" },
    user_tag_secret: { key0: "${KEY0}", key1: "${KEY1}" },
    fiscal_settings: { signing: true },
    tses: [{
      name: "Device",
      type: "diebold_nixdorf",
      ws_url: "ws://10.0.0.2:10001",
      ws_timeout: 5,
      password: "${DEVICE}"
    }]
  })
}))

it("a copy has everything but what is secret, contradicts itself nowhere, and names what lacks something", () =>
  fc.assert(fc.property(withSecrets, (event) => {
    const { contents, setAnew } = copyOf(event, { name: "Next year", above: nobody })
    assert.notMatch(JSON.stringify(contents), /\$\{/)
    assert.deepStrictEqual(neededSecrets(plan(null, contents)), [])
    assert.deepStrictEqual(problemsIn(contents), [])
    assert.deepInclude(contents["event"]![0], { ...event["event"]![0], name: "Next year" })
    const kept = ["products", "tax_rates", "till_buttons", "till_layouts", "till_profiles", "tills", "user_roles"]
    for (const section of kept) assert.deepStrictEqual(contents[section], event[section], section)
    const settings = event["settings"]![0]!
    assert.deepInclude(contents["settings"]![0], {
      pretix_presale_enabled: false,
      // Mail goes out without a password unless the event has one.
      email_enabled: settings["email_smtp_password"] === null,
      customer_portal_url: "",
      max_account_balance: settings["max_account_balance"]
    })
    assert.deepStrictEqual([contents["tses"], contents["user_tag_secret"]], [[], []])
    assert.deepInclude(contents["fiscal_settings"]![0], { signing: false })
    const noted = setAnew.map(({ name, section }) => `${section} ${name}`)
    assert.includeMembers(noted, ["settings ", "tses Device", "user_tag_secret ", "fiscal_settings "])
    assert.deepStrictEqual(contents["users"], [])
    const people = ["users", "role_assignments"].flatMap((section) =>
      event[section]!.map(({ login }) => `${section} ${login}`)
    )
    assert.sameMembers(noted.filter((note) => /^(?:users|role)/.test(note)), people)
  })))

it("people and roles above the event are named in its copy only where they are known", () => {
  const event = decode({
    event: { name: "Festival" },
    user_roles: [{ name: "cashier", privileges: [] }],
    users: [{ login: "lena", display_name: "" }],
    role_assignments: [
      { login: "lena", roles: ["cashier", "club lead"] },
      { login: "omar", at: "", roles: ["cashier"] },
      { login: "olga", roles: ["club lead", "cashier"] }
    ]
  })
  const rolesIn = (above: typeof nobody) => {
    const { contents, setAnew } = copyOf(event, { name: "Copy", above })
    return [
      contents["role_assignments"]!.map((entry) => [entry["login"], ...namesIn(entry["roles"])]),
      setAnew.map(({ fields, name }) => [name, ...fields])
    ]
  }
  assert.deepStrictEqual(rolesIn(nobody), [[], [["lena"], ["lena"], ["omar"], ["olga"]]])
  const same = { logins: new Set(["omar", "olga"]), roles: new Set(["club lead"]) }
  assert.deepStrictEqual(rolesIn(same), [
    [["omar", "cashier"], ["olga", "club lead", "cashier"]],
    [["lena"], ["lena"]]
  ])
  assert.deepStrictEqual(rolesIn({ ...same, roles: new Set() }), [
    [["omar", "cashier"], ["olga", "cashier"]],
    [["lena"], ["lena"], ["olga", "roles"]]
  ])
})

it("a copy that begins at another moment lasts as long, unless its end is given", () => {
  const at = (text: string) => DateTime.toUtc(DateTime.makeUnsafe(text))
  const datesOf = (dates: object, changes: { readonly start?: DateTime.Utc; readonly end?: DateTime.Utc }) => {
    const event: Contents = { event: [{ name: "F" }], settings: [{ start_date: null, end_date: null, ...dates }] }
    const [settings] = copyOf(event, { name: "Copy", above: nobody, ...changes }).contents["settings"]!
    return [settings!["start_date"], settings!["end_date"]]
  }
  const summer = { start_date: "2026-07-02T14:00:00.000Z", end_date: "2026-07-04T22:00:00.000Z" }
  const start = at("2027-06-30T14:00:00Z")
  const end = at("2027-07-10T12:00:00Z")
  assert.deepStrictEqual(datesOf(summer, {}), [summer.start_date, summer.end_date])
  assert.deepStrictEqual(datesOf(summer, { start }), ["2027-06-30T14:00:00.000Z", "2027-07-02T22:00:00.000Z"])
  assert.deepStrictEqual(datesOf(summer, { start, end }), ["2027-06-30T14:00:00.000Z", "2027-07-10T12:00:00.000Z"])
  assert.deepStrictEqual(datesOf({}, {}), [null, null])
})

it("a copy with other dates has the planned changes of tax rates and what changes with them, and names the others", () => {
  const [newYear, saturday] = ["2027-01-01T05:00:00.000Z", "2027-07-03T16:00:00.000Z"]
  const versions = [{ valid_from: "2026-12-01T05:00:00.000Z", price: 5 }, { valid_from: newYear, price: 4 }, {
    valid_from: saturday,
    price: 3
  }]
  const event: Contents = {
    ...decode({
      event: { name: "F" },
      tax_rates: [{ name: "VAT", rate: 0.19, description: "", versions: [{ valid_from: newYear, rate: 0.07 }] }],
      products: [{ name: "Beer", price: 4.5, tax_rate: "VAT", is_locked: true, versions }],
      tickets: [{ name: "Day", price: 4, initial_top_up_amount: 0, tax_rate: "VAT", user_tag_variants: [], versions }]
    }),
    settings: [{ start_date: "2027-07-02T14:00:00.000Z", end_date: "2027-07-04T22:00:00.000Z" }]
  }
  const copyAt = (start?: string) => {
    const changes = start === undefined ? {} : { start: DateTime.toUtc(DateTime.makeUnsafe(start)) }
    const { contents, setAnew } = copyOf(event, { name: "Copy", above: nobody, ...changes })
    const planned = ["tax_rates", "products", "tickets"].map((section) =>
      (contents[section]![0]!["versions"] as typeof versions).map(({ valid_from }) => valid_from)
    )
    return [...planned, setAnew.filter(({ name }) => name !== "").map(({ fields, name }) => [name, ...fields])]
  }
  const all = versions.map(({ valid_from }) => valid_from)
  assert.deepStrictEqual(copyAt(), [[newYear], all, all, []])
  assert.deepStrictEqual(copyAt("2027-07-02T16:00:00+02:00"), [[newYear], all, all, []])
  // Without the price of before, the ticket costs at New Year what it costs now.
  assert.deepStrictEqual(copyAt("2028-06-30T14:00:00Z"), [[newYear], [newYear], [], [["Beer", "versions"], [
    "Day",
    "versions"
  ]]])
})
