import { assert, describe, it } from "@effect/vitest"
import * as Der from "@wristbank/core/tse/Der"
import {
  bytesOf,
  logTimeBytes,
  SignatureAlgorithm,
  type SignedMessage,
  TseOperation
} from "@wristbank/core/tse/SignedMessage"
import { DateTime, Result } from "effect"
import * as Hex from "effect/encoding/Hex"
import fc from "fast-check"
import { serial } from "./transcripts.ts"

const at = DateTime.makeUnsafe("2026-11-20T18:07:52.123Z")

const message: SignedMessage = {
  operation: "StartTransaction",
  clientId: "1000",
  processData: "",
  processType: "",
  transactionNumber: 1n,
  serial: Result.getOrThrow(Hex.decode(serial)),
  algorithm: "ecdsa-plain-SHA384",
  signatureCounter: 1n,
  logTime: at,
  timeFormat: "unixTime"
}

const hexOf = (changes: Partial<SignedMessage>) => Hex.encode(bytesOf({ ...message, ...changes }))

describe("the signed bytes", () => {
  it("of a start have empty process data and type", () =>
    assert.strictEqual(
      hexOf({}),
      [
        "020102",
        "060904007f000703070101",
        "801053746172745472616e73616374696f6e",
        "810431303030",
        "8200",
        "8300",
        "850101",
        `0420${serial}`,
        "300c060a04007f00070101040104",
        "020101",
        "02046b008c78"
      ].join("")
    ))

  it("name the operation and the algorithm", () => {
    assert.include(hexOf({ operation: "UpdateTransaction" }), "80115570646174655472616e73616374696f6e")
    const ends = ["02", "03", "04", "05", "08", "09", "0a", "0b"]
    for (const [place, algorithm] of SignatureAlgorithm.literals.entries()) {
      assert.include(hexOf({ algorithm }), `300c060a04007f000701010401${ends[place]}`)
    }
  })

  it("have the text in UTF-8", () => assert.include(hexOf({ processData: "Käse" }), "82054bc3a47365"))

  it("differ whenever anything in them does", () => {
    const drawn = fc.record({
      operation: fc.constantFrom(...TseOperation.literals),
      clientId: fc.string(),
      processData: fc.string({ maxLength: 400 }),
      processType: fc.string(),
      transactionNumber: fc.bigInt({ min: 1n, max: 2n ** 40n }),
      signatureCounter: fc.bigInt({ min: 1n, max: 2n ** 40n })
    })
    fc.assert(fc.property(drawn, drawn, (one, other) => {
      const same = Object.entries(one).every(([name, value]) =>
        Object.entries(other).some(([n, v]) => n === name && v === value)
      )
      assert.strictEqual(hexOf(one) === hexOf(other), same)
      assert.lengthOf(Result.getOrThrow(Der.read(bytesOf({ ...message, ...one }))), 11)
    }))
  })
})

describe("the time in the signed bytes", () => {
  const written = (format: SignedMessage["timeFormat"]) => {
    const [element] = Result.getOrThrow(Der.read(logTimeBytes(at, format)))
    return [element?.tag, new TextDecoder().decode(element?.content)]
  }

  it("is whole seconds since 1970", () => assert.strictEqual(Hex.encode(logTimeBytes(at, "unixTime")), "02046b008c78"))

  it("or digits in the precision of the format", () => {
    assert.deepStrictEqual(written("utcTime"), [0x17, "2611201807Z"])
    assert.deepStrictEqual(written("utcTimeWithSeconds"), [0x17, "261120180752Z"])
    assert.deepStrictEqual(written("generalizedTime"), [0x18, "20261120180752Z"])
    assert.deepStrictEqual(written("generalizedTimeWithMilliseconds"), [0x18, "20261120180752.123Z"])
  })
})
