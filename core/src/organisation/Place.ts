import type { Caller } from "./Caller.ts"
import { eventIdOf, rootPath } from "./Node.ts"

/** The node of an object of an event, and so which others it can use: those of its node and of the nodes above it. */
export interface Place {
  readonly eventId: bigint
  readonly nodeId: bigint
  /** Ids of the nodes from the root down to this one; an event's objects are found among its own. */
  readonly pathIds: ReadonlyArray<bigint>
}

/** The place of a caller at a node. Above events it has no objects of the catalogue: no event is the root. */
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
