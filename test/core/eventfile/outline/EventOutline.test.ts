import { assert, it } from "@effect/vitest"
import type { Language } from "@wristbank/core/base/Language"
import { parse } from "@wristbank/core/eventfile/EventFileText"
import { type AnswerProblem, type EventAnswers, noAnswers } from "@wristbank/core/eventfile/outline/EventAnswers"
import { type EventOutline, outlineOf } from "@wristbank/core/eventfile/outline/EventOutline"
import { usualStalls } from "@wristbank/core/eventfile/outline/UsualGoods"
import { variableOf } from "@wristbank/core/eventfile/SecretReference"
import type { Entry } from "@wristbank/core/eventfile/Section"
import { Result } from "effect"
import fc from "fast-check"
import { anyAnswers, inTurn } from "./AnyAnswers.ts"

const bar: EventAnswers = {
  ...noAnswers,
  name: "Fest",
  contact: "help@fest.example",
  stalls: { own: 0, bar: 1, kitchen: 0, entrance: 0 }
}

const outlined = (answers: EventAnswers, language: Language = "en"): EventOutline => {
  const outline = outlineOf(answers, language, inTurn())
  if ("problems" in outline) throw new Error(JSON.stringify(outline.problems))
  return outline
}

const contentsOf = ({ file }: EventOutline) =>
  Result.getOrThrow(Result.map(parse("outline", JSON.stringify(file)), ({ contents }) => contents))

const namesOf = (entries: ReadonlyArray<Entry> = []) => entries.map(({ name }) => String(name))
const listed = (value: unknown): ReadonlyArray<string> => Array.isArray(value) ? value.map(String) : []

it("any answers give a file in which everything that is sold can be sold, for its price", () => {
  fc.assert(fc.property(anyAnswers, fc.constantFrom<Language>("en", "de"), ({ answers, goods }, language) => {
    const outline = outlined(answers, language)
    const file = contentsOf(outline)
    const layouts = new Map((file["till_layouts"] ?? []).map((one) => [one["name"], one]))
    const profiles = new Map((file["till_profiles"] ?? []).map((one) => [one["name"], one]))
    // Every product has a button, and every button is at a till.
    const shown = new Set<string>()
    const terminals = new Set<unknown>()
    for (const { profile, terminal } of file["tills"] ?? []) {
      const layout = layouts.get(profiles.get(profile!)!["layout"])!
      assert.isAbove(listed(layout["buttons"]).length + listed(layout["tickets"]).length, 0)
      assert.include(namesOf(file["terminals"]), terminal)
      assert.isFalse(terminals.has(terminal))
      terminals.add(terminal)
      for (const name of listed(layout["buttons"])) shown.add(name)
    }
    assert.deepStrictEqual(shown, new Set(namesOf(file["till_buttons"])))
    const pressed = new Set((file["till_buttons"] ?? []).flatMap(({ products }) => listed(products)))
    assert.deepStrictEqual(pressed, new Set(namesOf(file["products"])))
    // Prices, deposits and rates are those of the list, to the cent.
    const product = (name: string) => (file["products"] ?? []).find((one) => one["name"] === name)!
    const rate = (name: unknown) => Number((file["tax_rates"] ?? []).find((one) => one["name"] === name)?.["rate"] ?? 0)
    for (const { cents, depositCents, name, rate: wanted } of goods) {
      assert.strictEqual(product(name)["price"], cents / 100)
      assert.strictEqual(rate(product(name)["tax_rate"]), wanted / 10_000)
      const products = listed(file["till_buttons"]!.find((one) => one["name"] === name)!["products"])
      const deposit = products.filter((one) => one !== name).map(product)
      assert.deepStrictEqual(
        deposit.map(({ is_returnable, price }) => [is_returnable, price]),
        depositCents > 0 ? [[true, depositCents / 100]] : []
      )
      for (const { tax_rate } of deposit) {
        assert.strictEqual(rate(tax_rate), answers.depositTax === "untaxed" ? 0 : wanted / 10_000)
      }
    }
    // The file has the secrets that are there, and they no text of the file.
    const references = JSON.stringify(outline.file).match(/\$\{\w+\}/g) ?? []
    assert.deepStrictEqual(references.map(variableOf).toSorted(), Object.keys(outline.secrets).toSorted())
    assert.isFalse(Object.values(outline.secrets).some((secret) => secret === ""))
  }))
})

