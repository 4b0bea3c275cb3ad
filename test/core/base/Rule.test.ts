import { assert, it } from "@effect/vitest"
import { AccessDenied, InvalidArgument, refuse } from "@wristbank/core/base/Refusal"
import { defineRules, refusalName } from "@wristbank/core/base/Rule"
import { rules } from "@wristbank/core/Rules"
import { tillRules } from "@wristbank/core/till/TillRules"
import { Result, Schema } from "effect"

it("an error by a rule has its name, its sentence in every language, and its values nowhere else", () => {
  const error = InvalidArgument.of(tillRules.till_holds_register, { register: "R1", till: "Bar" })
  assert.strictEqual(error.rule, "till.till_holds_register")
  assert.strictEqual(error.message, "The cash register R1 is in Bar")
  assert.strictEqual(error.messageIn("en"), error.message)
  assert.strictEqual(error.messageIn("de"), "Die Kassenlade R1 ist in Bar")
  const json = Schema.encodeSync(Schema.toCodecJson(InvalidArgument))(error)
  assert.deepStrictEqual<unknown>(json, { _tag: "InvalidArgument", rule: error.rule, message: error.message })
  const received = Schema.decodeSync(Schema.toCodecJson(InvalidArgument))(json)
  assert.deepStrictEqual(received, error)
  assert.strictEqual(received.messageIn("de"), error.message)
})

it("a rule is raised as its error, with its values", () => {
  const refused = refuse(tillRules.till_virtual)
  assert.strictEqual(Result.isFailure(refused) && refusalName(refused.failure), "till.till_virtual")
  assert.strictEqual(refusalName(AccessDenied.of(tillRules.nobody_signed_in)), "till.nobody_signed_in")
  // @ts-expect-error a rule of another error
  assert.isTrue(Result.isFailure(refuse(tillRules.nobody_signed_in)))
  // @ts-expect-error values that are missing
  assert.throws(() => AccessDenied.of(tillRules.others_hidden, {}))
})

it("a rule needs both languages, with the same placeholders, and a remedy", () => {
  // @ts-expect-error no German
  defineRules("bar", { closed: { en: "Closed", remedy: "Wait." } })
  // @ts-expect-error another placeholder
  defineRules("bar", { closed: { en: "{bar} is closed", de: "{till} ist zu", remedy: "Wait." } })
  // @ts-expect-error no remedy
  defineRules("bar", { closed: { en: "Closed", de: "Geschlossen" } })
  const { closed } = defineRules("bar", { closed: { en: "Closed", de: "Geschlossen", remedy: "Wait." } })
  assert.deepStrictEqual([closed.name, closed.id], ["bar.closed", "InvalidArgument"])
})

/** The first parts of names, which programs compare: they stay, wherever the code of a rule stands. */
const areas = [
  "account",
  "card",
  "cash",
  "catalogue",
  "device",
  "dsfinvk",
  "event",
  "eventfile",
  "fiscal",
  "mail",
  "network",
  "order",
  "organisation",
  "payout",
  "portal",
  "presale",
  "pricing",
  "primitives",
  "report",
  "sql",
  "tag",
  "till"
]

it("every rule has a name of its own in its area, and is in the catalogue", () => {
  const names = rules.map(({ name }) => name)
  assert.isAbove(names.length, 10)
  assert.lengthOf(new Set(names), names.length)
  for (const name of names) assert.match(name, /^[a-z]+\.[a-z][a-z0-9_]+$/)
  assert.sameMembers([...new Set(names.map((name) => name.split(".")[0]))], areas)
})

it("sentences end without a full stop, remedies with one, and no two rules say the same", () => {
  for (const { de, en, name, remedy } of rules) {
    for (const sentence of [en, de]) assert.match(sentence, /^\S.*[^.\s]$/s, name)
    assert.match(remedy, /^[A-Z].*\.$/, name)
  }
  assert.lengthOf(new Set(rules.map(({ en, when = en }) => when)), rules.length)
})
