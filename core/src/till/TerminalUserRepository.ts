import { Context, Effect, Layer, Schema } from "effect"
import { SqlClient, SqlSchema } from "effect/sql"
import { Id } from "../ledger/Id.ts"
import { nullOr } from "../primitives/OptionalField.ts"
import { TagUid } from "../primitives/TagUid.ts"
import { AssignedRole, UserInfoRow } from "./TerminalUser.ts"

export class TerminalUserRepository extends Context.Service<TerminalUserRepository>()("core/TerminalUserRepository", {
  make: Effect.map(SqlClient.SqlClient, (sql) => {
    const byUid = SqlSchema.findAll({
      Request: Schema.Struct({ eventId: Id, uid: TagUid }),
      Result: UserInfoRow,
      execute: ({ eventId, uid }) =>
        sql`select usr.id, usr.node_id, usr.login, usr.display_name, usr.description, usr.user_tag_id,
            tag.pin as user_tag_pin, tag.uid as user_tag_uid, usr.transport_account_id, usr.cash_register_id,
            register.name as cash_register_name, drawer.balance as cash_drawer_balance,
            transport.balance as transport_account_balance,
            array(
              select terminal.id from terminal where terminal.active_user_id = usr.id order by terminal.id
            ) as terminal_ids
          from user_tag tag
            join usr on usr.event_id = tag.event_id and usr.user_tag_id = tag.id
            left join cash_register register on register.event_id = usr.event_id and register.id = usr.cash_register_id
            left join account drawer on drawer.event_id = usr.event_id and drawer.id = register.account_id
            left join account transport on transport.event_id = usr.event_id and transport.id = usr.transport_account_id
          where tag.uid = ${String(uid)}::numeric and tag.event_id = ${eventId}`
    })
    return {
      /** The user of the event who has the tag with this chip. */
      byUid: (eventId: bigint, uid: bigint) => Effect.map(byUid({ eventId, uid }), ([row]) => row),
      /** The roles assigned to a user along a path of nodes, and perhaps at all nodes of an event, by path and by name. */
      roles: SqlSchema.findAll({
        Request: Schema.Struct({ userId: Id, path: Schema.Array(Id), nodeId: Id, eventId: nullOr(Id) }),
        Result: AssignedRole,
        execute: ({ eventId, nodeId, path, userId }) =>
          sql`select role.id, role.name, role.is_privileged, role.privileges, assigned.node_id, node.name as node_name,
              assigned.node_id = ${nodeId} as is_at_current_node
            from user_to_role assigned
              join user_role role on role.id = assigned.role_id
              join node on node.id = assigned.node_id
            where assigned.user_id = ${userId} and not node.deleted
              and (assigned.node_id = any(${path}::bigint[]) or node.event_id = ${eventId}::bigint)
            order by case when node.id = 0 then '{}' else node.parent_ids end || node.id, role.name, role.id`
      })
    }
  })
}) {
  static readonly layer = Layer.effect(this, this.make)
}
