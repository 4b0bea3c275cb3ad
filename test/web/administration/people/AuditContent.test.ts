import fc from "fast-check"
import { expect, test } from "vitest"
import { differencesOf, flatten, idIn, nameIn } from "../../../../web/administration/people/audit/content.ts"

const field = fc.stringMatching(/^[a-m]{1,6}$/)
const value = fc.oneof(fc.string(), fc.integer(), fc.boolean(), fc.constant(null))
const state = fc.dictionary(field, value, { minKeys: 1 })
  .map((record): Readonly<Record<string, unknown>> => ({ ...record }))

/** The values that differ between two states. */
const changedIn = (before: Readonly<Record<string, unknown>>, after: Readonly<Record<string, unknown>>) =>
  Object.fromEntries(
    [...new Set([...Object.keys(before), ...Object.keys(after)])]
      .filter((name) => before[name] !== after[name])
      .map((name) => [name, [before[name], after[name]]])
  )

const shown = (content: Readonly<Record<string, unknown>>) =>
  Object.fromEntries(differencesOf(content).map(({ after, before, field: name }) => [name, [before, after]]))

test("both forms of an entry with two states show each field that changed, and no other", () =>
  fc.assert(fc.property(state, state, (before, changes) => {
    const after = { ...before, ...changes }
    expect(shown({ id: 7, old: before, new: after })).toEqual(changedIn(before, after))
    const kept = Object.fromEntries(Object.keys(before).map((name) => [name, after[name]]))
    expect(shown({ ...after, old: before })).toEqual(changedIn(before, kept))
  })))

test("the same state twice shows nothing, nor does an entry without an earlier state", () =>
  fc.assert(fc.property(state, (only) => {
    expect(differencesOf({ old: only, new: only })).toEqual([])
    expect(differencesOf(only)).toEqual([])
  })))

test("single fields stand beside those of the same name with old_, and with new_", () => {
  expect(shown({ id: 3, balance: 5, old_balance: 4 })).toEqual({ balance: [4, 5] })
  expect(shown({ terminal_id: 6, old_till_id: null, new_till_id: 7 })).toEqual({ till_id: [null, 7] })
})

test("values of records inside stand beside the others, and the object is found by name and number", () => {
  const content = {
    id: 4,
    new: { name: "Festival", settings: { bon_title: "New" } },
    old: { name: "Festival", settings: {} }
  }
  expect(shown(content)).toEqual({ bon_title: [undefined, "New"] })
  expect(flatten(content).get("bon_title")).toBe("New")
  expect(nameIn(content)).toBe("Festival")
  expect(idIn(content)).toBe(4)
  expect(idIn({ vouchers: 2, account_id: 12 })).toBe(12)
})
