import { mayManage } from "@wristbank/core/catalogue/Place"
import { Access } from "@wristbank/core/organisation/Access"
import type { ObjectType } from "@wristbank/core/organisation/Node"
import { Effect } from "effect"
import { SignedIn } from "../../api/administration/SignedIn.ts"

/** How calls find out who makes them and where he stands: the `node_id` of their query. */
export const standing = Effect.map(Access, (access) => ({
  /** Reads at any node where the caller has some right. */
  reading: (nodeId: bigint) => Effect.flatMap(SignedIn, (signedIn) => access.at(signedIn, nodeId, { privileges: [] })),
  /** Reads at a node of an event where the caller has some right. */
  readingEvent: (nodeId: bigint) =>
    Effect.flatMap(SignedIn, (signedIn) => access.atEvent(signedIn, nodeId, { privileges: [] })),
  /** Looks at, or with `write` changes, what only administrators of a node of an event may see. */
  administering: (nodeId: bigint, needs: { readonly write?: boolean; readonly objectType?: ObjectType } = {}) =>
    Effect.flatMap(SignedIn, (signedIn) => access.atEvent(signedIn, nodeId, { privileges: mayManage, ...needs })),
  /** Changes what an event sells and where, at a node that allows such objects. */
  managing: (objectType: ObjectType) => (nodeId: bigint) =>
    Effect.flatMap(
      SignedIn,
      (signedIn) => access.atEvent(signedIn, nodeId, { privileges: mayManage, write: true, objectType })
    )
}))
