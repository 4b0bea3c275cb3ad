import { printable } from "@wristbank/core/base/VisibleText"
import type { DaySeal } from "@wristbank/core/report/DaySeal"
import type { SealDifference } from "@wristbank/core/report/SealComparison"
import { moment, tableLines } from "./Table.ts"

const heading = ["seal", "day", "orders", "rows", "hash", "seal before", "until", "made at", "by"]

/** Seals as a table: a line each, below a heading. */
export const sealLines = (seals: ReadonlyArray<DaySeal>, timeZone: string): ReadonlyArray<string> =>
  seals.length === 0 ? ["No day is sealed."] : tableLines(
    heading,
    seals.map((seal) => [
      String(seal.number),
      seal.day,
      String(seal.orders),
      String(seal.rows),
      seal.hash,
      seal.previous_hash === null ? "none" : `${seal.previous_hash.slice(0, 16)}…`,
      moment(seal.covers_until, timeZone),
      moment(seal.sealed_at, timeZone),
      printable(seal.sealed_by)
    ])
  )

/** What differs, a line each; a sentence if nothing does. */
export const differenceLines = (differences: ReadonlyArray<SealDifference>): ReadonlyArray<string> =>
  differences.length === 0
    ? ["Everything is as it was sealed."]
    : [
      ...differences.map(({ expected, found, ids, object }) =>
        `${[printable(object), ids.join(", ")].join(" ").trim()}: expected ${printable(expected)}; found ${
          printable(found)
        }`
      ),
      `Found: ${differences.length}`
    ]