it("a list is read in English and German, with measures, currencies, deposits, taxes and headings", () => {
  const goods = [
    "Mate 4.50",
    "Helles 0,5 l\t5,00\t2,00",
    "",
    "Wine – € 6",
    "Essen 7 %:",
    "Pommes: 4,50 EUR",
    "Big pan 1.234,50",
    "Bio 3 + 1 19%",
    "Cola 0,5 3,50 2"
  ].join("\r\n")
  const { file } = outlined({ ...bar, stalls: { ...bar.stalls, own: 1, bar: 0 }, goods })
  const products = file["products"] as ReadonlyArray<Entry>
  assert.deepStrictEqual(products.map(({ name, price, tax_rate, category }) => [name, price, tax_rate, category]), [
    ["Mate", 4.5, "VAT 19 %", undefined],
    ["Helles 0,5 l", 5, "VAT 19 %", undefined],
    ["Wine", 6, "VAT 19 %", undefined],
    ["Pommes", 4.5, "VAT 7 %", "Essen"],
    ["Big pan", 1234.5, "VAT 7 %", "Essen"],
    ["Bio", 3, "VAT 19 %", "Essen"],
    ["Cola 0,5", 3.5, "VAT 7 %", "Essen"],
    ["Deposit 2.00 (19 %)", 2, "VAT 19 %", undefined],
    ["Deposit 1.00", 1, "VAT 19 %", undefined],
    ["Deposit 2.00 (7 %)", 2, "VAT 7 %", undefined]
  ])
})

const problemsOf = (answers: EventAnswers): ReadonlyArray<AnswerProblem> => {
  const outline = outlineOf(answers, "en", inTurn())
  return "problems" in outline ? outline.problems : []
}

it("what can't be read is named by its line and the reason, and makes nothing", () => {
  const lines = [
    "Mate 4.50",
    "Beer",
    "5.00",
    "Tea 1,234",
    "mate 3",
    "Cola 0,5 4,50",
    "Jam 3 8 %",
    "Rabatt 1",
    "Wein 5",
    "Bier 3"
  ]
  const german = outlineOf({ ...bar, stalls: { ...bar.stalls, own: 1 }, goods: lines.join("\n") }, "de", inTurn())
  assert.deepStrictEqual(
    "problems" in german ? german.problems.map(({ fault, line, other, text }) => [line, text, fault, other]) : [],
    [
      [2, "Beer", "noPrice", undefined],
      [3, "5.00", "noName", undefined],
      [4, "Tea 1,234", "noPrice", undefined],
      [5, "mate 3", "sameName", 1],
      [6, "Cola 0,5 4,50", "depositHigher", undefined],
      [7, "Jam 3 8 %", "rateUnknown", undefined],
      [8, "Rabatt 1", "reserved", undefined],
      [9, "Wein 5", "usualName", undefined],
      [10, "Bier 3", "usualName", undefined]
    ]
  )
  const faults = (answers: EventAnswers) => problemsOf(answers).map(({ fault, field, line }) => [field, fault, line])
  assert.deepStrictEqual(
    faults({ ...bar, leads: "Lea A1 84A1B2C3\n—", cashiers: "Kim 84:a1:b2:c3\nUwe a1 84A1B2C4" }),
    [
      ["leads", "noName", 2],
      ["cashiers", "sameChip", 1],
      ["cashiers", "samePin", 2]
    ]
  )
  assert.deepStrictEqual(
    faults({
      ...noAnswers,
      country: "",
      other: { currency: "JPY", timeZone: "Moon", rates: "a" },
      firstDay: "2027-02-30",
      lastDay: "2027-02-01",
      wristbands: false,
      stalls: { ...noAnswers.stalls, entrance: 1 },
      admission: "x",
      float: "-1"
    }),
    [
      ["name", "missing", undefined],
      ["contact", "missing", undefined],
      ["firstDay", "noDay", undefined],
      ["currency", "noCurrency", undefined],
      ["timeZone", "noTimeZone", undefined],
      ["rates", "noRate", undefined],
      ["stalls", "noStall", undefined],
      ["entrance", "nothingSold", undefined],
      ["admission", "noAmount", undefined],
      ["float", "noAmount", undefined]
    ]
  )
  assert.deepStrictEqual(
    faults({
      ...bar,
      contact: "a@b",
      firstDay: "2027-07-04",
      lastDay: "2027-07-02",
      stalls: { ...bar.stalls, own: 51 }
    }),
    [
      ["contact", "noEmail", undefined],
      ["lastDay", "order", undefined],
      ["own", "noCount", undefined],
      ["goods", "nothingSold", undefined]
    ]
  )
})

