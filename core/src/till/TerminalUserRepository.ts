import { Context, Effect, Layer, Schema } from "effect"
import { SqlClient, SqlSchema } from "effect/sql"
import { Id } from "../base/Id.ts"
import { TagUid } from "../base/TagUid.ts"
import { AssignedRole, UserInfoRow } from "./TerminalUser.ts"

/** A user in their active role, who looks at another one. */
const Looker = Schema.Struct({ userId: Id, roleId: Id })

const Asked = Schema.Struct({ eventId: Id, uid: TagUid, path: Schema.Array(Id), nodeId: Id, looker: Looker })

const SeenRow = Schema.Struct({
  ...UserInfoRow.fields,
  /** The roles of the user along the path and in the event, by path and by name. */
  assigned_roles: Schema.toCodecJson(Schema.Array(AssignedRole)),
  /** Whether the looker manages users at the user's home node. */
  is_managed: Schema.Boolean
})

export class TerminalUserRepository extends Context.Service<TerminalUserRepository>()("core/TerminalUserRepository", {
  make: Effect.map(SqlClient.SqlClient, (sql) => {
    /** Whether the active role of a user manages users at a node: `usr.node_id` of the statement around it. */
    const isManagedBy = ({ roleId, userId }: typeof Looker.Type) =>
      sql`exists (
        select from node home
          join user_to_role assigned on assigned.node_id = any(home.parent_ids || home.id)
          join user_role role on role.id = assigned.role_id
          join node on node.id = assigned.node_id
        where home.id = usr.node_id and assigned.user_id = ${userId} and role.id = ${roleId}
          and 'user_management' = any(role.privileges) and not node.deleted
      )`

    const seen = SqlSchema.findAll({
      Request: Asked,
      Result: SeenRow,
      execute: ({ eventId, looker, nodeId, path, uid }) =>
        sql`select usr.id, usr.node_id, usr.login, usr.display_name, usr.description, usr.user_tag_id,
            tag.pin as user_tag_pin, tag.uid as user_tag_uid, usr.transport_account_id, usr.cash_register_id,
            register.name as cash_register_name, drawer.balance as cash_drawer_balance,
            transport.balance as transport_account_balance,
            array(
              select terminal.id from terminal where terminal.active_user_id = usr.id order by terminal.id
            ) as terminal_ids,
            (
              select coalesce(
                jsonb_agg(
                  jsonb_build_object(
                    'id', role.id, 'name', role.name, 'is_privileged', role.is_privileged, 'privileges', role.privileges,
                    'node_id', assigned.node_id, 'node_name', node.name,
                    'is_at_current_node', assigned.node_id = ${nodeId}
                  )
                  order by case when node.id = 0 then '{}' else node.parent_ids end || node.id, role.name, role.id
                ),
                '[]'
              )
              from user_to_role assigned
                join user_role role on role.id = assigned.role_id
                join node on node.id = assigned.node_id
              where assigned.user_id = usr.id and not node.deleted
                and (assigned.node_id = any(${path}::bigint[]) or node.event_id = ${eventId})
            ) as assigned_roles,
            ${isManagedBy(looker)} as is_managed
          from user_tag tag
            join usr on usr.event_id = tag.event_id and usr.user_tag_id = tag.id
            left join cash_register register on register.event_id = usr.event_id and register.id = usr.cash_register_id
            left join account drawer on drawer.event_id = usr.event_id and drawer.id = register.account_id
            left join account transport on transport.event_id = usr.event_id and transport.id = usr.transport_account_id
          where tag.uid = ${String(uid)}::numeric and tag.event_id = ${eventId}`
    })
    return {
      /** The user of the event who has the tag with this chip, with their roles, as someone sees them at a place. */
      seen: (asked: typeof Asked.Type) => Effect.map(seen(asked), ([row]) => row),
      /** The id of that user. */
      idOf: (eventId: bigint, uid: bigint) =>
        Effect.map(
          sql<{ id: bigint }>`
            select usr.id from user_tag tag join usr on usr.event_id = tag.event_id and usr.user_tag_id = tag.id
            where tag.uid = ${String(uid)}::numeric and tag.event_id = ${eventId}`,
          ([row]) => row?.id
        ),
      isManaged: (userId: bigint, looker: typeof Looker.Type) =>
        Effect.map(
          sql<{ managed: boolean }>`select ${isManagedBy(looker)} as managed from usr where usr.id = ${userId}`,
          ([row]) => row?.managed === true
        )
    }
  })
}) {
  static readonly layer = Layer.effect(this, this.make)
}
