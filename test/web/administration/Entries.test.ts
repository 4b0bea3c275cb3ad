import fc from "fast-check"
import { expect, test } from "vitest"
import { bodyOf, draftsOf, entriesOf, merged, valuesOf } from "../../../web/administration/form/Entries.ts"
import {
  amount,
  atMostOne,
  choices,
  count,
  type Draft,
  type FieldsOf,
  flag,
  keep,
  optional,
  reference,
  share,
  text
} from "../../../web/administration/form/Field.ts"
import { type Amount, fromCents } from "../../../web/kit/Amount.ts"

interface Item {
  readonly name: string
  readonly price: Amount | null
  readonly pieces: number
  readonly rate: number
  readonly sold: boolean
  readonly ages: ReadonlyArray<"young" | "old">
  readonly age: ReadonlyArray<"young" | "old">
  readonly kept: number
}

const label = "an entry"
const fields: FieldsOf<Item> = {
  name: text({ label }),
  price: optional(amount({ label })),
  pieces: count({ label }),
  rate: share({ label }),
  sold: flag({ label }),
  ages: choices({ label }, [{ value: "young", name: "young" }, { value: "old", name: "old" }]),
  age: atMostOne({ label, none: "every" }, [{ value: "young", name: "young" }, { value: "old", name: "old" }]),
  kept: keep
}
const entries = entriesOf(fields)

const item = fc.record<Item>({
  name: fc.string(),
  price: fc.option(fc.integer({ min: -100_000, max: 1_000_000_000 }).map(fromCents)),
  pieces: fc.integer({ min: -10_000, max: 10_000 }),
  rate: fc.integer({ min: 0, max: 10_000 }).map((hundredths) => Number(`${hundredths}e-4`)),
  sold: fc.boolean(),
  ages: fc.subarray(["young", "old"] as const),
  age: fc.subarray(["young", "old"] as const, { maxLength: 1 }),
  kept: fc.integer()
})

const drafts = (of: Item) => draftsOf(entries, { ...of })

test("what is stored comes back from a form unchanged", () =>
  fc.assert(fc.property(item, (stored) => {
    const { mistakes, values } = valuesOf(entries, drafts(stored), { ...stored })
    expect(mistakes).toEqual({})
    expect(bodyOf(fields, values, { ...stored }, () => true)).toEqual(stored)
  })))

test("an entry that is not shown is sent as empty", () => {
  const stored: Item = {
    name: "x",
    price: fromCents(250),
    pieces: 3,
    rate: 0.19,
    sold: true,
    ages: ["young"],
    age: ["old"],
    kept: 7
  }
  const { values } = valuesOf(entries, drafts(stored), { ...stored })
  expect(bodyOf(fields, values, { ...stored }, (name) => !["price", "ages", "age", "sold"].includes(name)))
    .toEqual({ ...stored, price: null, ages: [], age: [], sold: false })
})

test("a text that is no number is a mistake", () => {
  const stored: Item = { name: "x", price: null, pieces: 3, rate: 0.19, sold: true, ages: [], age: [], kept: 7 }
  const typed = { ...drafts(stored), price: "2.505", pieces: "three", rate: "19 %%" }
  expect(valuesOf(entries, typed, { ...stored }).mistakes).toEqual({
    price: "noAmount",
    pieces: "noCount",
    rate: "noShare"
  })
  expect(valuesOf(entries, { ...typed, pieces: " " }, { ...stored }).mistakes["pieces"]).toBe("missing")
})

test("a merge keeps both people's changes and asks where both changed the same entry differently", () =>
  fc.assert(fc.property(item, item, item, (first, second, third) => {
    const [before, mine, theirs] = [drafts(first), drafts(second), drafts(third)]
    const { conflicts, drafts: result } = merged(entries, { before, mine, theirs })
    for (const [name] of entries) {
      const [old, own, other] = [before, mine, theirs].map((one) => JSON.stringify(one[name]))
      expect(JSON.stringify(result[name])).toBe(own === old ? other : own)
      expect(conflicts.some((one) => one.name === name)).toBe(own !== old && other !== old && own !== other)
    }
  })))

test("an entry with a rule of its own is merged by it, and asks where that gives nothing", () => {
  const sum = {
    ...text({ label }),
    merge: (old: Draft, own: Draft, other: Draft) => old === "" ? undefined : `${own}+${other}`
  }
  const mergedFrom = (old: string) =>
    merged(entriesOf<{ readonly sum: string }>({ sum }), {
      before: { sum: old },
      mine: { sum: "1" },
      theirs: { sum: "2" }
    })
  expect(mergedFrom("0")).toEqual({ drafts: { sum: "1+2" }, conflicts: [] })
  expect(mergedFrom("")).toMatchObject({ drafts: { sum: "1" }, conflicts: [{ name: "sum", mine: "1", theirs: "2" }] })
})

test("a thing that is not chosen yet is missing", () => {
  const one = reference({ label }, [{ id: 7, name: "seven" }])
  expect(one.read(one.draftOf(0))).toEqual({ ok: false, mistake: "missing" })
  expect(one.read(one.draftOf(7))).toEqual({ ok: true, value: 7 })
})
