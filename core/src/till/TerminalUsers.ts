import { Context, Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { InvalidArgument, NotFound } from "../base/Refusal.ts"
import { toHex } from "../base/TagUid.ts"
import { pathTo } from "../event/EventConfiguration.ts"
import { Access } from "../organisation/Access.ts"
import type { AtEvent } from "../organisation/Caller.ts"
import { type ObjectType, rootPath } from "../organisation/Node.ts"
import type { Privilege } from "../organisation/Privilege.ts"
import { RoleAssignments } from "../organisation/RoleAssignments.ts"
import { User } from "../organisation/User.ts"
import { Users } from "../organisation/Users.ts"
import { dieOnInfrastructure } from "../sql/Infrastructure.ts"
import { type AuthorisedTerminal, SignIns } from "./SignIns.ts"
import { type TerminalCall, TerminalGuard } from "./TerminalGuard.ts"
import { terminalRules } from "./TerminalRules.ts"
import * as TerminalUser from "./TerminalUser.ts"
import { TerminalUserRepository } from "./TerminalUserRepository.ts"

/** Users at terminals: shown to their colleagues there, created and given roles. */
export class TerminalUsers extends Context.Service<TerminalUsers>()("core/TerminalUsers", {
  make: Effect.gen(function*() {
    const access = yield* Access
    const assignments = yield* RoleAssignments
    const guard = yield* TerminalGuard
    const people = yield* TerminalUserRepository
    const signIns = yield* SignIns
    const sql = yield* SqlClient.SqlClient
    const users = yield* Users

    /** A user as the signed-in user may see them: users who manage users at the other's home node see PINs. */
    const seenAt = Effect.fnUntraced(function*({ actor: { userId }, roleId }: AuthorisedTerminal, id: bigint) {
      const user = yield* users.find(id)
      const isManaged = yield* Effect.orDie(people.isManaged(id, { userId, roleId }))
      return isManaged ? user : new User({ ...user, user_tag_pin: null })
    })

    /**
     * The holder of a tag of the event, with the cash they answer for and their roles in the event and above it. Shown to the holder and to users who
     * manage staff.
     */
    const info = Effect.fn("TerminalUsers.info")(function*(terminal: TerminalCall<Privilege>, uid: bigint) {
      const at = yield* guard.require(terminal, { till: false, write: false })
      const { person, role } = at
      const { assignable_role_ids, privileges } = role
      const looker = { uid: person.user_tag_uid, privileges, listed: assignable_role_ids ?? [] }
      yield* Effect.fromResult(TerminalUser.maySee(looker, uid))
      const found = yield* Effect.orDie(people.seen({
        eventId: terminal.eventId,
        uid,
        path: pathTo(at.configuration, at.node.id),
        nodeId: at.node.id,
        looker: { userId: person.id, roleId: role.id }
      }))
      const { assigned_roles, is_managed, ...row } = yield* holderOf(uid, found)
      return TerminalUser.view(row, assigned_roles, is_managed)
    })

    /** The signed-in user as the caller of a change at a node, limited to the rights of their active role. */
    const callerAt = (
      { actor, listed, privileges }: AuthorisedTerminal,
      nodeId: bigint,
      objectType: ObjectType | null
    ) =>
      Effect.map(access.node(nodeId), (node): AtEvent => ({
        ...actor,
        node,
        privileges,
        listedRoles: listed,
        requirement: { write: true, objectType }
      }))

    /** Sets the roles of a user at nodes of the event where the active role of the signed-in user counts. */
    const assign = Effect.fnUntraced(
      function*(
        authorised: AuthorisedTerminal,
        userId: bigint,
        wanted: ReadonlyArray<TerminalUser.RolesAtNode>
      ) {
        for (const { node_id, role_ids } of wanted) {
          const caller = yield* callerAt(authorised, node_id, null)
          if (caller.node.event_node_id !== authorised.place.eventId) {
            return yield* new NotFound({ element_type: "node", element_id: node_id })
          }
          const node = { id: node_id, name: caller.node.name, path: rootPath(caller.node) }
          yield* assignments.setAtTerminal(authorised.stillOpenAt(node), caller, userId, role_ids)
        }
      }
    )

    /** Creates a user of the event who signs in with a tag. Roles without a node are assigned at the terminal's. */
    const create = Effect.fn("TerminalUsers.create")(
      function*(
        terminal: TerminalCall<"create_user" | "user_management">,
        payload: TerminalUser.CreateUserPayload
      ) {
        const authorised = yield* signIns.authorise(terminal, { till: false, write: true })
        const wanted = yield* Effect.fromResult(TerminalUser.rolesByNode(payload, authorised.place.nodeId))
        yield* Effect.fromResult(TerminalUser.mayGiveFirstRoles(authorised, wanted))
        const atEvent = yield* callerAt(authorised, terminal.eventId, "user")
        const created = Effect.gen(function*() {
          const user = yield* users.createWhile(authorised.stillOpen, atEvent, TerminalUser.toNewUser(payload))
          yield* assign(authorised, user.id, wanted.filter(({ role_ids }) => role_ids.length > 0))
          return yield* seenAt(authorised, user.id)
        })
        return yield* dieOnInfrastructure(sql.withTransaction(created))
      }
    )

    /**
     * Sets the roles of a user at the terminal's node, or at the nodes of the request. Users with a privileged role there can
     * only be changed in the back office.
     */
    const updateRoles = Effect.fn("TerminalUsers.updateRoles")(
      function*(
        terminal: TerminalCall<"user_management">,
        payload: TerminalUser.UpdateUserPayload
      ) {
        const authorised = yield* signIns.authorise(terminal, { till: false, write: true })
        const wanted = yield* Effect.fromResult(TerminalUser.rolesByNode(payload, authorised.place.nodeId))
        const uid = payload.user_tag_uid
        const id = yield* holderOf(uid, yield* Effect.orDie(people.idOf(terminal.eventId, uid)))
        yield* dieOnInfrastructure(sql.withTransaction(assign(authorised, id, wanted)))
        return yield* seenAt(authorised, id)
      }
    )

    return { create, info, updateRoles }
  })
}) {
  static readonly layer = Layer.effect(this, this.make).pipe(
    Layer.provide([Access.layer, RoleAssignments.layer, SignIns.layer, TerminalGuard.layer, Users.layer]),
    Layer.provide(TerminalUserRepository.layer)
  )
}

const holderOf = <A>(uid: bigint, found: A | undefined) =>
  found === undefined
    ? InvalidArgument.of(terminalRules.user_tag_unknown, { tag: toHex(uid) })
    : Effect.succeed(found)
