import { Access, type Requirement, type SignedInUser } from "@wristbank/core/organisation/Access"
import { rootId } from "@wristbank/core/organisation/Node"
import { Effect, Predicate } from "effect"
import { SignedIn } from "../../api/administration/SignedIn.ts"
import { calledBy } from "../answers/Handler.ts"

/** Requirements of a call on the caller's node; its privileges are declared at the endpoint. */
export type NodeRequirement = Omit<Requirement, "privileges">

interface NodeInQuery {
  readonly query: { readonly node_id: bigint }
}

/** A request about one object, whose id is in the path, at the node of the query. */
export interface AboutOne<IdName extends string> extends NodeInQuery {
  readonly params: { readonly [K in IdName]: bigint }
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
 * Makes handlers from functions whose first parameter is the caller. The caller is looked up at the node that the query or
 * the path names: any node (`atNode`), a node of an event (`inEvent`), or the root (`atRoot`).
 */
export const callerAt = Effect.map(Access, (access) => ({
  atNode: atNamedNode(access.at),
  inEvent: atNamedNode(access.atEvent),
  atRoot: (requirement: NodeRequirement = {}) => calledBy(callerFrom(access.at, rootId, requirement))
}))
