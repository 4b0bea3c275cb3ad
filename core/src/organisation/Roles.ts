import { Context, Effect, Layer } from "effect"
import { InvalidArgument, NotFound } from "../base/Refusal.ts"
import { dieOnInfrastructure } from "../sql/Infrastructure.ts"
import { Access } from "./Access.ts"
import type { Caller } from "./Caller.ts"
import { Changes } from "./Changes.ts"
import { eventIdOf, rootId, rootPath } from "./Node.ts"
import { organisationRules } from "./OrganisationRules.ts"
import * as Role from "./Role.ts"
import { keepsAdministrator } from "./RoleAssignment.ts"
import { RoleAssignmentRepository } from "./RoleAssignmentRepository.ts"
import { edited, type NewUserRole, type UpdateUserRolePrivilegesPayload } from "./RoleEdit.ts"
import { RoleRepository } from "./RoleRepository.ts"
import { UserRepository } from "./UserRepository.ts"

const managing = ["user_management"] as const

/** The roles of nodes: named sets of privileges. */
export class Roles extends Context.Service<Roles>()("core/Roles", {
  make: Effect.gen(function*() {
    const access = yield* Access
    const roles = yield* RoleRepository
    const assignments = yield* RoleAssignmentRepository
    const users = yield* UserRepository
    const changes = yield* Changes

    /** The roles of the caller's node and of those above, by name. */
    const list = Effect.fn("Roles.list")((caller: Caller) =>
      Effect.map(
        Effect.orDie(roles.list(rootPath(caller.node))),
        (known) => known.map((role) => Role.toListedRole(role, known))
      )
    )

    /** A role of the caller's node or of one above, and all roles there. */
    const find = Effect.fnUntraced(function*(caller: Caller, id: bigint) {
      const known = yield* roles.list(rootPath(caller.node))
      const role = known.find((visible) => visible.id === id)
      return role === undefined ? yield* new NotFound({ element_type: "user_role", element_id: id }) : { known, role }
    })

    /** A role as answers show it, with the present ones beside it. */
    const listed = (caller: Caller, id: bigint) =>
      dieOnInfrastructure(Effect.map(find(caller, id), ({ known, role }) => Role.toListedRole(role, known)))

    /**
     * Returns the caller at the node of the role, which may be above their own. Their privileges there decide, because
     * the change concerns all events below that node.
     */
    const whereItLives = Effect.fnUntraced(function*(caller: Caller, id: bigint) {
      const { role: { node_id: nodeId } } = yield* dieOnInfrastructure(find(caller, id))
      if (nodeId === caller.node.id) return caller
      const there = yield* access.at(caller, nodeId, { privileges: managing, write: true, objectType: "user_role" })
      return { ...caller, ...there }
    })

    const create = Effect.fn("Roles.create")((caller: Caller, input: NewUserRole) =>
      changes.run(
        caller,
        (role) => ({ logType: "user_role_created", content: role }),
        Effect.gen(function*() {
          const held = yield* access.stillHeld(caller, managing)
          const rights = yield* Effect.fromResult(edited(input, null, yield* roles.list(rootPath(caller.node))))
          const role = { ...rights, name: input.name }
          yield* Effect.fromResult(Role.mayGrant(held, role))
          const { id: nodeId } = caller.node
          const { taken } = yield* roles.nameTaken({ nodeId, nodePath: rootPath(caller.node), name: role.name })
          if (taken) return yield* InvalidArgument.of(organisationRules.role_name_taken, { role: role.name })
          const id = yield* roles.insert(nodeId, eventIdOf(caller.node), role)
          return new Role.UserRole({ ...role, id, node_id: nodeId })
        })
      ).pipe(Effect.flatMap(({ id }) => Effect.catchTag(listed(caller, id), "NotFound", Effect.die)))
    )

    /** Replaces the privileges of a role, whether it is privileged, and which roles its holders may assign. */
    const update = Effect.fn("Roles.update")(
      function*(from: Caller, id: bigint, input: UpdateUserRolePrivilegesPayload) {
        const caller = yield* whereItLives(from, id)
        return yield* changes.run(
          caller,
          ({ after, before }) => ({
            logType: "user_role_updated",
            content: { ...after, old: before }
          }),
          Effect.gen(function*() {
            const { known, role: before } = yield* find(caller, id)
            const after = new Role.UserRole({ ...before, ...yield* Effect.fromResult(edited(input, before, known)) })
            yield* Effect.fromResult(Role.mayChange(yield* access.stillHeld(caller, managing), before, after))
            yield* roles.update(id, after)
            yield* users.openTransportAccounts(yield* roles.holders(id))
            if (after.node_id === rootId) {
              yield* Effect.fromResult(keepsAdministrator(yield* assignments.rootAdministrators))
            }
            return { after, before }
          })
        ).pipe(Effect.andThen(Effect.catchTag(listed(caller, id), "NotFound", Effect.die)))
      }
    )

    /** Deletes a role that is assigned to no user. */
    const remove = Effect.fn("Roles.remove")(function*(from: Caller, id: bigint) {
      const caller = yield* whereItLives(from, id)
      yield* changes.run(
        caller,
        ({ name }) => ({ logType: "user_role_deleted", content: { id, name } }),
        Effect.gen(function*() {
          const { role } = yield* find(caller, id)
          yield* Effect.fromResult(Role.mayGrant(yield* access.stillHeld(caller, managing), role))
          yield* Effect.fromResult(Role.remove(role, yield* roles.holding(id)))
          yield* roles.remove(id)
          return role
        })
      )
    })

    return {
      create,
      find: listed,
      list,
      remove,
      update
    }
  })
}) {
  static readonly layer = Layer.effect(this, this.make).pipe(
    Layer.provide([Access.layer, Changes.layer]),
    Layer.provide([RoleAssignmentRepository.layer, RoleRepository.layer, UserRepository.layer])
  )
}
