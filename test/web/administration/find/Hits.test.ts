import fc from "fast-check"
import { describe, expect, test } from "vitest"
import { english } from "../../../../web/administration/find/english.ts"
import { goalsOf, moved, placeOf, screensFor } from "../../../../web/administration/find/hits.ts"
import { otherWords } from "../../../../web/administration/find/otherWords.ts"
import { tasks } from "../../../../web/administration/Tasks.ts"
import type { TreeNode } from "../../../../web/administration/tree.ts"

/** The addresses of all screens, with a number in place of each parameter. */
const addresses = tasks.flatMap(({ name, screens }) =>
  screens.map(({ path }) => `/${name}/${path.replaceAll(/:\w+/g, "7")}`)
)

describe("what was found", () => {
  test.each(Object.entries(placeOf))("a %s leads to a screen that there is", (_, place) => {
    expect(["/", ...addresses]).toContain(place(7))
  })

  test("a place leads to itself, another thing to its screen at the node where it is", () => {
    const found = [
      { kind: "node", id: 5, node_id: 1, title: "Bar", detail: null, found_by: "name" },
      { kind: "till", id: 6, node_id: 5, title: "Bar 1", detail: "Bar", found_by: "name" }
    ] as const
    expect(goalsOf(found, english.kinds)).toMatchObject([
      { node: 5, place: "/", kind: "Place" },
      { node: 5, place: "/sell/tills/6", kind: "Till", detail: "Bar" }
    ])
  })

  const node = {
    privileges_at_node: ["node_administration"],
    event_node_id: 1,
    computed_forbidden_objects_at_node: [],
    id: 1
  }
  const screens = (words: string, at: object = node) =>
    screensFor(words, tasks, at as unknown as TreeNode, "en").map(({ place }) => place)

  test("screens are found by every word of their title or purpose, and only those that the person may see", () => {
    expect(screens("new tax rate")).toEqual(["/sell/tax-rates/new"])
    expect(screens("new tax rate", { ...node, privileges_at_node: ["view_node_stats"] })).toEqual([])
    expect(screens(" ")).toEqual([])
  })

  test("screens are found by what people call the thing", () => {
    expect(screens("refund")).toEqual(expect.arrayContaining(["/guests/orders", "/payouts/runs"]))
    expect(screens("VAT")).toContain("/sell/tax-rates")
    expect(screens("mwst")).toContain("/sell/tax-rates")
    expect(screens("price")).toEqual(expect.arrayContaining(["/sell/products", "/sell/prices", "/sell/price-lists"]))
    expect(Object.keys(otherWords).filter((place) => !addresses.includes(place))).toEqual([])
  })

  test("the arrows go round the list and never leave it", () =>
    fc.assert(fc.property(fc.nat(30), fc.array(fc.constantFrom("ArrowDown", "ArrowUp", "x")), (count, keys) => {
      const end = keys.reduce((chosen, key) => moved(chosen, key, count), 0)
      expect(end >= 0 && end < Math.max(1, count)).toBe(true)
      expect(moved(moved(end, "ArrowDown", count), "ArrowUp", count)).toBe(count === 0 ? 0 : end)
    })))
})
