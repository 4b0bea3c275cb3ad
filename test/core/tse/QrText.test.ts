import { assert, describe, it } from "@effect/vitest"
import * as QrCheck from "@wristbank/core/tse/QrCheck"
import * as QrText from "@wristbank/core/tse/QrText"
import { curveOf, isValid, serialOf } from "@wristbank/core/tse/SignatureCheck"
import { bytesOf, SignatureAlgorithm, type SignedMessage, TimeFormat } from "@wristbank/core/tse/SignedMessage"
import { DateTime, Result, Schema } from "effect"
import * as Base64 from "effect/encoding/Base64"
import * as Hex from "effect/encoding/Hex"
import fc from "fast-check"
import { receipts, simulatedKey } from "./receipts.ts"
import { serial } from "./transcripts.ts"

const parsed = (text: string) => Result.getOrThrow(QrText.parse(text))
const bytesIn = (base64: string) => Result.getOrThrow(Base64.decode(base64))
const check = (text: string, changes: Partial<QrText.QrText> = {}) =>
  QrCheck.check(new QrText.QrText({ ...parsed(text), ...changes }))

/** The other digit at the first that there is. */
const flipped = (text: string) => text.replace(/\d/, (digit) => String((Number(digit) + 1) % 10))

const messageOf = (qr: QrText.QrText): SignedMessage => ({
  operation: "FinishTransaction",
  clientId: qr.clientId,
  processData: qr.processData,
  processType: qr.processType,
  transactionNumber: BigInt(qr.transactionNumber),
  serial: serialOf(bytesIn(qr.publicKey)),
  algorithm: Schema.decodeUnknownSync(SignatureAlgorithm)(qr.algorithm),
  signatureCounter: BigInt(qr.signatureCounter),
  logTime: DateTime.makeUnsafe(qr.logTime),
  timeFormat: Schema.decodeUnknownSync(TimeFormat)(qr.timeFormat)
})

describe("the code of a receipt", () => {
  for (const { name, text, ...known } of receipts) {
    it(`verifies: ${name}`, () => {
      assert.strictEqual(check(text).signature, "valid")
      const qr = parsed(text)
      assert.strictEqual(QrText.format(qr), text)
      assert.isTrue(isValid(messageOf(qr), bytesIn(qr.signature), bytesIn(qr.publicKey)))
      if ("signed" in known) assert.strictEqual(Hex.encode(bytesOf(messageOf(qr))), known.signed)
    })

    it(`is forged if anything that was signed is changed: ${name}`, () => {
      const qr = parsed(text)
      for (
        const field of ["clientId", "processType", "processData", "transactionNumber", "signatureCounter"] as const
      ) {
        assert.strictEqual(check(text, { [field]: flipped(qr[field]) }).signature, "invalid", field)
      }
      const later = DateTime.formatIso(DateTime.add(DateTime.makeUnsafe(qr.logTime), { seconds: 1 }))
      assert.strictEqual(check(text, { logTime: later }).signature, "invalid")
      assert.strictEqual(check(text, { signature: flipped(qr.signature) }).signature, "invalid")
      const other = qr.publicKey === simulatedKey ? receipts[0].text : receipts[1].text
      assert.strictEqual(check(text, { publicKey: parsed(other).publicKey }).signature, "invalid")
      // The start is signed by the start's signature, which is not in the code.
      assert.strictEqual(check(text, { startTime: "2020-01-01T00:00:00.000Z" }).signature, "valid")
    })
  }

  it("says which device signed", () => {
    const key = bytesIn(simulatedKey)
    assert.strictEqual(Hex.encode(serialOf(key)), serial)
    assert.strictEqual(curveOf(key), "brainpoolP384r1")
    assert.strictEqual(
      QrCheck.serialIn(parsed(receipts[0].text)),
      "bf1b13c1cf8a6f7958c190201daf9e18b850cf2cdc0885078d48868f625955e3"
    )
    assert.isUndefined(QrCheck.serialIn(new QrText.QrText({ ...parsed(receipts[0].text), publicKey: "None" })))
  })
})

