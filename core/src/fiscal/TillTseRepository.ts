import { Context, Effect, Layer, Schema } from "effect"
import { SqlClient, SqlSchema } from "effect/sql"
import { Id } from "../base/Id.ts"
import type { Assignment, FreeTse } from "./TillAssignment.ts"
import { maxTills } from "./Tse.ts"

const WaitingRow = Schema.Struct({ eventId: Id, id: Id, pathIds: Schema.Array(Id) })
const FreeRow = Schema.Struct({ eventId: Id, id: Id, nodeId: Id, tills: Schema.Int, faulty: Schema.Boolean })

/** A client that was registered at a device, or deregistered. */
interface ClientChange {
  readonly tseId: bigint
  /** The client's name at the device: for a till its id in decimal; other names are unknown clients. */
  readonly clientId: string
  readonly what: "register" | "deregister"
}

/** Which device signs for which till, and the history of registrations at devices. */
export class TillTseRepository extends Context.Service<TillTseRepository>()("core/TillTseRepository", {
  make: Effect.map(SqlClient.SqlClient, (sql) => {
    const path = sql`node.parent_ids[array_position(node.parent_ids, till.event_id):] || node.id`
    const waiting = SqlSchema.findAll({
      Request: Schema.Void,
      Result: WaitingRow,
      execute: () =>
        sql`
          select till.event_id as "eventId", till.id,
            ${path} as "pathIds"
          from fiscal_settings fiscal
            join node event_node on event_node.id = fiscal.event_id
              and not event_node.read_only and not event_node.deleted
            join till on till.event_id = fiscal.event_id
            join node on node.id = till.node_id
            -- Till by till: this is asked twice a second, and must never read all orders.
            cross join lateral (
              select from signing_job job
              where job.event_id = till.event_id and job.till_id = till.id and job.status in ('new', 'pending')
                and job.order_id > fiscal.signing_from
              limit 1
            ) as job
          where fiscal.signing_from is not null and till.tse_id is null
          order by till.event_id, till.id`
    })
    const free = SqlSchema.findAll({
      Request: Schema.Void,
      Result: FreeRow,
      execute: () =>
        sql`
          select event_id as "eventId", id, node_id as "nodeId", (
            select count(*) from till where till.event_id = tse.event_id and till.tse_id = tse.id
          )::integer as tills, fault is not null as faulty
          from tse where status = 'active' order by event_id, id`
    })
    const placed = SqlSchema.findAll({
      Request: Schema.Struct({ eventId: Id, tillId: Id }),
      Result: WaitingRow,
      execute: ({ eventId, tillId }) =>
        sql`
          select till.event_id as "eventId", till.id, ${path} as "pathIds"
          from till join node on node.id = till.node_id
          where till.event_id = ${eventId} and till.id = ${tillId}`
    })
    const give = (assignments: ReadonlyArray<Assignment>, fromId: bigint | null) =>
      Effect.map(
        sql`
          with wanted as (
            select * from unnest(
              ${assignments.map((one) => one.eventId)}::bigint[], ${assignments.map((one) => one.tillId)}::bigint[],
              ${assignments.map((one) => one.tseId)}::bigint[]
            ) as wanted (event_id, till_id, tse_id)
          ), device as (
            select event_id, id from tse
            where (event_id, id) in (select event_id, tse_id from wanted) and status = 'active'
            order by event_id, id for share
          ), chosen as (
            select till.event_id, till.id, wanted.tse_id from wanted
              join device on device.event_id = wanted.event_id and device.id = wanted.tse_id
              join till on till.event_id = wanted.event_id and till.id = wanted.till_id
            where till.tse_id is not distinct from ${fromId}::bigint and not exists (
              select from till_tse_history history
              where history.event_id = till.event_id and history.till_id = till.id and history.tse_id = ${fromId}::bigint
            )
            order by till.event_id, till.id for no key update of till skip locked
          )
          update till set tse_id = chosen.tse_id from chosen
          where till.event_id = chosen.event_id and till.id = chosen.id returning till.id`,
        (rows) => rows.length
      )
    return {
      /** A till with the nodes whose devices may sign for it; empty if there is no such till. */
      placed: (eventId: bigint, tillId: bigint) => placed({ eventId, tillId }),
      /** Tills without a device whose orders wait for their signature, in all events that sign. */
      waiting: waiting(undefined),
      /** All active devices. */
      free: Effect.map(
        free(undefined),
        (rows) => rows.map((row): FreeTse => ({ ...row, maxTills }))
      ),
      /**
       * Stores assignments, except for tills that have a device by now or are being changed, and devices that are no longer active;
       * returns how many were stored.
       */
      store: (assignments: ReadonlyArray<Assignment>) => give(assignments, null),
      /**
       * Moves a till that its device refused to another one, in the same way; returns whether it moved. A till that was ever registered
       * at the device stays, because no closing may span two devices.
       */
      move: (assignment: Assignment, fromId: bigint) =>
        Effect.map(
          give([assignment], fromId),
          (moved) => moved > 0
        ),
      /** Moves all tills of a device to another one, or to none for now; returns their ids, ascending. */
      release: (eventId: bigint, tseId: bigint, targetId: bigint | null) =>
        Effect.map(
          sql<{ id: bigint }>`
            with leaving as (
              select event_id, id from till
              where event_id = ${eventId} and tse_id = ${tseId} order by id for no key update
            ), left_it as (
              update till set tse_id = ${targetId}::bigint from leaving
              where till.event_id = leaving.event_id and till.id = leaving.id returning till.id
            )
            select id from left_it order by id`,
          (rows) => rows.map(({ id }) => id)
        ),
      /** Records changes of clients at devices, in their order, each with its till's closing number (unknown clients: 0). */
      record: (eventId: bigint, changes: ReadonlyArray<ClientChange>) =>
        sql`
          insert into till_tse_history (event_id, client_id, till_id, tse_id, what, z_nr)
          select ${eventId}::bigint, change.client_id, till.id, change.tse_id, change.what, coalesce(till.z_nr, 0)
          from unnest(
              ${changes.map((one) => one.clientId)}::text[], ${changes.map((one) => one.tseId)}::bigint[],
              ${changes.map((one) => one.what)}::text[]
            ) with ordinality as change (client_id, tse_id, what, n)
            left join till on till.event_id = ${eventId} and till.id::text = change.client_id
          order by change.n`,
      /**
       * Records all tills that are registered at a decommissioned device as deregistered, because it can't be reached any more. Does
       * nothing the second time.
       */
      recordGone: (eventId: bigint, tseId: bigint) =>
        sql`
          insert into till_tse_history (event_id, client_id, till_id, tse_id, what, z_nr)
          select ${eventId}::bigint, newest.client_id, newest.till_id, newest.tse_id, 'deregister',
            coalesce(till.z_nr, newest.z_nr)
          from (
            select distinct on (client_id) client_id, till_id, tse_id, what, z_nr from till_tse_history
            where event_id = ${eventId} and tse_id = ${tseId} order by client_id, id desc
          ) as newest
            left join till on till.event_id = ${eventId} and till.id = newest.till_id
          where newest.what = 'register' order by newest.client_id`
    }
  })
}) {
  static readonly layer = Layer.effect(this, this.make)
}
