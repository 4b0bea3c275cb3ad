import type { Cents } from "../base/Money.ts"
import type { ReportHead } from "./ReportHead.ts"
import { amount, type Cell, day, moment, type ReportTable, text } from "./ReportTable.ts"

/** Amounts over time. */
export interface AmountsOverTime {
  /** Its name in files. */
  readonly name: string
  readonly heading: string
  /** Whether each is labelled with the time of day or the day. */
  readonly by: "hour" | "day"
  readonly amounts: ReadonlyArray<{ readonly at: Extract<Cell, { kind: "moment" }>["moment"]; readonly cents: Cents }>
}

/** Amounts by name, the highest first. */
export interface AmountsByName {
  /** Its name in files. */
  readonly name: string
  readonly heading: string
  readonly amounts: ReadonlyArray<{ readonly name: string; readonly cents: Cents }>
}

/** A part of a report, in the order of its pages. */
export type ContentPart =
  | { readonly table: ReportTable }
  | { readonly overTime: AmountsOverTime }
  | { readonly byName: AmountsByName }
  | { readonly remark: string }

/** A labelled value. */
type LabelledCell = readonly [label: string, value: Cell]

/** A report in the words of a language: its pages and its files are made from it. */
export interface ReportContent {
  readonly head: ReportHead
  readonly title: string
  /** The day or the period. */
  readonly time: LabelledCell[1] | readonly [from: Cell, to: Cell]
  readonly recipient: ReadonlyArray<string>
  readonly facts: ReadonlyArray<LabelledCell>
  /** The sums that the reader looks for first, with their names in files. */
  readonly figures: ReadonlyArray<readonly [name: string, label: string, value: Cell]>
  readonly parts: ReadonlyArray<ContentPart>
}

/** All that a report shows as tables, for its CSV file. */
export const tablesOf = ({ figures, parts }: ReportContent): ReadonlyArray<ReportTable> => [
  listOf(
    "figures",
    ["name", "value"],
    figures.map(([key, label, value]) => [{ kind: "word", key, text: label }, value])
  ),
  ...parts.flatMap((part) => {
    if ("table" in part) return [part.table]
    if ("overTime" in part) {
      const { amounts, by, name } = part.overTime
      return [listOf(
        name,
        ["from_time", "amount"],
        amounts.map(({ at, cents }) => [
          by === "hour" ? moment(at) : day(at),
          amount(cents)
        ])
      )]
    }
    if ("byName" in part) {
      const { amounts, name } = part.byName
      return [listOf(name, ["name", "amount"], amounts.map((one) => [text(one.name), amount(one.cents)]))]
    }
    return []
  })
]

const listOf = (name: string, keys: ReadonlyArray<string>, rows: ReportTable["rows"]): ReportTable => ({
  name,
  heading: "",
  columns: keys.map((key) => ({ key, title: "" })),
  rows,
  total: null
})
