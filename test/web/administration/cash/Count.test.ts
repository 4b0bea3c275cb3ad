import fc from "fast-check"
import { expect, test } from "vitest"
import { draftOf, newDraft, recounted } from "../../../../web/administration/cash/closeOutDraft.ts"
import {
  differenceOf,
  inUnit,
  missingFor,
  moneyOf,
  piecesOf,
  tallyOf
} from "../../../../web/administration/cash/Count.ts"
import { add, fromCents, toCents } from "../../../../web/kit/Amount.ts"

const { values } = moneyOf("EUR")
const counts = fc.array(fc.integer({ min: 0, max: 100_000 }), { minLength: values.length, maxLength: values.length })
const piecesTyped = (pieces: ReadonlyArray<number>) => ({
  unit: "pieces" as const,
  entries: Object.fromEntries(values.map((cents, at) => [cents, String(pieces[at])]))
})
const cents = fc.integer({ min: -10_000_000, max: 10_000_000 })

test("the sum of a count is exact to the cent", () =>
  fc.assert(fc.property(counts, (pieces) => {
    const { counted, mistaken, sum } = tallyOf(piecesTyped(pieces), values)
    expect(BigInt(toCents(sum))).toBe(values.reduce((all, value, at) => all + BigInt(value) * BigInt(pieces[at]!), 0n))
    expect(mistaken).toEqual([])
    expect(counted.every(({ count }) => count > 0)).toBe(true)
  })))

test("a count means the same in pieces and in amounts, and comes back as it was", () =>
  fc.assert(fc.property(counts, (pieces) => {
    const typed = piecesTyped(pieces)
    const asAmounts = inUnit(typed, "amounts")
    expect(tallyOf(asAmounts, values)).toEqual(tallyOf(typed, values))
    expect(inUnit(asAmounts, "pieces")).toEqual(typed)
  })))

test("an entry is a count or a mistake, never a guess", () => {
  expect(["", " 3 ", "0", "007"].map((entry) => piecesOf("pieces", 20, entry))).toEqual([0, 3, 0, 7])
  expect(["3.5", "-1", "1e3", "drei", "100001"].map((entry) => piecesOf("pieces", 20, entry)))
    .toEqual([undefined, undefined, undefined, undefined, undefined])
  expect(["0,60", "0.6", "1", "12.00"].map((entry) => piecesOf("amounts", 20, entry))).toEqual([3, 3, 5, 60])
  expect(["0.70", "-0.20", "0.201", "x"].map((entry) => piecesOf("amounts", 20, entry)))
    .toEqual([undefined, undefined, undefined, undefined])
})

test("a mistaken entry stays out of the sum and is kept to be corrected", () =>
  fc.assert(fc.property(counts, fc.nat({ max: values.length - 1 }), (pieces, at) => {
    const typed = piecesTyped(pieces)
    const value = values[at]!
    const spoilt = { ...typed, entries: { ...typed.entries, [value]: "two" } }
    const { mistaken, sum } = tallyOf(spoilt, values)
    expect(mistaken).toEqual([value])
    expect(add(sum, fromCents(value * pieces[at]!))).toBe(tallyOf(typed, values).sum)
    expect(inUnit(spoilt, "amounts").entries[value]).toBe("two")
  })))

test("a difference explains the count, needs a comment, and no one counts their own cash", () =>
  fc.assert(
    fc.property(cents, cents, fc.constantFrom("", "  ", "a note stuck"), fc.constantFrom("", "7", "9"), (...all) => {
      const [counted, expected, comment, counterId] = all
      const difference = differenceOf(fromCents(counted), fromCents(expected))
      expect(toCents(difference) + expected).toBe(counted)
      const missing = missingFor({ difference, comment, counterId }, 7)
      expect(missing.includes("comment")).toBe(counted !== expected && comment.trim() === "")
      expect(missing.includes("counter")).toBe(counterId !== "9")
    })
  ))

test("nothing typed is no count, and a zero is one", () => {
  expect(tallyOf({ unit: "pieces", entries: { 100: " " } }, values).isBegun).toBe(false)
  expect(tallyOf({ unit: "pieces", entries: { 100: "0" } }, values)).toMatchObject({ isBegun: true, sum: 0 })
})

test("a draft is taken up for the same register, or when it was sent and the register is gone", () => {
  const stored = (more: object) => JSON.stringify({ ...newDraft(4, "first"), entries: { 100: "3" }, ...more })
  expect(draftOf(stored({}), 4, "second")).toMatchObject({ requestId: "first", entries: { 100: "3" } })
  expect(draftOf(stored({}), 5, "second")).toEqual(newDraft(5, "second"))
  expect(draftOf(stored({}), null, "second")).toEqual(newDraft(null, "second"))
  expect(draftOf(stored({ isSent: true }), null, "second")).toMatchObject({ requestId: "first", isSent: true })
  expect(draftOf(stored({ isSent: true }), 5, "second")).toEqual(newDraft(5, "second"))
  for (const spoilt of [null, "", "{", "[]", "{\"entries\":{}}"]) {
    expect(draftOf(spoilt, 4, "second")).toEqual(newDraft(4, "second"))
  }
})

test("a count that is changed after the comparison is no blind count", () => {
  const draft = newDraft(4, "id")
  expect(recounted(draft, { unit: "pieces", entries: { 100: "1" } }).isShown).toBe(false)
  expect(recounted({ ...draft, isCompared: true }, { unit: "pieces", entries: { 100: "1" } }).isShown).toBe(true)
})
