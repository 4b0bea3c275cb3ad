import { Context, Effect, Layer, Schema } from "effect"
import { SqlClient, SqlSchema } from "effect/sql"
import { Id } from "../base/Id.ts"
import { nullOr } from "../base/OptionalField.ts"
import { NewNode, ObjectType, StoredNode } from "./Node.ts"

// A new event has more fields than a new node, so this accepts any value with these fields.
const Settings = Schema.Struct(NewNode.fields)
const Insert = Schema.Struct({
  parent: Id,
  event_id: nullOr(Id),
  parent_ids: Schema.Array(Id),
  settings: Settings
})
const Named = Schema.Struct({ parent: Id, name: Schema.String, except: nullOr(Id) })
const Found = Schema.Struct({ found: Schema.Boolean })
const ObjectsAt = Schema.Struct({ id: Id, below: Schema.Boolean })

export class NodeRepository extends Context.Service<NodeRepository>()("core/NodeRepository", {
  make: Effect.map(SqlClient.SqlClient, (sql) => {
    const columns = sql.literal(
      "id, parent, name, description, read_only, parent_ids, event_id, forbidden_objects_at_node, forbidden_objects_in_subtree"
    )
    return {
      /** The nodes from the root down to the given one; empty if that node does not exist. */
      chain: SqlSchema.findAll({
        Request: Id,
        Result: StoredNode,
        execute: (id) =>
          sql`select ${columns} from node
            where id in (select unnest(parent_ids || id) from node where id = ${id} and not deleted)
            order by cardinality(parent_ids), id`
      }),
      /** A node and everything below it: parents before children, siblings by name. */
      subtree: SqlSchema.findAll({
        Request: Id,
        Result: StoredNode,
        execute: (id) =>
          sql`select ${columns} from node
            where not deleted and (id = ${id} or (id <> 0 and parent_ids @> array[${id}::bigint]))
            order by id <> ${id}, cardinality(parent_ids), name, id`
      }),
      insert: SqlSchema.findOne({
        Request: Insert,
        Result: Schema.Struct({ id: Id }),
        execute: ({ event_id, parent, parent_ids, settings }) =>
          sql`insert into node (parent, name, description, parent_ids, event_id, forbidden_objects_at_node,
              forbidden_objects_in_subtree)
            values (${parent}, ${settings.name}, ${settings.description}, ${parent_ids}::bigint[], ${event_id}::bigint,
              ${settings.forbidden_objects_at_node ?? []}::text[], ${
            settings.forbidden_objects_in_subtree ?? []
          }::text[])
            returning id`
      }),
      /** Makes a node its own event. */
      becomeEvent: SqlSchema.void({
        Request: Id,
        execute: (id) => sql`update node set event_id = id where id = ${id}`
      }),
      update: SqlSchema.void({
        Request: Schema.Struct({ id: Id, settings: Settings }),
        execute: ({ id, settings }) =>
          sql`update node set name = ${settings.name}, description = ${settings.description},
              forbidden_objects_at_node = ${settings.forbidden_objects_at_node ?? []}::text[],
              forbidden_objects_in_subtree = ${settings.forbidden_objects_in_subtree ?? []}::text[]
            where id = ${id}`
      }),
      /** Types of the objects at the node; with `below`, of those at the nodes below it. */
      objectTypesAt: SqlSchema.findAll({
        Request: ObjectsAt,
        Result: Schema.Struct({ object_type: ObjectType }),
        execute: ({ below, id }) =>
          sql`with place as (
              select id from node where case when ${below}::boolean then parent_ids @> array[${id}::bigint] and id <> 0
                else id = ${id} end
            )
            select object_type from (
              select 'user', node_id from usr
              union all select 'user_role', node_id from user_role
              union all select case type when 'ticket' then 'ticket' else 'product' end, node_id from product
              union all select 'tax_rate', node_id from tax_rate
              union all select 'till', node_id from till
              union all select 'till', node_id from till_button
              union all select 'till', node_id from till_layout
              union all select 'till', node_id from till_profile
              union all select 'terminal', node_id from terminal
              union all select 'user_tag', node_id from user_tag
              union all select 'account', node_id from account
            ) as object (object_type, node_id) join place on place.id = object.node_id
            group by object_type order by object_type`
      }),
      inEvent: (eventId: bigint) =>
        Effect.map(
          sql<{ nodes: number }>`
            select count(*)::int4 as nodes from node where event_id = ${eventId} and not deleted`,
          ([row]) => row!.nodes
        ),
      /** Whether another child of the parent has the name. */
      siblingHasName: SqlSchema.findOne({
        Request: Named,
        Result: Found,
        execute: ({ except, name, parent }) =>
          sql`select exists (select from node where parent = ${parent} and id <> 0 and not deleted and name = ${name}
              and id is distinct from ${except}::bigint) as found`
      })
    }
  })
}) {
  static readonly layer = Layer.effect(this, this.make)
}
