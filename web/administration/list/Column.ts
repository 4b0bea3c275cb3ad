import type { ReactNode } from "react"
import type { Amount } from "../../kit/Amount.ts"
import type { Formats } from "../../kit/Formats.ts"

/** What a row holds in a column; `null` for nothing. */
export type Value = string | number | boolean | null

/** How values are written, compared and exported. Moments are ISO texts, shares are numbers of which 1 is all. */
export type Kind = "text" | "amount" | "count" | "moment" | "flag" | "share"

/** One property of the rows of a list or of the object of a page. */
export interface Column<Row> {
  /** The name in the address and in exported files. */
  readonly key: string
  readonly title: string
  /** `text` unless given. */
  readonly kind?: Kind
  readonly of: (row: Row) => Value | undefined
  /** Shown in place of the value's usual form. */
  readonly show?: (row: Row) => ReactNode
  /** Left out where a phone has no room. */
  readonly isMinor?: boolean
  /** Whether it has buttons and no values: it is left out of files, and rows are not ordered by it. */
  readonly isAction?: boolean
}

/** The words for a flag. */
export interface FlagWords {
  readonly yes: string
  readonly no: string
}

/** A value as a reader sees it; empty for nothing. */
export const written = (
  value: Value | undefined,
  kind: Kind,
  { count, moment, money, share }: Formats,
  words: FlagWords
): string => {
  if (value === null || value === undefined) return ""
  if (kind === "flag") return value === true ? words.yes : words.no
  if (typeof value !== "number") return kind === "moment" ? moment(String(value)) : String(value)
  return kind === "amount" ? money(value as Amount) : kind === "share" ? share(value) : count(value)
}

/** Whether values of a kind stand at the end of their column, so that digits are below each other. */
export const isNumeric = (kind: Kind = "text"): boolean => kind === "amount" || kind === "count" || kind === "share"
