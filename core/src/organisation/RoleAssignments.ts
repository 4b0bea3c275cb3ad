import { Context, Effect, Layer } from "effect"
import { NotFound } from "../base/Refusal.ts"
import { dieOnInfrastructure } from "../sql/Infrastructure.ts"
import { Access } from "./Access.ts"
import type { Caller } from "./Caller.ts"
import { Changes } from "./Changes.ts"
import { rootId, rootPath } from "./Node.ts"
import { type ListedRole, toListedRole } from "./Role.ts"
import * as RoleAssignment from "./RoleAssignment.ts"
import { RoleAssignmentRepository } from "./RoleAssignmentRepository.ts"
import { RoleRepository } from "./RoleRepository.ts"
import { UserRepository } from "./UserRepository.ts"

const byName = (a: ListedRole, b: ListedRole): number => {
  const [first, second] = [a.name.toLowerCase(), b.name.toLowerCase()]
  return first < second ? -1 : first > second ? 1 : Number(a.id - b.id)
}

/** The assignment of roles to users at nodes. */
export class RoleAssignments extends Context.Service<RoleAssignments>()("core/RoleAssignments", {
  make: Effect.gen(function*() {
    const access = yield* Access
    const assignments = yield* RoleAssignmentRepository
    const roles = yield* RoleRepository
    const users = yield* UserRepository
    const changes = yield* Changes

    /** The assignments at the caller's node and at those above; with `below`, also at those below. */
    const list = Effect.fn("RoleAssignments.list")((caller: Caller, below: boolean) =>
      Effect.orDie(assignments.list({ nodePath: rootPath(caller.node), below: below ? caller.node.id : null }))
    )

    /** The node of a user, which is the caller's or one above. */
    const homeOf = Effect.fnUntraced(function*(caller: Caller, userId: bigint) {
      const home = yield* assignments.homeOf(userId)
      return home !== undefined && rootPath(caller.node).includes(home.node_id)
        ? home.node_id
        : yield* new NotFound({ element_type: "user", element_id: userId })
    })

    /** The assignments of a user at the caller's node, at those above and at those below, by path. */
    const ofUser = Effect.fn("RoleAssignments.ofUser")(function*(caller: Caller, userId: bigint) {
      const nodePath = rootPath(caller.node)
      yield* homeOf(caller, userId)
      const known = yield* roles.list(nodePath)
      return (yield* assignments.ofUser({ userId, nodePath, below: caller.node.id })).map((at) => {
        const there = known.filter((role) => at.role_ids.includes(role.id)).map((role) => toListedRole(role, known))
          .toSorted(byName)
        return new RoleAssignment.UserRoleAssignment({
          ...at,
          user_id: userId,
          role_ids: there.map((role) => role.id),
          roles: there
        })
      })
    }, dieOnInfrastructure)

    const contextOf = Effect.fnUntraced(function*(caller: Caller, userId: bigint) {
      const nodeId = caller.node.id
      const home = yield* homeOf(caller, userId)
      const assigned = yield* assignments.at({ nodeId, userId })
      const held = yield* access.stillHeld(caller, ["user_management"])
      const listed = yield* assignments.listed({ userId: caller.userId, nodePath: rootPath(caller.node) })
      const office = { privileges: yield* access.heldInBackOffice(caller), listed: new Set(listed.role_ids) }
      const here = { privileges: held, listed: caller.listedRoles ?? office.listed }
      return {
        held: here,
        heldInBackOffice: RoleAssignment.inBoth(here, office),
        available: yield* roles.list(rootPath(yield* access.node(home))),
        assigned: assigned.map((row) => row.role_id),
        terminalOnly: assigned.some((row) => row.terminal_only)
      }
    })

    const keepAdministrator = Effect.fnUntraced(function*(nodeId: bigint) {
      if (nodeId !== rootId) return
      yield* Effect.fromResult(RoleAssignment.keepsAdministrator(yield* assignments.rootAdministrators))
    })

    /** Decides and stores the roles of a user, under the lock of the change. */
    const assign = <E, R>(
      caller: Caller,
      user_id: bigint,
      choose: (current: RoleAssignment.AssignmentContext) => Effect.Effect<RoleAssignment.NewUserToRoles, E, R>
    ) =>
      changes.run(
        caller,
        ({ after, before, isChanged }) =>
          isChanged
            ? { logType: "user_to_roles_updated", content: { ...after, old_role_ids: before }, unseen: true }
            : null,
        Effect.gen(function*() {
          const { id: nodeId } = caller.node
          const current = yield* contextOf(caller, user_id)
          const wanted = yield* choose(current)
          const { terminal_only } = wanted
          const { added, removed } = yield* Effect.fromResult(RoleAssignment.decide(wanted, current))
          yield* assignments.remove(nodeId, user_id, removed)
          yield* assignments.add(nodeId, user_id, added, terminal_only)
          yield* keepAdministrator(nodeId)
          yield* users.openTransportAccounts([user_id])
          const role_ids = (yield* assignments.at({ nodeId, userId: user_id })).map((row) => row.role_id)
          const after = new RoleAssignment.UserToRoles({ user_id, role_ids, terminal_only, node_id: nodeId })
          return { after, before: current.assigned, isChanged: added.length + removed.length > 0 }
        })
      ).pipe(Effect.map(({ after }) => after))

    /** Sets the roles of a user at exactly the caller's node. A user who may carry cash gets a transport account. */
    const set = Effect.fn("RoleAssignments.set")((caller: Caller, wanted: RoleAssignment.NewUserToRoles) =>
      assign(caller, wanted.user_id, () => Effect.succeed(wanted))
    )

    /** As `set`, for roles that are given and taken back by name; the others stay. */
    const change = Effect.fn("RoleAssignments.change")(
      (caller: Caller, userId: bigint, named: RoleAssignment.NamedChange) =>
        assign(caller, userId, (current) => Effect.fromResult(RoleAssignment.changedBy(userId, named, current)))
    )

    /** As `set`, at a terminal, provided that `stillAllowed` succeeds under the lock of the change. */
    const setAtTerminal = Effect.fn("RoleAssignments.setAtTerminal")(
      <E, R>(
        stillAllowed: Effect.Effect<void, E, R>,
        caller: Caller,
        userId: bigint,
        roleIds: ReadonlyArray<bigint>
      ) =>
        assign(
          caller,
          userId,
          (current) =>
            Effect.andThen(stillAllowed, Effect.fromResult(RoleAssignment.atTerminal(userId, roleIds, current)))
        )
    )

    return { change, list, ofUser, set, setAtTerminal }
  })
}) {
  static readonly layer = Layer.effect(this, this.make).pipe(
    Layer.provide([Access.layer, Changes.layer]),
    Layer.provide([RoleAssignmentRepository.layer, RoleRepository.layer, UserRepository.layer])
  )
}
