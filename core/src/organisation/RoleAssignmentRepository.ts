import { Context, Effect, Layer, Schema } from "effect"
import { SqlClient, SqlSchema } from "effect/sql"
import { Id } from "../base/Id.ts"
import { nullOr } from "../base/OptionalField.ts"
import { Privilege } from "./Privilege.ts"
import { UserToRoles } from "./RoleAssignment.ts"

const GrantRow = Schema.Struct({
  node_id: Id,
  event_id: nullOr(Id),
  privileges: Schema.Array(Privilege)
})

const AssignedAt = Schema.Struct({
  node_id: Id,
  node_name: Schema.String,
  role_ids: Schema.Array(Id),
  terminal_only: Schema.Boolean
})

export class RoleAssignmentRepository
  extends Context.Service<RoleAssignmentRepository>()("core/RoleAssignmentRepository", {
    make: Effect.map(SqlClient.SqlClient, (sql) => ({
      /** The privileges assigned to a user at all nodes, without assignments that count at terminals only. */
      grants: SqlSchema.findAll({
        Request: Id,
        Result: GrantRow,
        execute: (userId) =>
          sql`select assigned.node_id, node.event_id, role.privileges
            from user_to_role assigned join user_role role on role.id = assigned.role_id
              join node on node.id = assigned.node_id
            where assigned.user_id = ${userId} and not assigned.terminal_only and not node.deleted`
      }),
      /** The roles that the roles of a user along a path of nodes name as assignable, without those that count at terminals only. */
      listed: SqlSchema.findOne({
        Request: Schema.Struct({ userId: Id, nodePath: Schema.Array(Id) }),
        Result: Schema.Struct({ role_ids: Schema.Array(Id) }),
        execute: ({ nodePath, userId }) =>
          sql`select array(
              select distinct unnest(role.assignable_role_ids) from user_to_role assigned
              join user_role role on role.id = assigned.role_id
              where assigned.user_id = ${userId} and assigned.node_id = any(${nodePath}::bigint[])
                and role.node_id = any(${nodePath}::bigint[]) and not assigned.terminal_only
            ) as role_ids`
      }),
      /** The roles of a user at the nodes of a path and below its last one, by path. */
      ofUser: SqlSchema.findAll({
        Request: Schema.Struct({ userId: Id, nodePath: Schema.Array(Id), below: Id }),
        Result: AssignedAt,
        execute: ({ below, nodePath, userId }) =>
          sql`select assigned.node_id, node.name as node_name, array_agg(assigned.role_id) as role_ids,
              bool_and(assigned.terminal_only) as terminal_only
            from user_to_role assigned join node on node.id = assigned.node_id
            where assigned.user_id = ${userId} and not node.deleted
              and (node.id = any(${nodePath}::bigint[]) or node.parent_ids @> array[${below}::bigint])
            group by assigned.node_id, node.id order by node.parent_ids || node.id`
      }),
      /** Number of users with a password who manage users at the root. */
      rootAdministrators: Effect.map(
        sql<{ count: bigint }>`select count(distinct usr.id) as count from usr
          join user_to_role assigned on assigned.user_id = usr.id and assigned.node_id = 0 and not assigned.terminal_only
          join user_role role on role.id = assigned.role_id and 'user_management' = any(role.privileges)
          where usr.password_hash is not null`,
        ([row]) => Number(row?.count ?? 0n)
      ),
      /** The roles of all users of a path of nodes, perhaps with those below a node, one row per node; by login, from the root down. */
      list: SqlSchema.findAll({
        Request: Schema.Struct({ nodePath: Schema.Array(Id), below: nullOr(Id) }),
        Result: UserToRoles,
        execute: ({ below, nodePath }) =>
          sql`select assigned.user_id, assigned.node_id, array_agg(assigned.role_id order by role.name) as role_ids,
              bool_and(assigned.terminal_only) as terminal_only
            from user_to_role assigned join usr on usr.id = assigned.user_id join user_role role
              on role.id = assigned.role_id join node on node.id = assigned.node_id
            where assigned.node_id = any(${nodePath}::bigint[])
              or (node.parent_ids @> array[${below}::bigint] and node.id <> 0 and not node.deleted)
            group by assigned.user_id, node.id, assigned.node_id, usr.login
            order by usr.login, assigned.user_id, cardinality(node.parent_ids), node.id <> 0, node.id`
      }),
      /** The roles of one user at one node. */
      at: SqlSchema.findAll({
        Request: Schema.Struct({ nodeId: Id, userId: Id }),
        Result: Schema.Struct({ role_id: Id, terminal_only: Schema.Boolean }),
        execute: ({ nodeId, userId }) =>
          sql`select role_id, terminal_only from user_to_role where node_id = ${nodeId} and user_id = ${userId}
            order by role_id`
      }),
      remove: (nodeId: bigint, userId: bigint, roleIds: ReadonlyArray<bigint>) =>
        sql`delete from user_to_role where node_id = ${nodeId} and user_id = ${userId}
          and role_id = any(${roleIds}::bigint[])`,
      add: (nodeId: bigint, userId: bigint, roleIds: ReadonlyArray<bigint>, terminalOnly: boolean) =>
        sql`insert into user_to_role (node_id, user_id, role_id, terminal_only)
          select ${nodeId}, ${userId}, role_id, ${terminalOnly} from unnest(${roleIds}::bigint[]) as role_id`,
      /** The node of a user; undefined if they were deactivated. */
      homeOf: (userId: bigint) =>
        Effect.map(
          sql<{ node_id: bigint }>`select node_id from usr where id = ${userId} and deactivated_at is null`,
          ([row]) => row
        )
    }))
  })
{
  static readonly layer = Layer.effect(this, this.make)
}
