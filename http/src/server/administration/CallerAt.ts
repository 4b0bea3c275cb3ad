import { Access, type Requirement, type SignedInUser } from "@wristbank/core/organisation/Access"
import { rootId } from "@wristbank/core/organisation/Node"
import { Effect, Predicate } from "effect"
import { SignedIn } from "../../api/administration/SignedIn.ts"
import { calledBy } from "../Handler.ts"

/** What a call needs of the node where its caller stands; which privileges is said of its endpoint. */
export type NodeRequirement = Omit<Requirement, "privileges">

interface NodeInQuery {
  readonly query: { readonly node_id: bigint }
}

interface NodeInPath {
  readonly params: { readonly node_id: bigint }
}

const isInQuery = (request: NodeInQuery | NodeInPath): request is NodeInQuery =>
  "query" in request && Predicate.hasProperty(request.query, "node_id")

type Find<Caller, E> = (signedIn: SignedInUser, nodeId: bigint, requirement: Requirement) => Effect.Effect<Caller, E>

const callerFrom = <Caller, E>(find: Find<Caller, E>, nodeId: bigint, requirement: NodeRequirement) =>
  Effect.flatMap(SignedIn, (signedIn) => find(signedIn, nodeId, { ...requirement, privileges: signedIn.privileges }))

const atNamedNode =
  <Caller, EC>(find: Find<Caller, EC>) =>
  (requirement: NodeRequirement = {}) =>
  <Request extends NodeInQuery | NodeInPath, A, E, R>(
    answer: (caller: Caller, request: Request) => Effect.Effect<A, E, R>
  ) =>
  (request: Request) => {
    const { node_id } = isInQuery(request) ? request.query : request.params
    return Effect.flatMap(callerFrom(find, node_id, requirement), (caller) => answer(caller, request))
  }

/**
 * Makes handlers of functions that take the caller before the request. The caller is found at the node that the query or the
 * path names, which is any node (`atNode`) or one of an event (`inEvent`), or at the root (`atRoot`).
 */
export const callerAt = Effect.map(Access, (access) => ({
  atNode: atNamedNode(access.at),
  inEvent: atNamedNode(access.atEvent),
  atRoot: (requirement: NodeRequirement = {}) => calledBy(callerFrom(access.at, rootId, requirement))
}))
