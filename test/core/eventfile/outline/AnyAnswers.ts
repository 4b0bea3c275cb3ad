import { countries } from "@wristbank/core/eventfile/outline/Country"
import { type EventAnswers, noAnswers } from "@wristbank/core/eventfile/outline/EventAnswers"
import type { Chance } from "@wristbank/core/eventfile/outline/EventOutline"
import fc from "fast-check"

/** An amount as people of a language write it. */
const written = (cents: number, decimal: string) => (cents / 100).toFixed(2).replace(".", decimal)

/** A name that no product has by itself. */
const anyName = fc.tuple(
  fc.constantFrom("Mate", "Helles 0,5 l", "Äpfel", "Crêpe", "Rhabarber-Schorle", "Wrap (vegan)", "水"),
  fc.integer({ min: 1, max: 999 })
).map(([name, number]) => `${name} ${number}x`)

const anyGood = fc.record({
  name: anyName,
  cents: fc.integer({ min: 0, max: 100_000 }),
  depositCents: fc.integer({ min: 0, max: 300 }),
  rate: fc.nat(3),
  decimal: fc.constantFrom(".", ",")
})

const anyPerson = fc.record({
  name: fc.constantFrom("Lea", "Kim Çelik", "Olga", "Jörg-Peter Groß", "Ann Ø", "Admin"),
  hasChip: fc.boolean(),
  hasPin: fc.boolean()
})

/** Answers from which an event can be made, and what their list says. */
export const anyAnswers = fc.record({
  country: fc.constantFrom("", ...countries.map(({ code }) => code)),
  stalls: fc.record({
    own: fc.integer({ min: 1, max: 3 }),
    bar: fc.nat(2),
    kitchen: fc.nat(2),
    entrance: fc.nat(2)
  }),
  goods: fc.uniqueArray(anyGood, { minLength: 1, maxLength: 6, selector: ({ name }) => name }),
  people: fc.array(anyPerson, { maxLength: 5 }),
  heading: fc.constantFrom("", "Essen:", "FOOD 0 %:"),
  more: fc.record({
    depositTax: fc.constantFrom("as_goods" as const, "untaxed" as const),
    cashAtStalls: fc.boolean(),
    suppliedKeys: fc.boolean(),
    wristbands: fc.boolean(),
    admission: fc.constantFrom("", "0", "12,50"),
    firstDay: fc.constantFrom("", "2027-07-02")
  })
}).map(({ country, goods: drawn, heading, more, people, stalls }) => {
  const rates = countries.find(({ code }) => code === country)?.rates.map(({ rate }) => rate) ?? [2300, 1350]
  // A deposit is not higher than the price.
  const goods = drawn.map((good) => ({
    ...good,
    depositCents: good.cents > 0 ? Math.min(good.cents, good.depositCents) : 0,
    rate: good.rate === 3 ? 0 : rates[good.rate % rates.length]!
  }))
  const lines = goods.map(({ cents, decimal, depositCents, name, rate }) =>
    [name, written(cents, decimal), ...(depositCents > 0 ? [written(depositCents, decimal)] : []), `${rate / 100} %`]
      .join(" ")
  )
  const persons = people.map(({ hasChip, hasPin, name }, at) =>
    [name, ...(hasChip ? [...(hasPin ? [`P${at}`] : []), `84A1B2C3D4${String(at).padStart(4, "0")}`] : [])].join(" ")
  )
  const answers: EventAnswers = {
    ...noAnswers,
    ...more,
    name: "Fest",
    contact: "help@fest.example",
    lastDay: more.firstDay === "" ? "" : "2027-07-04",
    country,
    other: { currency: "PLN", timeZone: "Europe/Warsaw", rates: "23 13,5" },
    goods: [heading, ...lines].join("\n"),
    stalls: { ...stalls, entrance: more.wristbands ? stalls.entrance : 0 },
    leads: persons.slice(0, 2).join("\n"),
    cashiers: persons.slice(2).join("\n")
  }
  return { answers, goods }
})

/** Keys and PINs in turn in place of chance. */
export const inTurn = (): Chance => {
  let drawn = 0
  return {
    key: () => (++drawn).toString(16).padStart(32, "0"),
    pin: () => `DRAWN${++drawn}`
  }
}
