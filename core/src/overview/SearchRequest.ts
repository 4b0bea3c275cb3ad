import type { SqlClient } from "effect/sql"
import type { HitKind } from "./SearchHit.ts"
import type { SearchQuery } from "./SearchQuery.ts"

/** A search of objects of some kinds, at a node and below it, and at the given nodes above it. */
interface SearchScope {
  /** The event; 0 above events. */
  readonly eventId: bigint
  readonly nodeId: bigint
  /** The nodes above at which objects of each kind are found; a kind that is absent is not looked for. */
  readonly above: ReadonlyMap<HitKind, ReadonlyArray<bigint>>
  /** Guests and wristbands are found by beginnings as well, and guests by names. */
  readonly beginnings: boolean
}

export interface SearchRequest extends SearchScope {
  readonly query: SearchQuery
}

/** Parts of statements that searches of all kinds have in common; `below` is the caller's node with the nodes below it. */
export const searchFragments = (sql: SqlClient.SqlClient) => ({
  /**
   * The rank of a name: 1 if it is the text, 2 if it begins with it, 3 if one of its words does. Hits by a whole number or
   * code have rank 0.
   */
  rankOf: (title: string, words: string) =>
    sql`case when search_text(${sql.literal(title)}) = search_text(${words}) then 1
        when starts_with(search_text(${sql.literal(title)}), search_text(${words})) then 2 else 3 end`,
  inScope: ({ above }: SearchRequest, kind: HitKind, node: string) =>
    sql`(${sql.literal(node)} in (select id from below) or ${sql.literal(node)} = any(${
      above.get(kind) ?? []
    }::bigint[]))`
})
