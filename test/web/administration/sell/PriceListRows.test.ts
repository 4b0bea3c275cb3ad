import fc from "fast-check"
import { describe, expect, test } from "vitest"
import { english } from "../../../../web/administration/sell/priceLists/english.ts"
import {
  draftOfRows,
  type Entry,
  entryRows,
  type TypedEntry,
  type TypedWindow,
  windowRows
} from "../../../../web/administration/sell/priceLists/Rows.ts"
import { fromCents } from "../../../../web/kit/Amount.ts"
import { formatsOf } from "../../../../web/kit/Formats.ts"

const entries = entryRows(english, [{ value: "7", name: "Beer" }], formatsOf("en", "EUR", "Europe/Berlin"))
const windows = windowRows(english)

const id = fc.integer({ min: 1 })
const anEntry = fc.tuple(
  fc.oneof(
    fc.record({ product_id: id, category_id: fc.constant(null) }),
    fc.record({ product_id: fc.constant(null), category_id: id })
  ),
  fc.record({
    kind: fc.constantFrom("price", "minus", "percent"),
    value: fc.integer({ min: 0, max: 10_000_000 }).map(fromCents)
  })
).map(([named, change]): Entry => ({ ...named, ...change }))

describe("the products of a price list", () => {
  test("are read as they were written", () => {
    fc.assert(fc.property(fc.array(anEntry), (value) => {
      expect(entries.read(entries.draftOf(value))).toEqual({ ok: true, value })
    }))
  })

  test("are typed in per cent as people say it", () => {
    const value: ReadonlyArray<Entry> = [{ product_id: 7, kind: "percent", value: fromCents(2000) }]
    const typed: TypedEntry = { product: "7", kind: "percent", value: "20" }
    expect(entries.draftOf(value)).toEqual(draftOfRows([typed]))
    expect(entries.read(draftOfRows([{ ...typed, value: "7,5" }]))).toEqual({
      ok: true,
      value: [{ product_id: 7, category_id: null, kind: "percent", value: 7.5 }]
    })
    expect(entries.shown?.(draftOfRows([typed, { ...typed, kind: "minus", value: "0.5" }]))).toBe(
      "Beer: 20% off; Beer: €0.50 off"
    )
  })

  test.each<readonly [Partial<TypedEntry>, string, string]>([
    [{ product: "" }, "1.product_id", "missing"],
    [{ kind: "" }, "1.kind", "missing"],
    [{ value: " " }, "1.value", "missing"],
    [{ value: "1.234" }, "1.value", "noAmount"],
    [{ kind: "percent", value: "many" }, "1.value", "noShare"]
  ])("with %j have a mistake at %s: %s", (wrong, at, mistake) => {
    const right: TypedEntry = { product: "7", kind: "price", value: "3.50" }
    const draft = draftOfRows([right, { ...right, ...wrong }])
    expect(entries.read(draft)).toEqual({ ok: false, mistake })
    expect(entries.mistakeAt?.(draft)).toBe(at)
  })
})

test("hours keep the dates that a script gave them, and need both times", () => {
  const value = [{ days: [5, 6] as const, dates: ["2027-07-03"], from: "22:00", to: "02:00" }]
  expect(windows.read(windows.draftOf(value))).toEqual({ ok: true, value })
  const hours: TypedWindow = { days: [], dates: [], from: "22:00", to: "" }
  expect(windows.read(draftOfRows([hours]))).toEqual({ ok: false, mistake: "missing" })
  expect(windows.mistakeAt?.(draftOfRows([hours]))).toBe("0.to")
})
