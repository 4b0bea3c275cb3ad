import { assert, it } from "@effect/vitest"
import { Email } from "@wristbank/core/base/Email"
import { isEmailAddress } from "@wristbank/core/base/EmailAddress"
import { Result, Schema } from "effect"
import fc from "fast-check"
import { zero } from "../../../web/kit/Amount.ts"
import { bankMistakes } from "../../../web/portal/BankEntries.ts"

const refused = [
  "",
  "test",
  "test@test",
  "test@test.de trailing",
  "test@test.de\nBcc: all@example.org",
  "a@b@c.de",
  ".a@b.de",
  "a..b@c.de",
  "a@-b.de",
  "a@b..de",
  "a@b.de.",
  "a@b.d",
  "a@1.2",
  "<a@b.de>",
  "\"a b\"@c.de",
  `${"a".repeat(65)}@b.de`,
  `a@${"b.".repeat(130)}de`
]

const taken = ["a@b.de", "a.b+c'd_e@x-y.example.org", "1@2.museum", "a@xn--mnchen-3ya.de", "a@münchen.example"]

const office = (text: string) => Result.isSuccess(Schema.decodeUnknownResult(Email)(text))

const portal = (email: string) =>
  bankMistakes({ iban: "", account_name: "", email, donation: undefined, privacy: false }, zero, null)["email"] ===
    undefined

it.each(refused)("%j is no e-mail address, in a setting as in the portal", (text) => {
  assert.deepStrictEqual([isEmailAddress(text), office(text), portal(text)], [false, false, false])
})

it.each(taken)("%j is an e-mail address, in a setting as in the portal", (text) => {
  assert.deepStrictEqual([isEmailAddress(text), office(text), portal(text)], [true, true, true])
  const pasted = ` \u200b${text}\u00a0`
  assert.deepStrictEqual([office(pasted), portal(pasted)], [true, true])
})

it("an e-mail address has one @, and a domain of several labels that begin and end with a letter or digit", () => {
  const piece = fc.constantFrom("a", "b.c", ".", "@", " ", "\u0001", "\u2028", "-", "é", "(", "x@yy.zz")
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 12 }).map((pieces) => pieces.join("")), (text) => {
      const [local = "", domain = "", ...more] = text.split("@")
      const labels = domain.split(".")
      const isOne = more.length === 0 && /^[a-z-]+(\.[a-z-]+)*$/.test(local) && labels.length > 1 &&
        labels.every((label) => /^[a-zé]([a-zé-]*[a-zé])?$/.test(label)) && labels.at(-1)!.length > 1
      assert.strictEqual(isEmailAddress(text), isOne, JSON.stringify(text))
    }),
    { numRuns: 5000 }
  )
})

it("a text of any length is judged at once", () => {
  for (const text of ["a@" + "b.".repeat(500_000), "a".repeat(1_000_000), "a-".repeat(100) + "@" + "b-".repeat(20)]) {
    assert.isFalse(isEmailAddress(text))
  }
})
