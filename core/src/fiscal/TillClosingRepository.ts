import { Context, Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"

/** Why a closing ended: somebody else came, a shift was counted, the signing device changed, the part was archived. */
export type ClosingReason = "sign_in" | "close_out" | "switch_over" | "archive"

/**
 * Closings: all orders of a till that carry one number. The number rises here alone, and the closing that ends by it is noted
 * in the same statement. The event is locked before, so that no order is booked on the old number afterwards.
 */
export class TillClosingRepository extends Context.Service<TillClosingRepository>()("core/TillClosingRepository", {
  make: Effect.map(SqlClient.SqlClient, (sql) => ({
    /** Raises the closing number of tills by one. */
    raise: (eventId: bigint, tillIds: ReadonlyArray<bigint>, reason: ClosingReason) =>
      sql`
        with rising as (
          select event_id, id, z_nr from till
          where event_id = ${eventId} and id = any(${tillIds}::bigint[]) order by id for no key update
        ), closed as (
          insert into till_closing (event_id, till_id, z_nr, closed_at, reason)
          select event_id, id, z_nr, clock_timestamp(), ${reason} from rising
        )
        update till set z_nr = rising.z_nr + 1 from rising
        where till.event_id = rising.event_id and till.id = rising.id`,
    /** The tills at a node of an event and below that booked anything in their open closing. */
    used: (eventId: bigint, nodeId: bigint) =>
      Effect.map(
        sql<{ id: bigint }>`
          select till.id from till join node on node.id = till.node_id
          where till.event_id = ${eventId} and (node.id = ${nodeId} or node.parent_ids @> array[${nodeId}::bigint])
            and till.z_nr = (
              select ordr.z_nr from ordr where ordr.event_id = till.event_id and ordr.till_id = till.id
              order by ordr.id desc limit 1
            )
          order by till.id`,
        (rows) => rows.map(({ id }) => id)
      )
  }))
}) {
  static readonly layer = Layer.effect(this, this.make)
}
