import { csvText } from "@wristbank/core/base/LineText"
import { parse } from "csv-parse/sync"
import fc from "fast-check"
import { expect, test } from "vitest"
import { cursorIn } from "../../../web/administration/answers.ts"
import type { Column } from "../../../web/administration/list/Column.ts"
import { csvOf } from "../../../web/administration/list/Csv.ts"
import { filtered, nextOrder, searchTexts, sorted } from "../../../web/administration/list/Rows.ts"
import { shownRows } from "../../../web/administration/list/useWindow.ts"
import { folded } from "../../../web/kit/Folded.ts"

interface Row {
  readonly id: number
  readonly name: string
  readonly price: number | null
}

const columns: ReadonlyArray<Column<Row>> = [
  { key: "name", title: "Name", of: ({ name }) => name },
  { key: "price", title: "Price", kind: "amount", of: ({ price }) => price }
]
const { compare } = new Intl.Collator("de", { numeric: true })
const rows = fc.array(fc.record({ name: fc.string(), price: fc.option(fc.integer()) })).map((all) =>
  all.map((row, id): Row => ({ ...row, id }))
)

test("an order loses no row, puts rows without a value last, and keeps equal rows in their order", () =>
  fc.assert(fc.property(rows, fc.constantFrom("price", "-price"), (all, order) => {
    const found = sorted(all, order, columns, compare)
    expect(found.map(({ id }) => id).toSorted((a, b) => a - b)).toEqual(all.map(({ id }) => id))
    const isInOrder = found.slice(1).every((next, at) => {
      const { id, price } = found[at]!
      if (price === null || next.price === null) return next.price === null && (price !== null || id < next.id)
      if (next.price === price) return id < next.id
      return order === "price" ? price < next.price : price > next.price
    })
    expect(isInOrder).toBe(true)
  })))

test("texts are ordered as people do", () => {
  const named = ["Bar 10", "Äpfel", "Bar 2", "Zelt", "apfel"].map((name, id) => ({ id, name, price: null }))
  expect(sorted(named, "name", columns, compare).map(({ name }) => name))
    .toEqual(["apfel", "Äpfel", "Bar 2", "Bar 10", "Zelt"])
})

test("a filter finds every word in any column, without regard to case and accents", () => {
  const all = ["Jörg Müller", "Jorge Muller", "Anna"].map((name, id) => ({ id, name, price: null }))
  let writes = 0
  const texts = () => searchTexts(all, columns, (value) => `${++writes}:${String(value ?? "")}`)
  expect(filtered(all, " MUL jor ", texts).map(({ id }) => id)).toEqual([0, 1])
  // The three names, and once what all have: no price.
  expect(writes).toBe(4)
  expect(filtered(all, "  ", texts)).toBe(all)
  expect(writes).toBe(4)
})

test("a text is folded the same whether it needs accents taken off or not", () =>
  fc.assert(fc.property(fc.string({ unit: "binary" }), (text) => {
    expect(folded(text)).toBe(text.normalize("NFD").replaceAll(/\p{M}/gu, "").toLowerCase())
  })))

test("a column's title orders upwards, downwards, and as answered", () => {
  expect(["", "name", "-name", "price"].map((order) => nextOrder(order, "name"))).toEqual(["name", "-name", "", "name"])
})

test("the part of a long list in the page covers the window, wherever the person is", () =>
  fc.assert(fc.property(fc.nat(20_000), fc.integer({ min: -900_000, max: 900 }), (count, top) => {
    const { from, to } = shownRows(count, 44, top, 900)
    expect(0 <= from && from <= to && to <= count).toBe(true)
    const firstSeen = Math.max(0, Math.floor(-top / 44))
    const lastSeen = Math.min(count, Math.ceil((900 - top) / 44))
    expect(firstSeen >= lastSeen || (from <= firstSeen && to >= lastSeen)).toBe(true)
    expect(to - from).toBeLessThan(60)
  })))

test("a file has titles, amounts with a point, and no formulas", () => {
  const all = [{ id: 1, name: "=cmd()|x", price: 2.5 }, { id: 2, name: "a \"b\", c", price: null }]
  expect(csvOf(columns, all)).toBe("Name,Price\n'=cmd()|x,2.5\n\"a \"\"b\"\", c\",\n")
})

test("a text in a file of the browser is written as in a file of the server", () =>
  fc.assert(fc.property(
    fc.tuple(fc.constantFrom("", "=", "+", "-", "@", "\t", "\r=", "\uFF1D", "\uFF0B", "\uFF0D", "\uFF20"), fc.string()),
    ([first, rest]) => {
      const [, [name]] = parse(csvOf(columns, [{ id: 1, name: first + rest, price: null }])) as [unknown, [string]]
      expect(name).toBe(csvText(first + rest))
    }
  )))

test("the next page is named by the header of the answer", () => {
  expect(cursorIn("<?node_id=4&limit=1000&cursor=90210>; rel=\"next\"")).toBe("90210")
  expect(cursorIn(null)).toBeUndefined()
})
