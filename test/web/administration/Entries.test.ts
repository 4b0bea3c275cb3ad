import { type TileColour, tileColours } from "@wristbank/core/event/TileColour"
import fc from "fast-check"
import { isDeepStrictEqual } from "node:util"
import { describe, expect, test } from "vitest"
import { bodyOf, draftsOf, entriesOf, merged, unsavedOf, valuesOf } from "../../../web/administration/form/Entries.ts"
import {
  amount,
  atMostOne,
  choices,
  colour,
  count,
  counts,
  type Draft,
  type FieldsOf,
  flag,
  keep,
  optional,
  reference,
  secret,
  share,
  text
} from "../../../web/administration/form/Field.ts"
import { opened, readAgain, saved } from "../../../web/administration/form/Typing.ts"
import { type Amount, fromCents } from "../../../web/kit/Amount.ts"

interface Item {
  readonly name: string
  readonly price: Amount | null
  readonly pieces: number
  readonly rate: number
  readonly sold: boolean
  readonly ages: ReadonlyArray<"young" | "old">
  readonly age: ReadonlyArray<number>
  readonly dates: ReadonlyArray<number>
  readonly tint: TileColour | null
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
  age: atMostOne({ label, none: "every" }, [{ id: 3, name: "young" }, { id: 4, name: "old" }]),
  dates: counts({ label }),
  tint: optional(colour({ label, none: "none" })),
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
  age: fc.subarray([3, 4], { maxLength: 1 }),
  dates: fc.array(fc.nat()),
  tint: fc.option(fc.constantFrom(...tileColours)),
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
    age: [4],
    dates: [],
    tint: "teal",
    kept: 7
  }
  const { values } = valuesOf(entries, drafts(stored), { ...stored })
  expect(bodyOf(fields, values, { ...stored }, (name) => !["price", "ages", "age", "sold"].includes(name)))
    .toEqual({ ...stored, price: null, ages: [], age: [], sold: false })
})

test("a text that is no number is a mistake", () => {
  const stored: Item = {
    name: "x",
    price: null,
    pieces: 3,
    rate: 0.19,
    sold: true,
    ages: [],
    age: [],
    dates: [],
    tint: "teal",
    kept: 7
  }
  const typed = { ...drafts(stored), price: "2.505", pieces: "three", rate: "19 %%", dates: "1, two" }
  expect(valuesOf(entries, typed, { ...stored }).mistakes).toEqual({
    price: "noAmount",
    pieces: "noCount",
    rate: "noShare",
    dates: "noCount"
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

describe("a form that was left and opens again", () => {
  test("has both people's changes and asks where both changed the same entry differently", () =>
    fc.assert(fc.property(item, item, item, (first, second, third) => {
      const [before, mine, theirs] = [drafts(first), drafts(second), drafts(third)]
      const { conflicts = [], drafts: result } = opened(
        entries,
        { stored: { ...third }, version: "2" },
        unsavedOf(entries, mine, before)
      )
      expect({ conflicts, drafts: result }).toEqual(merged(entries, { before, mine, theirs }))
    })))

  test("asks nothing about a thing that is not stored yet", () =>
    fc.assert(fc.property(item, item, item, (first, second, third) => {
      const unsaved = unsavedOf(entries, drafts(second), drafts(first))
      expect(opened(entries, { stored: { ...third }, version: undefined }, unsaved)).toMatchObject({
        drafts: { ...drafts(third), ...unsaved?.typed },
        conflicts: undefined
      })
    })))

  test("keeps no secret, and nothing that is as it was stored", () => {
    const form = entriesOf<{ readonly name: string; readonly password: string }>({
      name: text({ label }),
      password: secret({ label })
    })
    const before = { name: "x", password: "" }
    expect(unsavedOf(form, { name: "x", password: "never kept" }, before)).toBeUndefined()
    expect(unsavedOf(form, { name: "y", password: "never kept" }, before)).toEqual({
      typed: { name: "y" },
      before: { name: "x" }
    })
    expect(
      saved(form, { ...opened(form, { stored: before, version: "1" }, undefined) }, {
        name: "y",
        password: "never kept"
      }).drafts
    ).toEqual({ name: "y", password: "" })
  })
})

test("what others save while a form is open is merged each time, and an open choice stays open", () =>
  fc.assert(fc.property(item, item, fc.array(item, { minLength: 1, maxLength: 4 }), (first, second, others) => {
    let typing = { ...opened(entries, { stored: { ...first }, version: "0" }, undefined), drafts: drafts(second) }
    const contested = new Set<string>()
    for (const [round, stored] of others.entries()) {
      const before = draftsOf(entries, typing.stored)
      for (const { name } of merged(entries, { before, mine: typing.drafts, theirs: drafts(stored) }).conflicts) {
        contested.add(name)
      }
      typing = readAgain(entries, typing, { stored: { ...stored }, version: String(round + 1) })
      expect(typing.version).toBe(String(round + 1))
    }
    expect(new Set(typing.conflicts?.map(({ name }) => name))).toEqual(contested)
    // An entry that someone else saved just as it is typed is settled.
    const settled = (name: string) => others.some((one) => isDeepStrictEqual(drafts(one)[name], drafts(second)[name]))
    for (const name of [...contested].filter((one) => !settled(one))) {
      expect(typing.drafts[name]).toEqual(drafts(second)[name])
    }
  })))

test("after a save nothing is left to save, and the next change starts from what was saved", () =>
  fc.assert(fc.property(item, item, item, (first, second, third) => {
    const typing = { ...opened(entries, { stored: { ...first }, version: "1" }, undefined), drafts: drafts(second) }
    const after = saved(entries, typing, { ...second })
    expect(unsavedOf(entries, after.drafts, draftsOf(entries, after.stored))).toBeUndefined()
    expect(readAgain(entries, after, { stored: { ...third }, version: "2" })).toMatchObject({
      drafts: drafts(third),
      conflicts: undefined
    })
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
