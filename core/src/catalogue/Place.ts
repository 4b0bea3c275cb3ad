import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import type { Caller } from "../organisation/Caller.ts"
import { eventIdOf, rootPath } from "../organisation/Node.ts"

/** Where an object of an event stands, and so which others it can use: those of its node and of the nodes above it. */
export interface Place {
  readonly eventId: bigint
  readonly nodeId: bigint
  /** Ids of the nodes from the root down to this one; an event's objects are found among its own. */
  readonly pathIds: ReadonlyArray<bigint>
}

/** The place of whoever stands at a node. Above events it has no objects of the catalogue: no event is the root. */
export const placeOf = ({ node }: Pick<Caller, "node">): Place => ({
  eventId: eventIdOf(node),
  nodeId: node.id,
  pathIds: rootPath(node)
})

/** The place of an object that was found from another one, further up the path. */
export const placeAbove = (place: Place, nodeId: bigint): Place => ({
  ...place,
  nodeId,
  pathIds: place.pathIds.slice(0, place.pathIds.indexOf(nodeId) + 1)
})

/** Who may change the catalogue of a node. */
export const mayManage = ["node_administration"] as const

/** Tables whose names are unique along a path: among a node, the nodes above and the nodes below it. */
export type NamedTable =
  | "cash_register"
  | "product"
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

/** Looks whether another object of the table has the name somewhere along the path; siblings may share a name. */
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
