import { Context, Effect, Layer, Schema } from "effect"
import { SqlClient, SqlSchema } from "effect/sql"
import { Id } from "../base/Id.ts"
import { roleColumns, UserRole } from "./Role.ts"
import type { RoleRights } from "./RoleEdit.ts"

const NamedAt = Schema.Struct({ nodeId: Id, nodePath: Schema.Array(Id), name: Schema.String })

export class RoleRepository extends Context.Service<RoleRepository>()("core/RoleRepository", {
  make: Effect.map(SqlClient.SqlClient, (sql) => ({
    /** The roles of a path of nodes by name. */
    list: SqlSchema.findAll({
      Request: Schema.Array(Id),
      Result: UserRole,
      execute: (nodePath) =>
        sql`select ${sql.literal(roleColumns)} from user_role role
          where role.node_id = any(${nodePath}::bigint[]) order by role.name, role.id`
    }),
    /** Whether a role at the node, above or below it has the name. */
    nameTaken: SqlSchema.findOne({
      Request: NamedAt,
      Result: Schema.Struct({ taken: Schema.Boolean }),
      execute: ({ name, nodeId, nodePath }) =>
        sql`select exists (select from user_role role join node on node.id = role.node_id where role.name = ${name}
            and (role.node_id = any(${nodePath}::bigint[]) or node.parent_ids @> array[${nodeId}::bigint])) as taken`
    }),
    insert: (nodeId: bigint, eventId: bigint, role: RoleRights & Pick<UserRole, "name">) =>
      Effect.map(
        sql<
          { id: bigint }
        >`insert into user_role (node_id, event_id, name, is_privileged, privileges, assignable_role_ids)
          values (${nodeId}, ${eventId}, ${role.name}, ${role.is_privileged}, ${role.privileges}::text[],
            ${role.assignable_role_ids}::bigint[]) returning id`,
        ([row]) => row!.id
      ),
    update: (id: bigint, role: RoleRights) =>
      sql`update user_role set is_privileged = ${role.is_privileged}, privileges = ${role.privileges}::text[],
          assignable_role_ids = ${role.assignable_role_ids}::bigint[]
        where id = ${id}`,
    holding: SqlSchema.findOne({
      Request: Id,
      Result: Schema.Struct({ logins: Schema.Array(Schema.String), terminals: Schema.Array(Schema.String) }),
      execute: (id) =>
        sql`select array(
            select distinct login from user_to_role assigned join usr on usr.id = assigned.user_id
            where assigned.role_id = ${id} order by login
          ) as logins, array(
            select distinct name from terminal where active_user_role_id = ${id} order by name
          ) as terminals`
    }),
    remove: (id: bigint) =>
      Effect.andThen(
        sql`update user_role set assignable_role_ids = array_remove(assignable_role_ids, ${id})
          where assignable_role_ids @> array[${id}::bigint]`,
        sql`delete from user_role where id = ${id}`
      ),
    holders: (id: bigint) =>
      Effect.map(
        sql<{ user_id: bigint }>`select distinct user_id from user_to_role where role_id = ${id}`,
        (rows) => rows.map((row) => row.user_id)
      )
  }))
}) {
  static readonly layer = Layer.effect(this, this.make)
}
