import { Context, Effect, Layer, Schema } from "effect"
import { SqlClient, SqlSchema } from "effect/sql"
import { Id } from "../base/Id.ts"
import { instant } from "../base/Moment.ts"
import { nullOr } from "../base/OptionalField.ts"
import { endedBelow, isForeign } from "../sql/TransactionCursor.ts"
import { DaySeal, SealHash, sealKinds, SealPiece } from "./DaySeal.ts"

/** An event whose days are sealed, with what its days depend on. */
const SealedEvent = Schema.Struct({
  event_id: Id,
  daily_end_time: nullOr(Schema.String),
  time_zone: Schema.String
})
export type SealedEvent = typeof SealedEvent.Type

const sealColumns = `event_id, number, to_char(day, 'YYYY-MM-DD') as day, covers_from, covers_until, format,
  encode(previous_hash, 'hex') as previous_hash, encode(hash, 'hex') as hash, orders, rows::integer as rows, pieces, sealed_at, sealed_by`

const kindOrder = `array_position(array[${sealKinds.map((kind) => `'${kind}'`).join(", ")}], kind)`

/** The pieces that are stored in one statement. */
const piecesAtOnce = 1000

/** Seals of days with their pieces, and who makes them next. */
export class DaySealRepository extends Context.Service<DaySealRepository>()("core/DaySealRepository", {
  make: Effect.map(SqlClient.SqlClient, (sql) => {
    const events = SqlSchema.findAll({
      Request: Schema.Void,
      Result: SealedEvent,
      execute: () =>
        sql`select event_id, settings->>'daily_end_time' as daily_end_time,
            coalesce(settings->>'time_zone', 'Europe/Berlin') as time_zone
          from event order by event_id`
    })

    const seals = SqlSchema.findAll({
      Request: Id,
      Result: DaySeal,
      execute: (eventId) =>
        sql`select ${sql.literal(sealColumns)} from day_seal where event_id = ${eventId} order by number`
    })

    const newest = SqlSchema.findAll({
      Request: Id,
      Result: DaySeal,
      execute: (eventId) =>
        sql`select ${sql.literal(sealColumns)} from day_seal where event_id = ${eventId} order by number desc limit 1`
    })

    const hashOfDay = SqlSchema.findAll({
      Request: Schema.Struct({ eventId: Id, day: Schema.String }),
      Result: Schema.Struct({ hash: SealHash }),
      execute: ({ day, eventId }) =>
        sql`select encode(hash, 'hex') as hash from day_seal where event_id = ${eventId} and day = ${day}::date`
    })

    const pieces = SqlSchema.findAll({
      Request: Schema.Struct({ eventId: Id, number: Schema.Int }),
      Result: SealPiece,
      execute: ({ eventId, number }) =>
        sql`select kind, piece, first_id, last_id, ids, rows, encode(hash, 'hex') as hash from day_seal_piece
          where event_id = ${eventId} and seal_number = ${number} order by ${sql.literal(kindOrder)}, piece`
    })

    const mark = SqlSchema.findAll({
      Request: Schema.Void,
      Result: Schema.Struct({ marked_at: Schema.DateTimeUtc, is_foreign: Schema.Boolean, has_ended: Schema.Boolean }),
      execute: () =>
        sql`select marked_at, ${sql.literal(isForeign)} as is_foreign, up_to <= ${sql.literal(endedBelow)} as has_ended
          from (select marked_at, transaction_id as up_to from day_seal_mark for update) as mark`
    })

    const insertPieces = (seal: DaySeal, batch: ReadonlyArray<SealPiece>) =>
      sql`insert into day_seal_piece (event_id, seal_number, kind, piece, first_id, last_id, ids, rows, hash)
        select ${seal.event_id}, ${seal.number}, kind, piece, first_id, last_id, ids, rows, decode(hash, 'hex')
        from unnest(
          ${batch.map(({ kind }) => kind)}::text[], ${batch.map(({ piece }) => piece)}::integer[],
          ${batch.map(({ first_id }) => first_id)}::bigint[], ${batch.map(({ last_id }) => last_id)}::bigint[],
          ${batch.map(({ ids: counted }) => counted)}::integer[], ${batch.map(({ rows }) => rows)}::integer[],
          ${batch.map(({ hash }) => hash)}::text[]
        ) as made (kind, piece, first_id, last_id, ids, rows, hash)`

    const insert = Effect.fnUntraced(function*(seal: DaySeal, made: ReadonlyArray<SealPiece>) {
      yield* sql`insert into day_seal (event_id, number, day, covers_from, covers_until, format, previous_hash, hash, orders, rows,
          pieces, sealed_at, sealed_by)
        values (${seal.event_id}, ${seal.number}, ${seal.day}::date, ${instant(seal.covers_from)}::timestamptz,
          ${instant(seal.covers_until)}::timestamptz, ${seal.format}, decode(${seal.previous_hash}::text, 'hex'),
          decode(${seal.hash}::text, 'hex'), ${seal.orders}, ${seal.rows}, ${seal.pieces},
          ${instant(seal.sealed_at)}::timestamptz, ${seal.sealed_by})`
      for (let at = 0; at < made.length; at += piecesAtOnce) {
        yield* insertPieces(seal, made.slice(at, at + piecesAtOnce))
      }
    })

    return {
      /** All events, by id. */
      events: events(undefined),
      /** The seals of an event, the first first. */
      seals,
      /** The hash of the seal of a day, which is a date as 2026-07-11; null without a seal. */
      hashOf: (eventId: bigint, day: string) => Effect.map(hashOfDay({ eventId, day }), ([seal]) => seal?.hash ?? null),
      newest: (eventId: bigint) => Effect.map(newest(eventId), ([seal]) => seal),
      /** The pieces of a seal, in the order in which it hashes them. */
      pieces,
      /** The mark, locked: whether all transactions have ended that were running when it was set. */
      mark: Effect.map(mark(undefined), ([found]) => found),
      setMark: sql`insert into day_seal_mark (transaction_id, marked_at)
        values (pg_snapshot_xmax(pg_current_snapshot())::text::bigint, now())
        on conflict (one) do update set transaction_id = excluded.transaction_id, marked_at = excluded.marked_at`,
      /** Whether no other process is sealing; until the end of the transaction. */
      lock: Effect.map(
        sql<{ mine: boolean }>`select pg_try_advisory_xact_lock(hashtext('wristbank day seals')) as mine`,
        ([row]) => row!.mine
      ),
      insert
    }
  })
}) {
  static readonly layer = Layer.effect(this, this.make)
}
