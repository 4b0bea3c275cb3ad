import { auditIdOf } from "@wristbank/core/organisation/AuditObject"
import fc from "fast-check"
import { expect, test } from "vitest"
import { differencesOf, flatten, nameIn } from "../../../../web/administration/people/audit/content.ts"
import { english } from "../../../../web/administration/people/audit/english.ts"
import { german } from "../../../../web/administration/people/audit/german.ts"
import { type Entry, sentenceOf } from "../../../../web/administration/people/audit/useSentence.ts"

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
  expect(auditIdOf("event_updated", content)).toBe(4)
  expect(auditIdOf("vouchers_granted", { vouchers: 2, account_id: 12 })).toBe(12)
  expect(auditIdOf("tills_reported", { id: 3 })).toBe(undefined)
})

const said = (log_type: string, content: Readonly<Record<string, unknown>>, by: Partial<Entry> = {}) => {
  const names: Readonly<Record<string, string>> = { "user 3": "Anna", "terminal 6": "Bar left", "till 7": "Bar" }
  const entry = {
    id: 1,
    node_id: 1,
    created_at: "2026-06-01T12:00:00Z",
    originating_user_id: 3,
    originating_terminal_id: null,
    ...by,
    log_type,
    content
  } as Entry
  return [english, german].map((say) =>
    sentenceOf(entry, say, (type, id) => names[`${type} ${id}`], {
      name: (of) => say.fields[of] ?? of,
      value: (of, given) => typeof given === "number" && of === "price" ? given.toFixed(2) : String(given)
    })
  )
}

test("an edit of one field is a sentence with the field, the object and both values", () => {
  const bier = { id: 9, name: "Bier", price: 4.5, is_locked: true, comment: null }
  expect(said("product_updated", { ...bier, old: { ...bier, price: 4 } })).toEqual([
    "Anna changed the price of product Bier from 4.00 to 4.50",
    "Anna hat bei Produkt Bier „Preis“ von 4.00 auf 4.50 geändert"
  ])
  expect(said("product_updated", { ...bier, old: { ...bier, is_locked: false } })[0])
    .toBe("Anna switched “Locked” on for product Bier")
  expect(said("product_updated", { ...bier, comment: "cold", old: bier })[0])
    .toBe("Anna set the remark of product Bier to cold")
  expect(said("product_updated", { ...bier, old: { ...bier, comment: "cold" } })[0])
    .toBe("Anna removed the remark of product Bier, which was cold")
})

test("an entry without a name in it has that of its object and of its terminal, or else its number", () => {
  expect(said("till_to_terminal_changed", { till_id: 7, new_terminal_id: 6 })[0])
    .toBe("Anna gave the till Bar another terminal")
  expect(said("terminal_user_logged_in", { terminal_id: 6, user_id: 3 })[0])
    .toBe("Anna signed in at the terminal Bar left")
  expect(
    said("cashier_closed_out", { close_out: {}, result: { cashier_id: 3 } }, {
      originating_user_id: null,
      originating_terminal_id: 6
    })[0]
  ).toBe("Terminal Bar left closed out the shift of Anna")
  expect(said("order_cancelled", { id: 7 })[0]).toBe("Anna cancelled order #7")
})
