import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import type { Place } from "../organisation/Place.ts"

/** Tables whose names are unique along a path: among a node, the nodes above it and the nodes below it. */
export type NamedTable =
  | "cash_register"
  | "product"
  | "product_category"
  | "tax_rate"
  | "terminal"
  | "till"
  | "till_button"
  | "till_layout"
  | "till_profile"
  | "tse"

export interface NameQuery {
  readonly place: Place
  readonly name: string
  /** The object that is being renamed, which may keep its name. */
  readonly except?: bigint | undefined
}

/** Whether another object of the table has the name along the path; siblings may share a name. */
export const nameTaken = (table: NamedTable) =>
  Effect.map(
    SqlClient.SqlClient,
    (sql) => ({ except, name, place }: NameQuery) =>
      Effect.map(
        sql`
          select 1 from ${sql(table)} named join node on node.id = named.node_id
          where named.event_id = ${place.eventId} and named.name = ${name}
            and named.id is distinct from ${except ?? null}::bigint
            and (named.node_id = any(${place.pathIds}::bigint[]) or node.parent_ids @> array[${place.nodeId}::bigint])
          limit 1`,
        (rows) => rows.length > 0
      )
  )
