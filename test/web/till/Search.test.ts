import fc from "fast-check"
import { assert, test } from "vitest"
import { found } from "../../../web/till/sale/Search.ts"

const named = (...names: ReadonlyArray<string>) => names.map((name) => ({ name, short_name: null }))
const namesOf = (search: string, ...names: ReadonlyArray<string>) =>
  found(named(...names), search).map(({ name }) => name)

test("a button is found by any part of its name, without accents and whatever the case", () => {
  assert.deepStrictEqual(namesOf("creme", "Café crème", "Café noir"), ["Café crème"])
  assert.deepStrictEqual(namesOf("ÇA", "Caipirinha", "ça va", "Cola"), ["Caipirinha", "ça va"])
  assert.deepStrictEqual(namesOf("weiss", "Weißbier", "Weizen"), ["Weißbier"])
  assert.deepStrictEqual(namesOf("ol", "Øl", "Cola", "Wasser"), ["Øl", "Cola"])
  assert.deepStrictEqual(namesOf("beer small", "Small beer", "Beer"), ["Small beer"])
  assert.deepStrictEqual(namesOf(" ", "Beer", "Wine"), ["Beer", "Wine"])
})

test("a button is found by its short name, and by words of both", () => {
  const beer = { name: "Weissbier vom Fass", short_name: "Weiße 0,5" }
  const buttons = [beer, { name: "Cola", short_name: null }]
  assert.deepStrictEqual(found(buttons, "weisse"), [beer])
  assert.deepStrictEqual(found(buttons, "0,5 fass"), [beer])
  assert.deepStrictEqual(found(buttons, "null"), [])
})

test("each button is found by each part of its name", () => {
  const letters = fc.array(fc.constantFrom(..."aäÀßÉøłÅzZ 9-"), { maxLength: 12 })
  fc.assert(fc.property(letters, fc.nat(12), fc.nat(12), (name, from, to) => {
    assert.strictEqual(found(named(name.join("")), name.slice(from, to).join("")).length, 1)
  }))
})

test("a button is found by its category too, each word in one of both names", () => {
  const categories: Readonly<Record<string, string>> = {
    Cola: "Kalte Getränke",
    Pommes: "Essen",
    Eistee: "Kalte Getränke"
  }
  const namesIn = (search: string) =>
    found(named("Cola", "Pommes", "Eistee"), search, ({ name }) => categories[name]!).map(({ name }) => name)
  assert.deepStrictEqual(namesIn("getranke"), ["Cola", "Eistee"])
  assert.deepStrictEqual(namesIn("kalte eis"), ["Eistee"])
  assert.deepStrictEqual(namesIn("essen cola"), [])
})
