import type { Caller } from "./Caller.ts"
import { eventIdOf, rootPath } from "./Node.ts"

/**
 * The node of an event's object. It determines which other objects it can use: those of its node and of the nodes
 * above.
 */
export interface Place {
  readonly eventId: bigint
  readonly nodeId: bigint
  /** Ids of the nodes from the root down to this one; the objects of an event are searched only in that event. */
  readonly pathIds: ReadonlyArray<bigint>
}

/** The place of a caller's node. Above events it has no catalogue, as no event has the id of the root. */
export const placeOf = ({ node }: Pick<Caller, "node">): Place => ({
  eventId: eventIdOf(node),
  nodeId: node.id,
  pathIds: rootPath(node)
})

/** The place of an object at a node further up the path. */
export const placeAbove = (place: Place, nodeId: bigint): Place => ({
  ...place,
  nodeId,
  pathIds: place.pathIds.slice(0, place.pathIds.indexOf(nodeId) + 1)
})

/** Privileges to change the catalogue of a node. */
export const mayManage = ["node_administration"] as const
