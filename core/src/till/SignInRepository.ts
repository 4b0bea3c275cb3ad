import { Context, Effect, Layer, Schema } from "effect"
import { SqlClient, SqlSchema } from "effect/sql"
import { Id } from "../ledger/Id.ts"
import { roleColumns, UserRole } from "../organisation/Role.ts"
import { PersonRow } from "../organisation/User.ts"
import { nullOr } from "../primitives/OptionalField.ts"
import { TagUid } from "../primitives/TagUid.ts"
import type { AssignedRole } from "./SignIn.ts"
import type { SignedInTerminal } from "./Terminal.ts"

const SignInState = Schema.Struct({
  /** The terminal's own node. */
  home_node_id: Id,
  /** The node of its till, else of the event. */
  node_id: Id,
  read_only: Schema.Boolean,
  path: Schema.Array(Id),
  till_id: nullOr(Id),
  active_user_id: nullOr(Id),
  active_user_role_id: nullOr(Id)
})
export type SignInState = typeof SignInState.Type

const AssignedRoleRow = Schema.Struct({
  ...UserRole.fields,
  assigned_node_id: Id,
  assigned_event_id: nullOr(Id)
})

/** Reads the data that decides who may sign in at a terminal. */
export class SignInRepository extends Context.Service<SignInRepository>()("core/SignInRepository", {
  make: Effect.map(SqlClient.SqlClient, (sql) => {
    const people = sql`
      select usr.node_id, usr.id, usr.login, usr.display_name, usr.description, usr.user_tag_id, tag.uid as user_tag_uid,
        usr.transport_account_id, usr.cash_register_id
      from usr left join user_tag tag on tag.event_id = usr.event_id and tag.id = usr.user_tag_id`

    const state = SqlSchema.findAll({
      Request: Schema.Struct({ eventId: Id, terminalId: Id, sessionHash: Schema.Uint8Array }),
      Result: SignInState,
      execute: ({ eventId, sessionHash, terminalId }) =>
        sql`
          select terminal.node_id as home_node_id, node.id as node_id, node.read_only, node.parent_ids || node.id as path,
            till.id as till_id, terminal.active_user_id, terminal.active_user_role_id
          from terminal
            left join till on till.event_id = terminal.event_id and till.terminal_id = terminal.id
            join node on node.id = coalesce(till.node_id, terminal.event_id)
          where terminal.event_id = ${eventId} and terminal.id = ${terminalId} and terminal.session_hash = ${sessionHash}`
    })
    const byUid = SqlSchema.findAll({
      Request: Schema.Struct({ eventId: Id, uid: TagUid }),
      Result: PersonRow,
      execute: ({ eventId, uid }) =>
        sql`${people} where usr.event_id = ${eventId} and tag.uid = ${String(uid)}::numeric`
    })
    const byId = SqlSchema.findAll({
      Request: Id,
      Result: PersonRow,
      execute: (id) => sql`${people} where usr.id = ${id}`
    })
    const roles = SqlSchema.findAll({
      Request: Schema.Struct({ userId: Id, path: Schema.Array(Id), eventId: Id }),
      Result: AssignedRoleRow,
      execute: ({ eventId, path, userId }) =>
        sql`
          select ${sql.literal(roleColumns)}, node.id as assigned_node_id, node.event_id as assigned_event_id
          from user_to_role assigned join user_role role on role.id = assigned.role_id
            join node on node.id = assigned.node_id
          where assigned.user_id = ${userId} and not node.deleted
            and (assigned.node_id = any(${path}::bigint[]) or node.event_id = ${eventId})
          order by role.name, role.id, node.parent_ids || node.id`
    })
    return {
      /** The till and user of a terminal, while its session lasts. */
      state: (terminal: SignedInTerminal) => Effect.map(state(terminal), ([row]) => row),
      /** The user of the event who has the tag with this chip. */
      byUid: (eventId: bigint, uid: bigint) => Effect.map(byUid({ eventId, uid }), ([row]) => row),
      byId: (id: bigint) => Effect.map(byId(id), ([row]) => row),
      /** Roles assigned along the path or in the event, by name, including those that count only at terminals. */
      roles: (userId: bigint, path: ReadonlyArray<bigint>, eventId: bigint) =>
        Effect.map(
          roles({ userId, path, eventId }),
          (rows) =>
            rows.map(({ assigned_event_id, assigned_node_id, ...role }): AssignedRole => ({
              role: new UserRole(role),
              at: { node_id: assigned_node_id, event_id: assigned_event_id }
            }))
        )
    }
  })
}) {
  static readonly layer = Layer.effect(this, this.make)
}
