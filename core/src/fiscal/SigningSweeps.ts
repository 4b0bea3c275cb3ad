import { Clock, Context, Effect, Layer, Schema } from "effect"
import { SqlClient, SqlSchema } from "effect/sql"
import { Id } from "../base/Id.ts"
import { nullOr } from "../base/OptionalField.ts"
import { OverdueOrders } from "./OverdueOrders.ts"
import { countFailures, measureQueue, measureTse } from "./SigningMetrics.ts"
import { assign } from "./TillAssignment.ts"
import { TillTseRepository } from "./TillTseRepository.ts"
import { certificateEnd, TseStatus } from "./Tse.ts"
import { noOrders, unsignedSince } from "./UnsignedOrders.ts"

const MeasuredTse = Schema.Struct({
  event_id: Id,
  id: Id,
  status: TseStatus,
  connected: Schema.Boolean,
  faulty: Schema.Boolean,
  certificate_date: nullOr(Schema.String),
  now: Schema.DateTimeUtc
})

const MeasuredQueue = Schema.Struct({ event_id: Id, orders: Schema.Int, oldest_seconds: Schema.Finite })

/** Most orders that are counted; more is no use to anyone. They are counted till by till, to skip those from before signing. */
const counted = 10_000

/** Work for all devices together. */
export class SigningSweeps extends Context.Service<SigningSweeps>()("core/SigningSweeps", {
  make: Effect.gen(function*() {
    const sql = yield* SqlClient.SqlClient
    const overdue = yield* OverdueOrders
    const tills = yield* TillTseRepository

    const devices = SqlSchema.findAll({
      Request: Schema.Void,
      Result: MeasuredTse,
      execute: () =>
        sql`select tse.event_id, tse.id, status, connected, fault is not null as faulty, certificate_date, now() as now
          from tse join node on node.id = tse.event_id
          where not node.deleted and not node.read_only`
    })

    const queues = SqlSchema.findAll({
      Request: Schema.Void,
      Result: MeasuredQueue,
      execute: () =>
        sql`select fiscal.event_id, (
              select count(*) from (
                select from till cross join lateral (
                  select from signing_job where event_id = till.event_id and till_id = till.id
                    and status in ('new', 'pending') and order_id > fiscal.signing_from limit ${counted}
                ) as job
                where till.event_id = fiscal.event_id limit ${counted}
              ) as job
            )::integer as orders,
            coalesce((
              select extract(epoch from now() - min(first.created_at)) from till cross join lateral (
                select created_at from signing_job where event_id = till.event_id and till_id = till.id
                  and status in ('new', 'pending') and order_id > fiscal.signing_from order by order_id limit 1
              ) as first
              where till.event_id = fiscal.event_id
            ), 0)::float8 as oldest_seconds
          from fiscal_settings fiscal join node on node.id = fiscal.event_id
          where fiscal.signing_from is not null and not node.deleted and not node.read_only`
    })

    let unsigned = noOrders
    const warnOf = (failed: number) =>
      Effect.flatMap(Clock.currentTimeMillis, (now) => {
        const { due, orders } = unsignedSince(unsigned, failed, now)
        unsigned = orders
        return due === undefined
          ? Effect.void
          : Effect.logWarning(`${due} orders have no signature: there is no signing device for them`)
      })

    return {
      /** Assigns devices to tills that booked. Orders of tills that get none fail once they have waited too long. */
      assign: Effect.fn("SigningSweeps.assign")(function*() {
        const waiting = yield* tills.waiting
        if (waiting.length === 0) return yield* warnOf(0)
        const assignments = assign(waiting, yield* tills.free)
        if (assignments.length > 0) yield* tills.store(assignments)
        const without = waiting.filter(({ eventId, id }) =>
          !assignments.some((assigned) => assigned.eventId === eventId && assigned.tillId === id)
        )
        const failed = yield* overdue.failOfTills(without)
        yield* warnOf(failed)
        yield* countFailures("no_tse", failed)
      }),

      /** Reports the state of devices and queues as metrics. */
      measure: Effect.fn("SigningSweeps.measure")(function*() {
        for (const { certificate_date, now, ...device } of yield* devices(undefined)) {
          const end = certificateEnd(certificate_date)
          const certificate_seconds = end === null ? null : (end.epochMilliseconds - now.epochMilliseconds) / 1000
          yield* measureTse({ ...device, certificate_seconds })
        }
        for (const queue of yield* queues(undefined)) yield* measureQueue(queue)
      })
    }
  })
}) {
  static readonly layer = Layer.effect(this, this.make).pipe(
    Layer.provide([OverdueOrders.layer, TillTseRepository.layer])
  )
}
