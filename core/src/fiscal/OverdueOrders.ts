import { Context, Effect, Layer } from "effect"
import { SqlClient, type SqlError } from "effect/sql"
import { undecided } from "./FiscalSettings.ts"
import { type FailureReason, messageOf } from "./Signature.ts"
import type { TseOwner } from "./TseOwner.ts"

/** How many orders fail in one statement and one commit. */
const batch = 5000

interface DueOrder {
  readonly event_id: bigint
  readonly order_id: bigint
}

/**
 * Fails orders that no device could sign in time, many at once: an outage of hours leaves thousands. Their age is measured by the
 * database's clock, which also dated the bookings.
 */
export class OverdueOrders extends Context.Service<OverdueOrders>()("core/OverdueOrders", {
  make: Effect.map(SqlClient.SqlClient, (sql) => {
    const limit = sql`coalesce((fiscal.settings->>'outage_limit')::integer, ${undecided.outage_limit})`

    const ofDevice = ({ epoch, eventId, tseId }: TseOwner, atLeastSeconds: number) =>
      sql<DueOrder>`select job.event_id, job.order_id from tse
          join fiscal_settings fiscal on fiscal.event_id = tse.event_id and fiscal.signing_from is not null
          join till on till.event_id = tse.event_id and till.tse_id = tse.id
          cross join lateral (
            select * from signing_job
            where event_id = till.event_id and till_id = till.id and status = 'new'
              and order_id > fiscal.signing_from
              and created_at < now() - make_interval(secs => greatest(${limit}, ${atLeastSeconds}::integer))
            order by order_id limit ${batch}
          ) as job
        where tse.event_id = ${eventId} and tse.id = ${tseId} and tse.epoch = ${epoch}
        limit ${batch}`

    const ofTills = (eventIds: ReadonlyArray<bigint>, tillIds: ReadonlyArray<bigint>) =>
      sql<DueOrder>`select job.event_id, job.order_id
        from unnest(${eventIds}::bigint[], ${tillIds}::bigint[]) as wanted (event_id, till_id)
          join fiscal_settings fiscal on fiscal.event_id = wanted.event_id and fiscal.signing_from is not null
          join till on till.event_id = wanted.event_id and till.id = wanted.till_id and till.tse_id is null
          cross join lateral (
            select * from signing_job
            where event_id = till.event_id and till_id = till.id and status = 'new'
              and order_id > fiscal.signing_from and created_at < now() - make_interval(secs => ${limit})
            order by order_id limit ${batch}
          ) as job
        limit ${batch}`

    /** Skips orders whose till got another device, or whose device another owner. */
    const fail = (eventId: bigint, orderIds: ReadonlyArray<bigint>, reason: FailureReason, owner: TseOwner | null) => {
      const { epoch, tseId } = owner ?? { epoch: null, tseId: null }
      return sql`update signing_job set status = 'failure', failure_reason = ${reason}, tse_id = ${tseId}::bigint,
          result_message = ${messageOf(reason)}, last_update = now()
        where event_id = ${eventId} and order_id = any(${orderIds}::bigint[]) and status = 'new' and exists (
          select from till left join tse on tse.event_id = till.event_id and tse.id = till.tse_id
          where till.event_id = signing_job.event_id and till.id = signing_job.till_id
            and till.tse_id is not distinct from ${tseId}::bigint and tse.epoch is not distinct from ${epoch}::bigint
        )
        returning order_id`
    }

    /** Passes the ids to the database: a join would read the whole queue for each order when the planner expects few. */
    const inBatches = Effect.fnUntraced(function*(
      due: Effect.Effect<ReadonlyArray<DueOrder>, SqlError.SqlError>,
      reason: FailureReason,
      owner: TseOwner | null
    ) {
      let total = 0
      while (true) {
        const orders = yield* due
        for (const [eventId, some] of Map.groupBy(orders, ({ event_id }) => event_id)) {
          total += (yield* fail(eventId, some.map(({ order_id }) => order_id), reason, owner)).length
        }
        if (orders.length < batch) return total
      }
    })

    return {
      /** Fails orders of the owner's tills that are older than the limit and `atLeastSeconds`; returns how many. */
      failOfDevice: (owner: TseOwner, atLeastSeconds = 0) =>
        inBatches(ofDevice(owner, atLeastSeconds), "outage", owner),
      /** Fails orders of these tills that are older than the limit, if the till has no device; returns how many. */
      failOfTills: (tills: ReadonlyArray<{ readonly eventId: bigint; readonly id: bigint }>) =>
        tills.length === 0
          ? Effect.succeed(0)
          : inBatches(ofTills(tills.map(({ eventId }) => eventId), tills.map(({ id }) => id)), "no_tse", null)
    }
  })
}) {
  static readonly layer = Layer.effect(this, this.make)
}
