import { Context, type DateTime, Effect, Layer, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { Id } from "../base/Id.ts"
import { instant } from "../base/Moment.ts"
import { nullOr } from "../base/OptionalField.ts"
import { type SealKind, sealKinds } from "./DaySeal.ts"
import type { Period } from "./EventDay.ts"
import { sealedRows } from "./SealedRows.ts"

/** A range of ids, its ends included. */
export interface IdRange {
  readonly low: bigint
  readonly high: bigint
}

/** What lies in a range of ids. */
const Content = Schema.Struct({ ids: Schema.Int, rows: Schema.Int, content: Schema.String })
export type Content = typeof Content.Type

const Bounds = Schema.Struct({ ids: Schema.Int, low: nullOr(Id), high: nullOr(Id) })

/** The lowest and the highest id of rows of a day, and how many there are. */
export type Bounds = typeof Bounds.Type

/** The newest orders that are looked at for those which say that they were booked earlier. */
const newestOrders = 100

/** The rows that seals are of. Those of an event are read by id, a page at a time. */
export class SealedRowRepository extends Context.Service<SealedRowRepository>()("core/SealedRowRepository", {
  make: Effect.map(SqlClient.SqlClient, (sql) => {
    const decodeBounds = Schema.decodeUnknownEffect(Schema.Tuple([Bounds]))
    const decodeContents = Schema.decodeUnknownEffect(Schema.Array(Content))
    const decodeIds = Schema.decodeUnknownEffect(Schema.Array(Schema.Struct({ id: Id })))

    const bounds = (kind: SealKind, eventId: bigint, period: Period) => {
      const { id } = sealedRows[kind]
      return Effect.map(
        Effect.flatMap(
          sql.unsafe(
            `select count(distinct ${id})::integer as ids, min(${id}) as low, max(${id}) as high ${ofDay(kind)}`,
            dayParameters(eventId, period)
          ),
          decodeBounds
        ),
        ([row]) => row
      )
    }

    /** The next ids of a day in a range, ascending. */
    const ids = (kind: SealKind, eventId: bigint, period: Period, { high, low }: IdRange, limit: number) => {
      const { id } = sealedRows[kind]
      return Effect.map(
        Effect.flatMap(
          sql.unsafe(
            `select distinct ${id} as id ${
              ofDay(kind)
            } and ${id} between $4::bigint and $5::bigint order by 1 limit $6`,
            [...dayParameters(eventId, period), low, high, limit]
          ),
          decodeIds
        ),
        (rows) => rows.map((row) => row.id)
      )
    }

    /** The hashes of what a day has in each of the ranges, in their order. */
    const contents = (kind: SealKind, eventId: bigint, period: Period, ranges: ReadonlyArray<IdRange>) => {
      const { at, event, from, id, parts, place, rows, text } = sealedRows[kind]
      return Effect.flatMap(
        sql.unsafe(
          `select count(distinct part.id)::integer as ids, coalesce(sum(part.rows), 0)::integer as rows,
            encode(sha256(convert_to(coalesce(string_agg(part.text, e'\\n' order by part.id, part.place), ''), 'UTF8')), 'hex')
              as content
          from unnest($4::bigint[], $5::bigint[]) with ordinality as range (low, high, number)
            left join lateral (
              select ${id} as id, ${place} as place, ${text} as text, ${rows} as rows from ${from} ${parts}
              where ${event} = $1 and ${at} >= $2::timestamptz and ${at} < $3::timestamptz
                and ${id} between range.low and range.high
            ) as part on true
          group by range.number order by range.number`,
          [...dayParameters(eventId, period), ranges.map(({ low }) => low), ranges.map(({ high }) => high)]
        ),
        decodeContents
      )
    }

    /** The moment of the first row of an event from a moment on; undefined if there is none. */
    const firstFrom = (eventId: bigint, from: DateTime.Utc) =>
      Effect.map(
        Effect.flatMap(
          sql.unsafe(
            `select min(first) as first from (${
              sealKinds.map((kind) => {
                const { at, event, from: table } = sealedRows[kind]
                return `select min(${at}) as first from ${table} where ${event} = $1 and ${at} >= $2::timestamptz`
              }).join(" union all ")
            }) as kind`,
            [eventId, instant(from)]
          ),
          Schema.decodeUnknownEffect(Schema.Tuple([Schema.Struct({ first: nullOr(Schema.DateTimeUtc) })]))
        ),
        ([row]) => row.first ?? undefined
      )

    // Orders from before signing was switched on are never signed. Those of a demo say that they were booked earlier: they are late
    // while it goes on storing them.
    const isWaiting = (eventId: bigint, until: DateTime.Utc, storedSince: DateTime.Utc) =>
      Effect.map(
        sql<{ waits: boolean }>`select exists (
            select from signing_job job join ordr on ordr.event_id = job.event_id and ordr.id = job.order_id
              left join fiscal_settings fiscal on fiscal.event_id = job.event_id
            where job.event_id = ${eventId} and ordr.booked_at < ${instant(until)}::timestamptz
              and (job.status = 'pending' or (job.status = 'new' and job.order_id > fiscal.signing_from))
          ) or exists (
            select from (
              select order_id, created_at from signing_job where event_id = ${eventId} order by order_id desc limit ${newestOrders}
            ) as job join ordr on ordr.event_id = ${eventId} and ordr.id = job.order_id
            where ordr.booked_at < ${instant(until)}::timestamptz and job.created_at >= ${
          instant(storedSince)
        }::timestamptz
          ) or exists (
            select from card_payment
            where event_id = ${eventId} and status = 'pending' and created_at < ${instant(until)}::timestamptz
          ) as waits`,
        ([row]) => row!.waits
      )

    return {
      bounds,
      ids,
      contents,
      firstFrom,
      /**
       * Whether an order from before the end of a day waits for its signature or its card payment, or was stored since another moment.
       */
      isWaiting
    }
  })
}) {
  static readonly layer = Layer.effect(this, this.make)
}

const ofDay = (kind: SealKind) => {
  const { at, event, from } = sealedRows[kind]
  return `from ${from} where ${event} = $1 and ${at} >= $2::timestamptz and ${at} < $3::timestamptz`
}

const dayParameters = (eventId: bigint, { from, to }: Period) => [eventId, instant(from), instant(to)]
