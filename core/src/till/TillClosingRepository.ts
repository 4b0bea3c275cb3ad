import { Context, Effect, Layer, Schema } from "effect"
import { SqlClient, SqlSchema } from "effect/sql"
import { Id } from "../base/Id.ts"
import { nullOr } from "../base/OptionalField.ts"
import { OpenClosing } from "./TillClosing.ts"

/**
 * Why a closing ended: another user signed in, a shift was closed out, the signing device changed, the node was archived,
 * or an operator ended it.
 */
type ClosingReason = "sign_in" | "close_out" | "switch_over" | "archive" | "operator"

/** Tills at a node of an event and below; `tillIds` null means all of them. */
const ClosingFilter = Schema.Struct({ eventId: Id, nodeId: Id, tillIds: nullOr(Schema.Array(Id)) })

/**
 * Closings: all orders of a till under one number. Only the function `raise_closings` raises the number, and the same statement
 * records the closing that ends. The event must be locked before, so that no later order is booked under the old number.
 */
export class TillClosingRepository extends Context.Service<TillClosingRepository>()("core/TillClosingRepository", {
  make: Effect.map(SqlClient.SqlClient, (sql) => {
    /**
     * Start and end of a shift do not count as business. A till may have had a million orders, so the query reads only the
     * newest. The orders of the open closing are the newest, except for orders booked at the very moment it began.
     */
    const open = SqlSchema.findAll({
      Request: ClosingFilter,
      Result: OpenClosing,
      execute: ({ eventId, nodeId, tillIds }) =>
        sql`
          select till.id as till_id, till.name as till_name, till.z_nr, max(newest.booked_at) as last_booked_at
          from till
            join node on node.id = till.node_id
            cross join lateral (
              select z_nr, booked_at from ordr
              where ordr.event_id = till.event_id and ordr.till_id = till.id
                and ordr.order_type not in ('cashier_shift_start', 'cashier_shift_end')
              order by ordr.id desc limit 256
            ) newest
          where till.event_id = ${eventId} and (node.id = ${nodeId} or node.parent_ids @> array[${nodeId}::bigint])
            and (${tillIds}::bigint[] is null or till.id = any(${tillIds}::bigint[])) and newest.z_nr = till.z_nr
          group by till.id, till.name, till.z_nr order by till.id`
    })
    return {
      /** Raises the closing number of tills by one. */
      raise: (eventId: bigint, tillIds: ReadonlyArray<bigint>, reason: ClosingReason) =>
        sql`select raise_closings(${eventId}::bigint, ${tillIds}::bigint[], ${reason}::text)`,
      /** Open closings with business in them, by till. */
      open,
      /** Tills at a node of an event and below with business in their open closing. */
      used: (eventId: bigint, nodeId: bigint) =>
        Effect.map(open({ eventId, nodeId, tillIds: null }), (closings) => closings.map(({ till_id }) => till_id)),
      /** The given tills that are not at the node of the event or below. */
      tillsElsewhere: (eventId: bigint, nodeId: bigint, tillIds: ReadonlyArray<bigint>) =>
        Effect.map(
          sql<{ id: bigint }>`
            select asked.id from unnest(${tillIds}::bigint[]) as asked (id)
            where not exists (
              select from till join node on node.id = till.node_id
              where till.event_id = ${eventId} and till.id = asked.id
                and (node.id = ${nodeId} or node.parent_ids @> array[${nodeId}::bigint])
            )
            order by asked.id`,
          (rows) => rows.map(({ id }) => id)
        )
    }
  })
}) {
  static readonly layer = Layer.effect(this, this.make)
}
