import { Result } from "effect"
import type { SqlClient, Statement } from "effect/sql"
import { InvalidArgument } from "../base/Refusal.ts"
import type { Page } from "./Page.ts"
import { sqlRules } from "./SqlRules.ts"

/** The order of a list: by one of its keys, ties by id in the same direction. */
export interface Sorting {
  /** `id` or the name of a `SortKey`. */
  readonly by: string
  readonly descending: boolean
}

/** The place in a sorted list after which a page begins: the key of the entry before it, null for the key `id`, and its id. */
export interface SortCursor {
  readonly value: string | null
  readonly id: bigint
}

/** A part of a sorted list: at most `limit` entries, beginning after the cursor; null begins at the start. */
export interface SortedPage {
  readonly sort: Sorting
  readonly limit: number
  readonly cursor: SortCursor | null
}

/** A key by which a list can be sorted, besides the id. Text is compared without regard to case. */
export interface SortKey<Entry> {
  /** The value of a row, in SQL; never null. */
  readonly column: string
  readonly type: "bigint" | "text"
  /** The same value of an entry as it was read. */
  readonly of: (entry: Entry) => bigint | number | string
}

export interface SortKeys<Entry> {
  readonly [name: string]: SortKey<Entry>
}

/** Reads the value of a query: the name of a key, after a minus sign for descending order. */
export const sortingOf = (text: string): Sorting =>
  text.startsWith("-") ? { by: text.slice(1), descending: true } : { by: text, descending: false }

/** The place in a sorted list behind an entry. */
export const cursorAfter = <Entry>(
  { by }: Pick<Sorting, "by">,
  keys: SortKeys<Entry>,
  entry: Entry,
  id: bigint
): SortCursor => {
  const key = keys[by]
  return { value: key === undefined ? null : String(key.of(entry)), id }
}

/** Writes the cursor that continues a sorted list after an entry: its id alone in a list by id. */
export const writeCursor = <Entry>({ by }: Sorting, keys: SortKeys<Entry>, entry: Entry, id: bigint): string => {
  const { value } = cursorAfter({ by }, keys, entry, id)
  return value === null
    ? String(id)
    : Buffer.from(JSON.stringify([by, value, String(id)])).toString("base64url")
}

const unreadable = Result.fail(InvalidArgument.of(sqlRules.cursor_of_other_list))

const asId = (text: unknown): bigint | undefined =>
  typeof text === "string" && /^\d{1,18}$/.test(text) ? BigInt(text) : undefined

/** Reads a cursor; it must be one of a list with the same order. */
export const readCursor = <Entry>(
  text: string,
  { by }: Sorting,
  keys: SortKeys<Entry>
): Result.Result<SortCursor, InvalidArgument> => {
  const key = keys[by]
  if (key === undefined) {
    const id = asId(text)
    return id === undefined ? unreadable : Result.succeed({ value: null, id })
  }
  const [of, value, written] = partsOf(text)
  const id = asId(written)
  return of === by && id !== undefined && fits(key.type, value) ? Result.succeed({ value, id }) : unreadable
}

const partsOf = (text: string): ReadonlyArray<unknown> => {
  try {
    const parts: unknown = JSON.parse(Buffer.from(text, "base64url").toString())
    return Array.isArray(parts) ? parts : []
  } catch {
    return []
  }
}

const fits = (type: SortKey<never>["type"], value: unknown): value is string =>
  typeof value === "string" && (type === "bigint" ? /^-?\d{1,18}$/.test(value) : !value.includes("\u0000"))

/**
 * The clauses of a statement that reads a page: its condition, which begins with `and`, and its order without the limit. `id` is the
 * column of the id. Rows that are inserted meanwhile change no other row's page; no row comes twice as long as its key stays.
 */
export const sortClauses = <Entry>(
  sql: SqlClient.SqlClient,
  keys: SortKeys<Entry>,
  id: string,
  { cursor, sort: { by, descending } }: Pick<SortedPage, "cursor" | "sort">
) => {
  const key = keys[by]
  const direction = descending ? "desc" : "asc"
  const than = sql.literal(descending ? "<" : ">")
  const column = (of: SortKey<Entry>) => of.type === "text" ? `lower(${of.column})` : of.column
  return {
    order: sql`order by ${
      sql.literal(`${key === undefined ? "" : `${column(key)} ${direction}, `}${id} ${direction}`)
    }`,
    after: cursor === null
      ? sql``
      : key === undefined || cursor.value === null
      ? sql`and ${sql.literal(id)} ${than} ${cursor.id}`
      : key.type === "text"
      ? sql`and (${sql.literal(column(key))}, ${
        sql.literal(id)
      }) ${than} (lower(${cursor.value}::text), ${cursor.id}::bigint)`
      : sql`and (${sql.literal(column(key))}, ${
        sql.literal(id)
      }) ${than} (${cursor.value}::bigint, ${cursor.id}::bigint)`
  }
}

/** A page of a list by ascending id, as a page of a sorted list. */
export const pageById = ({ cursor, limit }: Page): SortedPage => ({
  sort: { by: "id", descending: false },
  limit,
  cursor: cursor === null ? null : { value: null, id: cursor }
})

/** The order of a list that is read whole. */
export const everything = { sort: { by: "id", descending: false }, cursor: null } as const

/** Joins conditions, of which those that are undefined don't apply. */
export const allOf = (sql: SqlClient.SqlClient, conditions: ReadonlyArray<Statement.Fragment | undefined>) =>
  sql.and(conditions.filter((condition) => condition !== undefined))
