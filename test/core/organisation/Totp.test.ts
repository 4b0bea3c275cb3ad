import { assert, describe, it } from "@effect/vitest"
import { readCode, showRecoveryCode } from "@wristbank/core/organisation/SecondFactor"
import { acceptedStep, codeOf, fromBase32, stepAt, toBase32, uriOf } from "@wristbank/core/organisation/Totp"
import fc from "fast-check"

/** The secret of the test values in RFC 4226, appendix D, and RFC 6238, appendix B. */
const published = Buffer.from("12345678901234567890")

const secrets = fc.uint8Array({ minLength: 20, maxLength: 20 })
// Up to times that are exact in milliseconds.
const steps = fc.integer({ min: 10, max: 2 ** 38 })
const within = fc.integer({ min: 0, max: 29_999 })

describe("the codes of an authenticator app", () => {
  it.each(
    [
      [59, "94287082"],
      [1_111_111_109, "07081804"],
      [1_111_111_111, "14050471"],
      [1_234_567_890, "89005924"],
      [2_000_000_000, "69279037"],
      [20_000_000_000, "65353130"]
    ] as const
  )("are those of RFC 6238 after %d seconds", (seconds, eightDigits) => {
    assert.strictEqual(codeOf(published, stepAt(seconds * 1000)), eightDigits.slice(2))
  })

  it("are those of RFC 4226 for the first ten counters", () => {
    assert.deepStrictEqual(
      Array.from({ length: 10 }, (_, counter) => codeOf(published, counter)),
      ["755224", "287082", "359152", "969429", "338314", "254676", "287922", "162583", "399871", "520489"]
    )
  })

  it("count one step early and one step late, and at no other time", () =>
    fc.assert(fc.property(secrets, steps, fc.integer({ min: -5, max: 5 }), within, (secret, step, away, millis) => {
      const now = (step + away) * 30_000 + millis
      const code = codeOf(secret, step)
      const window = [-1, 0, 1].map((near) => stepAt(now) + near)
      const fitting = window.filter((near) => codeOf(secret, near) === code)
      assert.strictEqual(acceptedStep({ secret, lastStep: 0 }, code, now), fitting.at(-1))
      if (Math.abs(away) <= 1) assert.isNotEmpty(fitting)
    })))

  it("never count twice, in whatever order they are tried", () =>
    fc.assert(fc.property(
      secrets,
      steps,
      fc.array(fc.tuple(fc.integer({ min: -1, max: 4 }), fc.integer({ min: 0, max: 3 })), { maxLength: 30 }),
      (secret, first, tries) => {
        let lastStep = 0
        let clock = 0
        const counted: Array<number> = []
        for (const [code, pause] of tries) {
          clock += pause
          const step = acceptedStep({ secret, lastStep }, codeOf(secret, first + code), (first + clock) * 30_000)
          if (step === undefined) continue
          assert.isAbove(step, lastStep)
          counted.push(step)
          lastStep = step
        }
        assert.lengthOf(new Set(counted), counted.length)
      }
    )))

  it("count in no other form", () =>
    fc.assert(fc.property(secrets, fc.string(), (secret, text) => {
      const now = 1_700_000_000_000
      const codes = [-1, 0, 1].map((near) => codeOf(secret, stepAt(now) + near))
      assert.strictEqual(acceptedStep({ secret, lastStep: 0 }, text, now) !== undefined, codes.includes(text))
    })))
})

describe("the secret of an app", () => {
  it("reads back from base32, which is that of RFC 4648", () => {
    assert.strictEqual(toBase32(Buffer.from("fooba")), "MZXW6YTB")
    fc.assert(fc.property(fc.uint8Array({ minLength: 0, maxLength: 8 }), (bytes) => {
      const fives = Uint8Array.from([...bytes, ...bytes, ...bytes, ...bytes, ...bytes])
      assert.match(toBase32(fives), /^[A-Z2-7]*$/)
      assert.deepStrictEqual(fromBase32(toBase32(fives)), fives)
    }))
  })

  it("is in the address for the app, with a login of any characters", () =>
    fc.assert(fc.property(fc.string({ minLength: 1 }).filter((text) => text.isWellFormed()), (login) => {
      const uri = new URL(uriOf(login, "MZXW6YTB"))
      assert.strictEqual(decodeURIComponent(uri.pathname), `/Wristbank:${login}`)
      assert.deepStrictEqual(Object.fromEntries(uri.searchParams), {
        secret: "MZXW6YTB",
        issuer: "Wristbank",
        algorithm: "SHA1",
        digits: "6",
        period: "30"
      })
    })))
})

describe("a typed code", () => {
  it("is read with blanks and hyphens, and a recovery code as it is shown", () =>
    fc.assert(fc.property(fc.uint8Array({ minLength: 15, maxLength: 15 }), (bytes) => {
      const code = toBase32(bytes)
      const shown = showRecoveryCode(code)
      assert.match(shown, /^([a-z2-7]{6}-){3}[a-z2-7]{6}$/)
      for (const typed of [shown, code, shown.replaceAll("-", " "), ` ${shown}\n`]) {
        assert.deepStrictEqual(readCode(typed), { kind: "recovery_code", code })
      }
    })))

  it("is the app's with six digits, and none in any other form", () => {
    assert.deepStrictEqual(readCode(" 123 456 "), { kind: "totp", code: "123456" })
    for (const typed of ["", "12345", "1234567", "a23456", "١٢٣٤٥٦", "x".repeat(23), "1".repeat(24)]) {
      assert.isUndefined(readCode(typed))
    }
  })
})
