import { Context, Effect, Layer, Schema } from "effect"
import { SqlClient, SqlSchema } from "effect/sql"
import { Id } from "../base/Id.ts"
import { WorkDone } from "../base/WorkDone.ts"
import { TillClosings } from "../fiscal/TillClosings.ts"
import { Access } from "../organisation/Access.ts"
import type { AtEvent } from "../organisation/Caller.ts"
import { mayManage } from "../organisation/Place.ts"
import { NodeArchives } from "../till/NodeArchives.ts"
import { endSteps } from "./EventEnd.ts"

const Counts = Schema.Struct({
  unverifiedPayments: Schema.Int,
  unsentMails: Schema.Int,
  notExported: Schema.Int
})

/** What is left to do after events. */
export class EventEnds extends Context.Service<EventEnds>()("core/EventEnds", {
  make: Effect.gen(function*() {
    const access = yield* Access
    const archives = yield* NodeArchives
    const closings = yield* TillClosings
    const sql = yield* SqlClient.SqlClient

    const counts = SqlSchema.findOne({
      Request: Id,
      Result: Counts,
      execute: (eventId) =>
        sql`select
            (select count(*)::int4 from card_payment where event_id = ${eventId} and settled_at is null
              and (problem is not null or (status = 'booked' and verification <> 'verified'))) as "unverifiedPayments",
            (select count(*)::int4 from mail where event_id = ${eventId} and status <> 'sent') as "unsentMails",
            (select count(*)::int4 from ordr where event_id = ${eventId} and booked_at > coalesce((
              select max(created_at) from audit_log where node_id = ${eventId} and log_type = 'fiscal_exported'
            ), '-infinity')) as "notExported"`
    })

    /** The steps after the caller's event, for its administrators, each with its state; a step that someone did anywhere is done here as well. */
    const steps = Effect.fn("EventEnds.steps")(function*(caller: AtEvent) {
      yield* access.requireAt(caller, caller.eventId, mayManage)
      const workDone = yield* WorkDone
      const { open: uses, unclaimed } = yield* archives.remaining(caller)
      yield* workDone(1, 3)
      const open = yield* closings.open(caller)
      yield* workDone(2, 3)
      const counted = yield* Effect.orDie(counts(caller.eventId))
      return endSteps({ ...counted, uses, unclaimed, openClosings: open.length, isArchived: caller.node.read_only })
    })

    return { steps }
  })
}) {
  static readonly layer = Layer.effect(this, this.make).pipe(
    Layer.provide([Access.layer, NodeArchives.layer, TillClosings.layer])
  )
}
