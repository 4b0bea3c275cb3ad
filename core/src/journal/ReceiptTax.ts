import type { Cents } from "../base/Money.ts"
import { containedInEach } from "../event/TaxRate.ts"
import type { BookedLine, PendingLineItem, PricedLine } from "./Order.ts"

/**
 * The tax in each line of a receipt, in cents. That of all lines with one percentage is rounded once (EN 16931, BR-CO-17) and
 * spread over them, so that they add up to it.
 */
export const taxesOf = (
  lines: ReadonlyArray<Pick<PendingLineItem, "product" | "tax_rate" | "total_price">>
): ReadonlyArray<Cents> => {
  const taxes: Array<Cents> = []
  for (const [rate, places] of Map.groupBy(lines.keys(), (at) => lines[at]!.tax_rate)) {
    // The order of the presses changes no tax: of lines that are equal otherwise, the lower product id is the earlier.
    const ordered = places.toSorted((a, b) => Number(lines[a]!.product.id - lines[b]!.product.id))
    const contained = containedInEach(ordered.map((at) => lines[at]!.total_price), rate)
    for (const [i, at] of ordered.entries()) taxes[at] = contained[i]!
  }
  return taxes
}

/** The lines of a receipt with their tax. */
export const taxed = (lines: ReadonlyArray<PricedLine>): ReadonlyArray<BookedLine> => {
  const taxes = taxesOf(lines)
  return lines.map((line, at) => ({ ...line, totalTax: taxes[at]! }))
}
