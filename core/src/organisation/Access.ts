import { Context, Effect, Layer } from "effect"
import { AccessDenied, NotFound } from "../base/Refusal.ts"
import type { AtEvent, Caller } from "./Caller.ts"
import {
  allow,
  eventPath,
  EventRequired,
  type Node,
  NodeIsReadOnly,
  type ObjectType,
  placeLast,
  ResourceNotAllowed,
  rootPath
} from "./Node.ts"
import { NodeRepository } from "./NodeRepository.ts"
import { organisationRules } from "./OrganisationRules.ts"
import { heldAt, type Privilege } from "./Privilege.ts"
import { RoleAssignmentRepository } from "./RoleAssignmentRepository.ts"

/** A back-office user whose token was verified. */
export interface SignedInUser {
  readonly userId: bigint
}

/** The conditions that a call sets for its caller and the caller's node. */
export interface Requirement {
  /** Privileges of which one suffices. An empty list means any privilege at the node. */
  readonly privileges: ReadonlyArray<Privilege>
  /** The call changes something, so the node must not be archived. */
  readonly write?: boolean
  /** The type of object that the node must allow. */
  readonly objectType?: ObjectType
  /** The node must be an event or lie in one. */
  readonly eventOnly?: boolean
}

type Refusal = NotFound | AccessDenied | NodeIsReadOnly | ResourceNotAllowed | EventRequired

/** Decides what a signed-in user may do at which node. */
export class Access extends Context.Service<Access>()("core/Access", {
  make: Effect.gen(function*() {
    const nodes = yield* NodeRepository
    const assignments = yield* RoleAssignmentRepository

    const node = Effect.fnUntraced(function*(id: bigint) {
      const found = placeLast(yield* Effect.orDie(nodes.chain(id)))
      return found ?? (yield* new NotFound({ element_type: "node", element_id: id }))
    })

    const holdings = (userId: bigint, at: Node) =>
      Effect.map(
        Effect.orDie(assignments.grants(userId)),
        (grants) => heldAt(grants, { path: rootPath(at), eventId: at.event_node_id })
      )

    /** Returns the caller at a node, or fails if the requirement is not met there. */
    const at = Effect.fn("Access.at")(
      function*(signedIn: SignedInUser, nodeId: bigint, requirement: Requirement): Effect.fn.Return<Caller, Refusal> {
        const found = yield* node(nodeId)
        const privileges = yield* holdings(signedIn.userId, found)
        const permitted = requirement.privileges.length === 0
          ? privileges.size > 0
          : requirement.privileges.some((privilege) => privileges.has(privilege))
        if (!permitted) return yield* denied(requirement.privileges)
        if (requirement.write === true && found.read_only) return yield* new NodeIsReadOnly({ node_id: nodeId })
        if (requirement.objectType !== undefined) yield* Effect.fromResult(allow(found, requirement.objectType))
        const eventId = found.event_node_id
        if (requirement.eventOnly === true && eventId === null) return yield* new EventRequired({ node_id: nodeId })
        const nodeRequirement = { write: requirement.write ?? false, objectType: requirement.objectType ?? null }
        return {
          userId: signedIn.userId,
          terminalId: null,
          node: found,
          eventId,
          privileges,
          requirement: nodeRequirement
        }
      }
    )

    /** As `at`, for calls that are only possible inside an event. */
    const atEvent = (
      signedIn: SignedInUser,
      nodeId: bigint,
      requirement: Requirement
    ): Effect.Effect<AtEvent, Refusal> =>
      Effect.flatMap(at(signedIn, nodeId, { ...requirement, eventOnly: true }), (caller) =>
        caller.eventId === null
          ? Effect.fail(new EventRequired({ node_id: nodeId }))
          : Effect.succeed({ ...caller, eventId: caller.eventId }))

    /** Requires one of the privileges at the node where an object lives, which may be above the caller's node. */
    const requireAt = Effect.fn("Access.requireAt")(
      function*(
        caller: Caller,
        objectNodeId: bigint,
        privileges: ReadonlyArray<Privilege>
      ): Effect.fn.Return<void, AccessDenied | NotFound> {
        if (objectNodeId === caller.node.id) return
        const held = yield* holdings(caller.userId, yield* node(objectNodeId))
        if (!privileges.some((privilege) => held.has(privilege))) return yield* denied(privileges)
      }
    )

    /**
     * Reads the caller's current privileges at their node again, and fails unless one of the wanted ones is among them.
     * A change of rights calls it under its lock, as rights may have been withdrawn since the call began. At terminals
     * the privileges of the call are used, as terminals re-check who works there.
     */
    const stillHeld = Effect.fn("Access.stillHeld")(
      function*(
        caller: Caller,
        privileges: ReadonlyArray<Privilege>
      ): Effect.fn.Return<ReadonlySet<Privilege>, AccessDenied> {
        if (caller.terminalId !== null) return caller.privileges
        const held = yield* holdings(caller.userId, caller.node)
        return privileges.some((privilege) => held.has(privilege)) ? held : yield* denied(privileges)
      }
    )

    /** The caller's privileges at their node, without roles that count at terminals only. */
    const heldInBackOffice = (caller: Caller) => holdings(caller.userId, caller.node)

    /**
     * Returns the nodes, from the event down to the caller's, at which the caller holds one of the privileges and so
     * may see and change objects.
     */
    const reach = Effect.fn("Access.reach")((caller: AtEvent, privileges: ReadonlyArray<Privilege>) =>
      Effect.filter(eventPath(caller.node), (nodeId) => Effect.isSuccess(requireAt(caller, nodeId, privileges)))
    )

    /**
     * Returns those of the given nodes (the caller's or nodes above it) at which the caller holds one of the
     * privileges.
     */
    const whereHeld = Effect.fn("Access.whereHeld")(
      function*(caller: Caller, nodeIds: Iterable<bigint>, privileges: ReadonlyArray<Privilege>) {
        const here = privileges.some((privilege) => caller.privileges.has(privilege))
        const held = yield* Effect.filter(
          new Set(nodeIds),
          (nodeId) =>
            nodeId === caller.node.id
              ? Effect.succeed(here)
              : Effect.isSuccess(requireAt(caller, nodeId, privileges))
        )
        return new Set(held)
      }
    )

    return { at, atEvent, heldInBackOffice, node, reach, requireAt, stillHeld, whereHeld }
  })
}) {
  static readonly layer = Layer.effect(this, this.make).pipe(
    Layer.provide([NodeRepository.layer, RoleAssignmentRepository.layer])
  )
}

const denied = (privileges: ReadonlyArray<Privilege>) =>
  privileges.length === 0
    ? AccessDenied.of(organisationRules.no_rights)
    : AccessDenied.of(organisationRules.privilege_missing, { privileges })
