// Without schemas, as browsers load it too.
import type { Language } from "../../base/Language.ts"
import { tileColours } from "../../event/TileColour.ts"
import { ratesIn } from "./AnswerProblems.ts"
import { countries, type Country, type CountryRate } from "./Country.ts"
import type { AnswerProblem, EventAnswers, StallKind } from "./EventAnswers.ts"
import { goodsIn, sameName } from "./GoodsList.ts"
import { outlineNames } from "./OutlineNames.ts"
import { usualCents, type UsualStall, usualStalls } from "./UsualGoods.ts"

/** A product as the event begins with it. */
interface OutlinedGood {
  readonly name: string
  readonly cents: number
  readonly depositCents: number
  readonly rate: number
  readonly category: string | null
  /** The ages under which guests may not have it. */
  readonly notUnder: ReadonlyArray<"under_16" | "under_18">
}

/** What stalls sell, by their kind. */
export type GoodsOfStalls = Partial<Readonly<Record<StallKind, ReadonlyArray<OutlinedGood>>>>

const untyped = (rate: number): CountryRate => ({ rate, type: null })

/** The country of the answers, which are without problems. */
export const countryOf = ({ country, other }: EventAnswers): Country => {
  const known = countries.find(({ code }) => code === country)
  if (known !== undefined) return known
  const [usual = 0, ...others] = ratesIn(other.rates) ?? []
  return {
    code: "",
    fiscalCode: "",
    name: { en: "", de: "" },
    currency: other.currency,
    timeZone: other.timeZone,
    tax: { en: "VAT", de: "MwSt." },
    rates: [untyped(usual), ...others.map(untyped)],
    rateOf: {},
    beerFrom: 18,
    fiscal: "unknown",
    prices: { times: 1, roundTo: 10 }
  }
}

/** Products that the system books with, which every event has. */
const reserved = new Set(["rabatt", "aufladen", "auszahlen", "geldtransit", "differenzsollist"])

const usualGoods = (stall: UsualStall, country: Country, language: Language): ReadonlyArray<OutlinedGood> =>
  stall.goods.map(({ deposit, isSpirit = false, kind, name, price }) => ({
    name: name[language],
    cents: usualCents(price, country),
    depositCents: usualCents(deposit, country),
    rate: country.rateOf[kind] ?? country.rates[0].rate,
    category: stall.category[language],
    notUnder: kind !== "alcohol" ? [] : isSpirit || country.beerFrom === 18 ? ["under_16", "under_18"] : ["under_16"]
  }))

/** The goods of the stalls that there are, and what is wrong with the list. */
export const goodsOf = (answers: EventAnswers, country: Country, language: Language) => {
  const { stalls, wristbands } = answers
  const names = outlineNames[language]
  const usual = (["bar", "kitchen"] as const).filter((kind) => stalls[kind] > 0)
    .map((kind) => [kind, usualGoods(usualStalls[kind], country, language)] as const)
  const { faults, goods } = goodsIn(stalls.own > 0 ? answers.goods : "")
  const taken = new Set([
    ...usual.flatMap(([, all]) => all.map(({ name }) => sameName(name))),
    ...(wristbands ? [sameName(names.admission)] : [])
  ])
  const known = country.rates.map(({ rate }) => rate)
  const problems: Array<AnswerProblem> = faults.map((fault) => ({ field: "goods", ...fault }))
  const lines = answers.goods.split(/\r\n|\r|\n/)
  const own = goods.map(({ category = null, cents, depositCents, line, name, rate = known[0]! }): OutlinedGood => {
    const refuse = (fault: AnswerProblem["fault"]) =>
      problems.push({ field: "goods", line, text: lines[line - 1]!.trim(), fault })
    if (reserved.has(sameName(name))) refuse("reserved")
    else if (taken.has(sameName(name))) refuse("usualName")
    else if (rate !== 0 && !known.includes(rate)) refuse("rateUnknown")
    return { name, cents, depositCents, rate, category, notUnder: [] }
  })
  if (stalls.own > 0 && goods.length === 0 && faults.length === 0) {
    problems.push({ field: "goods", fault: "nothingSold" })
  }
  const of: GoodsOfStalls = { ...(own.length > 0 ? { own } : {}), ...Object.fromEntries(usual) }
  return { of, problems: problems.toSorted((a, b) => (a.line ?? 0) - (b.line ?? 0)) }
}

/** The categories of goods, by the order in which they come, each with a colour; names that differ in case alone are one. */
export const categoriesOf = (goods: ReadonlyArray<OutlinedGood>, language: Language) => {
  const usual = Object.values(usualStalls).map(({ category, colour }) => ({ name: category[language], colour }))
  const names = new Map(goods.flatMap(({ category }) => category === null ? [] : [[sameName(category), category]]))
  const free = tileColours.filter((colour) => usual.every((one) => one.colour !== colour))
  return Array.from(names.values(), (name, at) => ({
    name,
    colour: usual.find((one) => sameName(one.name) === sameName(name))?.colour ?? free[at % free.length]!
  }))
}
