import fc from "fast-check"
import { assert, test } from "vitest"
import { tabsOf } from "../../../web/till/sale/Tabs.ts"
import type { TillConfig } from "../../../web/till/Session.ts"

const category = (id: number): TillConfig["categories"][number] => ({
  id,
  name: `Category ${id}`,
  colour: "blue",
  sequence: id
})
const buttonIn = fc.option(fc.integer({ min: 1, max: 6 }))
const till = fc.record({
  categories: fc.uniqueArray(fc.integer({ min: 1, max: 5 })).map((ids) => ids.map(category)),
  one_page: fc.boolean()
})
const drawn = fc.array(buttonIn, { maxLength: 40 })
  .map((all) => all.map((category_id, id) => ({ id, category_id })))

test("tabs have each button once, in the order of the layout, and their categories in theirs", () =>
  fc.assert(fc.property(till, drawn, (at, buttons) => {
    const tabs = tabsOf(at, buttons)
    if (tabs.length === 0) return
    assert.sameMembers(tabs.flatMap((tab) => tab.buttons), buttons)
    for (const tab of tabs) {
      assert.isNotEmpty(tab.buttons)
      assert.deepStrictEqual(tab.buttons, buttons.filter((one) => tab.buttons.includes(one)))
    }
    const places = tabs.map((tab) => tab.category === undefined ? Infinity : at.categories.indexOf(tab.category))
    assert.deepStrictEqual(places, places.toSorted((a, b) => a - b))
  })))

test("a till has tabs for more than 12 buttons of two kinds, unless its profile wants one page", () => {
  const many = (count: number, ...ids: ReadonlyArray<number | null>) =>
    Array.from({ length: count }, (_, n) => ({ category_id: ids[n % ids.length]! }))
  const categories = [category(2), category(1)]
  const tabs = (one_page: boolean, buttons: ReadonlyArray<{ readonly category_id: number | null }>) =>
    tabsOf({ categories, one_page }, buttons).map((tab) => [tab.category?.id, tab.buttons.length])
  assert.deepStrictEqual(tabs(false, many(12, 1, 2)), [])
  assert.deepStrictEqual(tabs(false, many(13, 1, 2)), [[2, 6], [1, 7]])
  assert.deepStrictEqual(tabs(false, many(14, 1, null)), [[1, 7], [undefined, 7]])
  assert.deepStrictEqual(tabs(false, many(14, 1)), [])
  assert.deepStrictEqual(tabs(false, many(14, null)), [])
  assert.deepStrictEqual(tabs(true, many(14, 1, 2)), [])
})
