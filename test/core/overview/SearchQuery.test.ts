import { assert, it } from "@effect/vitest"
import { searchQuery } from "@wristbank/core/overview/SearchQuery"
import fc from "fast-check"

const chip = fc.bigInt({ min: 0n, max: 2n ** 64n - 1n })

const chipsIn = (text: string) => searchQuery(text)?.chips ?? []
const inRanges = (text: string, uid: bigint) =>
  (searchQuery(text)?.chipRanges ?? []).some(({ from, to }) => from <= uid && uid <= to)

it("a chip is found however its number is written", () =>
  fc.assert(fc.property(chip, (uid) => {
    const hex = uid.toString(16)
    const padded = hex.padStart(hex.length > 14 ? 16 : hex.length > 8 ? 14 : 8, "0")
    const pairs = padded.match(/../g)!
    for (const text of [String(uid), hex, hex.toUpperCase(), `0x${hex}`, padded, pairs.join(":"), pairs.join(" ")]) {
      assert.include(chipsIn(` ${text} `), uid, text)
    }
  })))

it("a chip is found by the beginning of its printed number, and by no other beginning", () =>
  fc.assert(fc.property(
    chip.map((uid) => uid % 2n ** 56n).filter((uid) => uid >= 2n ** 48n),
    fc.integer({ min: 4, max: 13 }),
    (uid, length) => {
      const printed = uid.toString(16).padStart(14, "0")
      assert.isTrue(inRanges(printed.slice(0, length), uid))
      const other = (uid ^ (1n << 55n)).toString(16).padStart(14, "0").slice(0, length)
      assert.isFalse(
        (searchQuery(other)?.chipRanges ?? []).some(({ from, to }) =>
          from <= uid && uid <= to && to - from >= 2n ** 50n
        )
      )
    }
  )))

it("every value between the ends of a range begins with the text", () =>
  fc.assert(fc.property(chip, fc.integer({ min: 4, max: 12 }), (uid, length) => {
    const text = uid.toString(16).padStart(16, "0").slice(0, length)
    for (const { from, to } of searchQuery(text)!.chipRanges) {
      const digits = from.toString(16).length + (text.length - text.replace(/^0+/, "").length)
      for (const end of [from, to]) {
        if (BigInt(`0x${text}`) > 0n) assert.strictEqual(end.toString(16).padStart(digits, "0").slice(0, length), text)
      }
    }
  })))

it("numbers of orders, uuids and IBANs are recognised", () => {
  const uuid = "0b6a4d0e-1c2d-4e3f-8a9b-0c1d2e3f4a5b"
  assert.strictEqual(searchQuery("#42")?.number, 42n)
  assert.strictEqual(searchQuery(" 0000000042 ")?.number, 42n)
  assert.isNull(searchQuery("9223372036854775808")!.number)
  assert.isNull(searchQuery("4 2")!.number)
  assert.strictEqual(searchQuery(uuid.toUpperCase())?.uuid, uuid)
  assert.isNull(searchQuery(uuid.slice(1))!.uuid)
  assert.strictEqual(searchQuery("de89 3704 0044")?.ibans?.from, "DE8937040044")
  assert.isNull(searchQuery("de89")!.ibans)
  assert.isNull(searchQuery("Beer")!.ibans)
})

it("a blank text, U+0000 or half a character finds nothing, and any other text is read", () => {
  for (const text of ["", "  ", "a\u0000", "\uD800"]) assert.isUndefined(searchQuery(text))
  fc.assert(fc.property(fc.string({ unit: "grapheme", minLength: 1 }), (text) => {
    const query = searchQuery(text)
    if (query === undefined) return
    assert.isTrue(query.pins.from <= query.pins.to)
    for (const { from, to } of query.chipRanges) assert.isTrue(from <= to && to < 2n ** 64n)
  }))
})

it("short texts are whole PINs, and no words", () => {
  assert.deepStrictEqual(searchQuery("A7")?.pins, { from: "a7", to: "a7" })
  assert.notDeepEqual(searchQuery("A7B")?.pins, { from: "a7b", to: "a7b" })
  assert.isNull(searchQuery("ä!")!.words)
  assert.strictEqual(searchQuery("äb")?.words, "äb")
})
