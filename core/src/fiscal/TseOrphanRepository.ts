import { Context, Effect, Layer, Schema } from "effect"
import { SqlClient, SqlSchema } from "effect/sql"
import { Id } from "../base/Id.ts"
import { nullOr } from "../base/OptionalField.ts"
import { unencoded } from "../sql/Unencoded.ts"
import type { TseOwner } from "./TseOwner.ts"

const OrphanRow = Schema.Struct({
  id: Id,
  /** Null for a transaction that was found by its number, whose client is not known yet. */
  client_id: nullOr(Schema.String),
  /** Null for a lost start: it is not known whether the device started a transaction. */
  transaction_number: nullOr(Id)
})

/** An orphan that is not closed: a transaction that may be open at a device and belongs to no signed order. */
export type OpenOrphan = typeof OrphanRow.Type

/** How an orphan ended: `aborted` as AVBelegabbruch, `gone` if the device does not know it, `stranger` if no till of ours started it. */
type OrphanEnd = "aborted" | "gone" | "stranger"

/** Minutes after which a start that has not reached the device never will. */
const lostForMinutes = 10

/** Transactions that were started and belong to no signed order. */
export class TseOrphanRepository extends Context.Service<TseOrphanRepository>()("core/TseOrphanRepository", {
  make: Effect.map(SqlClient.SqlClient, (sql) => {
    const open = SqlSchema.findAll({
      Request: unencoded<TseOwner>(),
      Result: OrphanRow,
      execute: ({ eventId, tseId }) =>
        sql`select id, client_id, transaction_number from tse_orphan
          where event_id = ${eventId} and tse_id = ${tseId} and closed_at is null
            and (next_try is null or next_try <= now())
          order by id`
    })
    return {
      /** Orphans that can be closed now, the oldest first, and lost starts. */
      open: (owner: TseOwner) => open(owner),
      /** How many open orphans have a number, including those that are tried again only later. */
      countNumbered: ({ eventId, tseId }: TseOwner) =>
        Effect.map(
          sql<{ orphans: number }>`select count(*)::integer as orphans from tse_orphan
            where event_id = ${eventId} and tse_id = ${tseId} and closed_at is null and transaction_number is not null`,
          ([row]) => row?.orphans ?? 0
        ),
      /** Records numbers that lost starts may have got. */
      recordNumbers: ({ eventId, tseId }: TseOwner, numbers: ReadonlyArray<bigint>) =>
        sql`insert into tse_orphan (event_id, tse_id, transaction_number)
          select ${eventId}::bigint, ${tseId}::bigint, number from unnest(${numbers}::bigint[]) as number`,
      /** The device has skipped no number, so starts that were lost long ago never reached it. */
      closeNeverStarted: ({ eventId, tseId }: TseOwner) =>
        sql`update tse_orphan set closed_at = now(), closed_as = 'never'
          where event_id = ${eventId} and tse_id = ${tseId} and closed_at is null and transaction_number is null
            and noted_at < now() - make_interval(mins => ${lostForMinutes})`,
      close: ({ eventId }: TseOwner, { id }: OpenOrphan, end: OrphanEnd) =>
        sql`update tse_orphan set closed_at = now(), closed_as = ${end}
          where event_id = ${eventId} and id = ${id} and closed_at is null`,
      /** The device refused to close it. Retries become rarer, so that they do not keep orders waiting. */
      postpone: ({ eventId }: TseOwner, { id }: OpenOrphan) =>
        sql`update tse_orphan set next_try = now() + greatest(now() - noted_at, interval '3 seconds')
          where event_id = ${eventId} and id = ${id}`,
      /** A number that was found belonged to a lost start, and is closed: both become one orphan. */
      closeMatched: ({ eventId }: TseOwner, lost: OpenOrphan, found: OpenOrphan) =>
        sql`with known as (
            delete from tse_orphan where event_id = ${eventId} and id = ${found.id} returning transaction_number
          )
          update tse_orphan set transaction_number = known.transaction_number, closed_at = now(), closed_as = 'aborted'
          from known where event_id = ${eventId} and id = ${lost.id}`
    }
  })
}) {
  static readonly layer = Layer.effect(this, this.make)
}