describe("the form of a code", () => {
  const faults = (changes: Partial<QrText.QrText>) => check(receipts[1].text, changes).form.map(({ field }) => field)

  it("is right in receipts that are, and told apart from the signature", () => {
    const wrong = receipts.flatMap(({ text }) => check(text).form.map(({ field }) => ({ text, field })))
    assert.deepStrictEqual(wrong.map(({ field, text }) => [field, text.includes("KassenBeleg-V1")]), [[3, true]])
  })

  it("wants each field written as the rules say", () => {
    const wrong: ReadonlyArray<readonly [number, Partial<QrText.QrText>]> = [
      [1, { version: "V1" }],
      [2, { clientId: "" }],
      [2, { clientId: "till_1" }],
      [2, { clientId: "Käse" }],
      [2, { clientId: "A".repeat(71) }],
      [3, { processType: "None" }],
      [4, { processData: "Beleg^3,000.00_0.00_0.00_0.00_0.00^3,000.00:Bar" }],
      [4, { processData: "Beleg^4.00_0.00_0.00_0.00^4.00:Bar" }],
      [4, { processData: "Beleg^4.0_0.00_0.00_0.00_0.00^4.0:Bar" }],
      [4, { processData: "Beleg^.50_0.00_0.00_0.00_0.00^.50:Bar" }],
      [4, { processData: "Beleg^4.00_0.00_0.00_0.00_0.00^4.00:Karte" }],
      [4, { processData: "Beleg^+4.00_0.00_0.00_0.00_0.00^4.00:Bar" }],
      [4, { processData: "Beleg^5.00_0.00_0.00_0.00_0.00^2.00:Unbar_3.00:Bar" }],
      [4, { processData: "Beleg^4.00_0.00_0.00_0.00_0.00^4.00:Bar:EUR" }],
      [4, { processData: "Beleg^-0.00_0.00_0.00_0.00_0.00^" }],
      [4, { processData: "Beleg^04.00_0.00_0.00_0.00_0.00^4.00:Bar" }],
      [4, { processData: "" }],
      [5, { transactionNumber: "None" }],
      [5, { transactionNumber: "01" }],
      [6, { signatureCounter: "0" }],
      [7, { startTime: "2026-11-20T18:07:52Z" }],
      [8, { logTime: "2026-02-30T18:07:52.000Z" }],
      [8, { logTime: "2026-11-20T18:07:52.123000.000Z" }],
      [9, { algorithm: "ecdsa-plain-SHA1" }],
      [10, { timeFormat: "UnixTime" }],
      [11, { signature: "JWR9" }],
      [11, { signature: "not base64" }],
      [12, { publicKey: "BHIs" }],
      [12, { publicKey: "not base64" }]
    ]
    for (const [field, changes] of wrong) {
      assert.include(faults(changes), field, `${field} of ${Object.values(changes)}`)
    }
    for (
      const processData of [
        "Beleg^0.00_0.00_0.00_0.00_0.00^",
        "Beleg^0.00_0.00_0.00_0.00_-4.00^-4.00:Unbar",
        "Beleg^1.00_0.00_0.00_0.00_0.00^1.00:Bar:USD",
        "Beleg^5.00_0.00_0.00_0.00_0.00^3.00:Bar_2.00:Unbar",
        "AVBelegabbruch^0.00_0.00_0.00_0.00_0.00^",
        "Beleg^1234567.89_0.00_0.00_0.00_0.00^1234567.89:Bar"
      ]
    ) assert.deepStrictEqual(faults({ processData }), [])
  })

  it("that can't be read leaves nothing to verify", () => {
    for (
      const changes of [
        { transactionNumber: "None" },
        { signatureCounter: "" },
        { logTime: "None" },
        { algorithm: "None" },
        { timeFormat: "" },
        { signature: "None!" },
        { publicKey: "AAAA" }
      ]
    ) assert.strictEqual(check(receipts[1].text, changes).signature, "unreadable")
  })
})

const field = fc.string({ unit: "grapheme" }).map((text) => text.replaceAll(";", ""))

describe("the text of a code", () => {
  it("reads back, with semicolons in the process data", () =>
    fc.assert(fc.property(fc.array(field, { minLength: 12, maxLength: 12 }), fc.string(), (fields, processData) => {
      const text = [...fields.slice(0, 3), processData, ...fields.slice(4)].join(";")
      const qr = parsed(text)
      assert.strictEqual(QrText.format(qr), text)
      assert.deepStrictEqual([qr.clientId, qr.processData, qr.publicKey], [fields[1], processData, fields[11]])
      assert.strictEqual(QrCheck.check(qr).signature, "unreadable")
    })))

  it("with fewer than twelve fields is no code", () =>
    fc.assert(fc.property(fc.array(field, { minLength: 1, maxLength: 11 }), (fields) => {
      assert.isTrue(Result.isFailure(QrText.parse(fields.join(";"))))
    })))

  it("of a signed transaction has its times in UTC with three decimals and the bytes in base64", () => {
    const qr = parsed(receipts[1].text)
    const made = QrText.qrTextOf({
      clientId: "1000",
      processType: "Kassenbeleg-V1",
      processData: "Beleg^4.00_0.00_0.00_0.00_2.00^6.00:Unbar",
      transactionNumber: 1n,
      signatureCounter: 2n,
      startTime: DateTime.makeUnsafe("2026-11-20T20:07:52+02:00"),
      logTime: DateTime.makeUnsafe("2026-11-20T19:07:52+01:00"),
      algorithm: "ecdsa-plain-SHA384",
      timeFormat: "unixTime",
      signature: bytesIn(qr.signature),
      publicKey: bytesIn(qr.publicKey)
    })
    assert.strictEqual(QrText.format(made), receipts[1].text)
  })
})

it("a start after the end is badly written, though no signature tells", () => {
  const [, { text }] = receipts
  const { logTime } = parsed(text)
  const later = DateTime.formatIso(DateTime.add(DateTime.makeUnsafe(logTime), { seconds: 1 }))
  assert.deepStrictEqual(check(text, { startTime: later }).form, [{ field: 8, fault: "the end is before the start" }])
  assert.deepStrictEqual(check(text, { startTime: logTime }).form, [])
})
