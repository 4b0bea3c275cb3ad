import { fromHex, toHex } from "@wristbank/core/base/TagUid"
import fc from "fast-check"
import { describe, expect, test } from "vitest"
import { asJson, fromAnswer, inPath, parseDecimal, parseHex, reversed } from "../../../web/kit/Chip.ts"

const uid = fc.bigInt({ min: 0n, max: 2n ** 64n - 1n })

describe("chip numbers in the browser", () => {
  test("are those of the server, in JSON and in paths, for all 64 bits", () =>
    fc.assert(fc.property(uid, (number) => {
      const chip = fromAnswer(toHex(number))
      expect(fromHex(asJson(chip))).toBe(number)
      expect(BigInt(inPath(chip))).toBe(number)
    })))

  test("read back from hexadecimal text, however it is written", () =>
    fc.assert(
      fc.property(
        uid,
        fc.constantFrom("", "0x"),
        fc.constantFrom(0, 14, 16),
        fc.boolean(),
        (number, before, length, upper) => {
          const digits = number.toString(16).padStart(length, "0")
          expect(parseHex(before + (upper ? digits.toUpperCase() : digits))).toBe(toHex(number))
        }
      )
    ))

  test("read the serial number of Web NFC, whose bytes have colons between them", () => {
    expect(parseHex("04:a2:b3:c4:d5:e6:80")).toBe("4A2B3C4D5E680")
  })

  test("read back from decimal text", () =>
    fc.assert(fc.property(uid, (number) => {
      expect(parseDecimal(String(number))).toBe(toHex(number))
    })))

  test("reversing the bytes twice changes nothing", () =>
    fc.assert(fc.property(fc.uint8Array({ minLength: 4, maxLength: 8 }), (bytes) => {
      const text = Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("")
      const backwards = Array.from(bytes.toReversed(), (byte) => byte.toString(16).padStart(2, "0")).join("")
      expect(reversed(backwards)).toBe(parseHex(text))
    })))

  test.each(["", "xyz", "12345678901234567", "-1", "1.5"])(
    "%s is no chip number in hexadecimal",
    (text) => {
      expect(parseHex(text)).toBeUndefined()
    }
  )
  test.each(["", "18446744073709551616", "-1", "1e3", "0x10"])(
    "%s is no chip number in decimal",
    (text) => {
      expect(parseDecimal(text)).toBeUndefined()
    }
  )
})
