import fc from "fast-check"
import { assert, describe, test } from "vitest"
import type { Chip } from "../../../web/kit/Chip.ts"
import { type Burst, noBurst, pressed } from "../../../web/kit/readers/Burst.ts"
import { chipIn, formats, formatsOf, nameOf, readFormat } from "../../../web/kit/readers/TagFormat.ts"
import { readRegistration } from "../../../web/till/registration/Registration.ts"
import { readCode } from "../../../web/till/registration/RegistrationCode.ts"
import { readCardReturn } from "../../../web/till/result/CardReturn.ts"

/** The number that a run of keys with pauses before each is read as; `undefined` if no one takes it for a reader. */
const read = (keys: ReadonlyArray<string>, pause: number): string | undefined => {
  let burst: Burst = noBurst
  let at = 0
  for (const key of keys) {
    at += pause
    const stroke = pressed(burst, key, at)
    if (stroke.kind === "read") return stroke.text
    burst = stroke.burst
  }
  return undefined
}

const uid = fc.bigInt({ min: 1n, max: 2n ** 56n - 1n }).map((number) => number.toString(16).toUpperCase() as Chip)

describe("what a reader types", () => {
  test("differs from a person's typing by its speed", () =>
    fc.assert(fc.property(uid.map((chip) => chip.padStart(8, "0")), (text) => {
      assert.strictEqual(read([...text, "Enter"], 5), text)
      assert.isUndefined(read([...text, "Enter"], 90))
    })))

  test("is no number if it is short or has other characters in it", () => {
    assert.isUndefined(read([..."123", "Enter"], 5))
    assert.isUndefined(read([..."12G4", "Enter"], 5))
    assert.strictEqual(read([..."hello", ..."00C0FFEE", "Enter"], 5), "00C0FFEE")
  })

  test("is read in the form that its set-up found", () =>
    fc.assert(fc.property(uid, (chip) => {
      const bytes = chip.length <= 8 ? 8 : 14
      const padded = chip.padStart(bytes, "0")
      const turned = padded.match(/../g)!.toReversed().join("")
      const texts = [padded, turned, BigInt(`0x${chip}`).toString()]
      for (const text of texts) {
        const found = formatsOf(text, chip)
        assert.isAbove(found.length, 0, text)
        for (const format of found) assert.strictEqual(chipIn(text, format), chip)
      }
      assert.strictEqual(chipIn(turned, { base: "hexadecimal", isReversed: true }), chip)
    })))

  test("keeps its form over a reload", () => {
    for (const format of formats) assert.strictEqual(readFormat(nameOf(format)), format)
    assert.isNull(readFormat("anything"))
    assert.isNull(readFormat(null))
  })
})

const code = "1b4e28ba-2fa1-41d2-883f-0016d3cca427"

test("a registration code is found in whatever was scanned, opened or typed", () => {
  assert.strictEqual(readCode(` ${code.toUpperCase()} `), code)
  assert.strictEqual(readCode(`https://till.example/till/#code=${code}`), code)
  assert.strictEqual(readCode(btoa(JSON.stringify({ core_url: "https://x", registration_uuid: code }))), code)
  for (const other of ["", "Bar 1", "%%%", btoa("{}"), btoa("null"), "1b4e28ba"]) assert.isUndefined(readCode(other))
})

test("a registration from storage is complete or none", () => {
  const whole = { id: "a", token: "t", terminalId: 1, name: "Bar" }
  assert.deepStrictEqual(readRegistration(JSON.stringify(whole)), whole)
  for (const text of [null, "", "null", "{}", JSON.stringify({ ...whole, token: 1 })]) {
    assert.isNull(readRegistration(text))
  }
})

test("the provider's app says of which booking it comes back, and how it went", () => {
  assert.deepStrictEqual(readCardReturn("?smp-status=success&foreign-tx-id=u"), { uuid: "u", isPaid: true })
  assert.deepStrictEqual(readCardReturn("?smp-status=failed&foreign-tx-id=u"), { uuid: "u", isPaid: false })
  assert.isUndefined(readCardReturn("?code=1"))
})
