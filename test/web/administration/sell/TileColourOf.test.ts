import { expect, test } from "vitest"
import { tileColourOf } from "../../../../web/administration/sell/buttons/TileColourOf.ts"

const categories = [{ id: 1, colour: "yellow" }, { id: 2, colour: "blue" }, { id: 3, colour: null }] as const
const products = [{ id: 7, category_id: 2 }, { id: 5, category_id: null }, { id: 6, category_id: 1 }]
const colourOf = (more: Partial<Parameters<typeof tileColourOf>[0]>) =>
  tileColourOf({ colour: null, category_id: null, product_ids: [], ...more }, products, categories)

test("a button has its own colour, else that of its category, else that of its first product with one", () => {
  expect(colourOf({ colour: "red", category_id: 2, product_ids: [6] })).toBe("red")
  expect(colourOf({ category_id: 2, product_ids: [6] })).toBe("blue")
  expect(colourOf({ category_id: 3, product_ids: [6] })).toBeNull()
  expect(colourOf({ product_ids: [7, 6, 5] })).toBe("yellow")
  expect(colourOf({ product_ids: [5] })).toBeNull()
  expect(colourOf({ category_id: 9 })).toBeNull()
})
