import { Access, type Requirement } from "@wristbank/core/organisation/Access"
import type { ObjectType } from "@wristbank/core/organisation/Node"
import { Effect } from "effect"
import { SignedIn } from "../../api/administration/SignedIn.ts"

/** What a call needs of the node where its caller stands; which privileges is said of its endpoint. */
export type NodeRequirement = Omit<Requirement, "privileges">

/** How calls find out who makes them and from which node: the `node_id` of their query or path. */
export const callerAt = Effect.map(Access, (access) => {
  /** At any node. */
  const at = (nodeId: bigint, requirement: NodeRequirement = {}) =>
    Effect.flatMap(
      SignedIn,
      (signedIn) => access.at(signedIn, nodeId, { ...requirement, privileges: signedIn.privileges })
    )

  /** At a node of an event. */
  const atEvent = (nodeId: bigint, requirement: NodeRequirement = {}) =>
    Effect.flatMap(
      SignedIn,
      (signedIn) => access.atEvent(signedIn, nodeId, { ...requirement, privileges: signedIn.privileges })
    )

  /** Changes what an event has of a kind, at a node that allows such objects. */
  const managing = (objectType: ObjectType) => (nodeId: bigint) => atEvent(nodeId, { write: true, objectType })

  return { at, atEvent, managing }
})
