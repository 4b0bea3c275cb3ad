import { assert, it } from "@effect/vitest"
import { withoutEndSlashes } from "@wristbank/core/base/Text"
import { sanitise } from "@wristbank/core/event/SvgImage"
import { languageOf } from "@wristbank/core/fiscal/ReceiptWords"
import { Login } from "@wristbank/core/organisation/User"
import { Result, Schema } from "effect"
import fc from "fast-check"

/** Texts made of few different pieces, so that many nearly match. */
const textOf = (...pieces: ReadonlyArray<string>) =>
  fc.array(fc.constantFrom(...pieces), { maxLength: 12 }).map((parts) => parts.join(""))

/** Short patterns with the meaning of the rules below, which take quadratic time for long texts. */
const said = {
  oneLine: /^[^\u0000-\u001f\u007f\u2028\u2029]*$/,
  login: /^[^\u0000-\u001f\u007f]*[\p{L}\p{N}_-][^\u0000-\u001f\u007f]*$/u,
  called: /([\w-]*)\s*\(/g,
  endSlashes: /\/+$/
}

const isLogin = Schema.is(Login)

it("a login has a letter, digit, - or _ and no control characters", () =>
  fc.assert(
    fc.property(textOf("a", ".", "-", "\u0001", "\n", "\u007f", "ß", "_", "7", "!"), (text) => {
      assert.strictEqual(isLogin(text), text !== "" && said.login.test(text), JSON.stringify(text))
    }),
    { numRuns: 5000 }
  ))

it("a style calls nothing but what computes", () =>
  fc.assert(
    fc.property(textOf("rgb", "url", "(", ")", " ", "-", "a", "calc", "#a", ",", "\u00a0"), (text) => {
      const computed = text.replaceAll(/url\(\s*(["']?)#[\w.:-]+\1\s*\)/gi, "")
      const isHarmless = Array.from(computed.matchAll(said.called)).every(([, name]) => /^(rgba?|calc)$/.test(name!))
      const image = `<svg xmlns="http://www.w3.org/2000/svg"><g style="${text}"/></svg>`
      const drawn = Result.getOrThrow(sanitise(new TextEncoder().encode(image)))
      assert.strictEqual(drawn.includes("style="), isHarmless, text)
    }),
    { numRuns: 5000 }
  ))

it("an address loses the slashes at its end", () =>
  fc.assert(
    fc.property(textOf("/", "a", "//", " "), (text) => {
      assert.strictEqual(withoutEndSlashes(text), text.replace(said.endSlashes, ""))
    })
  ))

it.each([
  ["de;q=0.5, en ; q=0.8", "en"],
  ["de ;q=0.9,en;q= 0.1", "de"],
  [" EN-gb ", "en"],
  ["fr, en;q=0", "de"],
  ["", "de"]
])("a browser that accepts %s reads %s", (accepted, language) => {
  assert.strictEqual(languageOf(undefined, accepted), language)
})