it("each country has its taxes, its prices and its age for beer", () => {
  const inCountry = (country: string) => {
    const { file } = outlined({ ...bar, country, stalls: { own: 0, bar: 1, kitchen: 1, entrance: 1 } })
    const products = file["products"] as ReadonlyArray<Entry>
    const of = (name: string) => products.find((one) => one["name"] === name)!
    return ["Beer", "Cola", "Burger", "Gin and tonic"].map(of).map(({ price, tax_rate, user_tag_variants = [] }) =>
      [price, tax_rate, listed(user_tag_variants).length].join(", ")
    )
  }
  assert.deepStrictEqual(Object.fromEntries(["DE", "AT", "CH", "NL", "DK"].map((code) => [code, inCountry(code)])), {
    DE: ["4.5, VAT 19 %, 1", "3.5, VAT 19 %, 0", "9, VAT 7 %, 0", "8, VAT 19 %, 2"],
    AT: ["4.5, VAT 20 %, 1", "3.5, VAT 20 %, 0", "9, VAT 10 %, 0", "8, VAT 20 %, 2"],
    CH: ["7, VAT 8.1 %, 1", "5.5, VAT 8.1 %, 0", "13.5, VAT 8.1 %, 0", "12, VAT 8.1 %, 2"],
    NL: ["4.5, VAT 21 %, 2", "3.5, VAT 9 %, 0", "9, VAT 9 %, 0", "8, VAT 21 %, 2"],
    DK: ["36, VAT 25 %, 2", "28, VAT 25 %, 0", "72, VAT 25 %, 0", "64, VAT 25 %, 2"]
  })
})

it("people have a login each, and those without a wristband are named instead of made", () => {
  const people = { leads: "Jörg Groß LEAD7 0484A1B2C3D401\nJorg Gross", cashiers: "Joerg Gross, 84A1B2C3D40002\nKim" }
  const { file, secrets, withoutWristband } = outlined({ ...bar, ...people })
  assert.deepStrictEqual((file["users"] as ReadonlyArray<Entry>).map(({ login }) => login), [
    "joerg.gross",
    "joerg.gross.2"
  ])
  assert.deepStrictEqual([secrets["PIN_1"], secrets["CHIP_1"], secrets["CHIP_2"]], [
    "LEAD7",
    "484A1B2C3D401",
    "84A1B2C3D40002"
  ])
  assert.deepStrictEqual(withoutWristband, ["Jorg Gross", "Kim"])
  // A wristband belongs to the keys of its chip, and these come later.
  const later = outlined({ ...bar, ...people, suppliedKeys: true })
  assert.deepStrictEqual([later.secrets, later.withoutWristband.length, later.file["user_tag_secret"]], [
    {},
    4,
    undefined
  ])
})

it("guests who pay in cash alone need no wristbands, and an entrance alone opens them where there is one", () => {
  const profiles = (answers: Partial<EventAnswers>) =>
    (contentsOf(outlined({ ...bar, ...answers }))["till_profiles"] ?? []).map((one) =>
      ["name", "allow_top_up", "allow_ticket_sale", "enable_ssp_payment", "enable_cash_payment"].map((key) => one[key])
    )
  const withEntrance = { ...bar.stalls, entrance: 1 }
  assert.deepStrictEqual(profiles({}), [["Bar", true, true, true, true]])
  assert.deepStrictEqual(profiles({ stalls: withEntrance, cashAtStalls: false }), [
    ["Bar", false, false, true, false],
    ["Entrance", true, true, true, true]
  ])
  assert.deepStrictEqual(profiles({ wristbands: false }), [["Bar", false, false, false, true]])
  const { file, secrets } = outlined({ ...bar, wristbands: false })
  assert.deepStrictEqual([file["tickets"], file["user_tag_secret"], secrets], [[], undefined, {}])
  assert.isFalse(JSON.stringify(file).includes("under_16"))
  assert.strictEqual((file["products"] as ReadonlyArray<unknown>).length, usualStalls.bar.goods.length + 1)
})
