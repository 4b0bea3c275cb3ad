import { stringify } from "csv-stringify/sync"
import { Context, DateTime, Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { instant } from "../base/Moment.ts"
import { WorkDone } from "../base/WorkDone.ts"
import { Access } from "../organisation/Access.ts"
import type { AtEvent } from "../organisation/Caller.ts"
import { mayManage } from "../organisation/Place.ts"
import { giveWay } from "../sql/Snapshot.ts"
import { allOf } from "../sql/Sort.ts"
import { type FlatTable, type FlatTableName, flatTables, flatText } from "./FlatTable.ts"
import { ReportReading } from "./ReportReading.ts"

/** The records of an export: all, or those of a period; the end is not included. */
interface FlatExport {
  readonly table: FlatTableName
  readonly from: DateTime.Utc | null
  readonly to: DateTime.Utc | null
  /** Records as they were at this moment, without later ones; null or absent for those of now. */
  readonly asOf?: DateTime.Utc | null
}

type Row = { readonly [column: string]: unknown }

/** Ids of one page: only one is in memory at a time. */
const idsAtOnce = 2_000

/**
 * Records of an event as CSV, for programs and spreadsheets: comma separated, with a heading, lines end with CRLF, amounts in
 * major units with two decimals and a point, times in UTC.
 */
export class FlatExports extends Context.Service<FlatExports>()("core/FlatExports", {
  make: Effect.gen(function*() {
    const access = yield* Access
    const reading = yield* ReportReading
    const sql = yield* SqlClient.SqlClient

    /** Conditions on the ids of an export that come after one. */
    const idsAfter = (eventId: bigint, { pagedBy: { time } }: FlatTable, { from, to }: FlatExport, after: bigint) => {
      const at = time === null ? null : sql.literal(time)
      return allOf(sql, [
        sql`event_id = ${eventId}`,
        sql`id > ${after}`,
        at === null || from === null ? undefined : sql`${at} >= ${instant(from)}::timestamptz`,
        at === null || to === null ? undefined : sql`${at} < ${instant(to)}::timestamptz`
      ])
    }

    /** The number of ids, by which the export is read. */
    const countOf = (eventId: bigint, table: FlatTable, request: FlatExport) =>
      Effect.map(
        sql<{ ids: number }>`select count(*)::float8 as ids from ${sql.literal(table.pagedBy.table)}
          where ${idsAfter(eventId, table, request, 0n)}`,
        ([row]) => row!.ids
      )

    /** The last id of the page after an id; null if there is no further page. */
    const lastAfter = Effect.fnUntraced(function*(
      eventId: bigint,
      table: FlatTable,
      request: FlatExport,
      after: bigint
    ) {
      const [page] = yield* sql<{ last: bigint | null }>`select max(id) as last from (
        select id from ${sql.literal(table.pagedBy.table)} where ${
        idsAfter(eventId, table, request, after)
      } order by id limit ${idsAtOnce}
      ) page`
      return page?.last ?? null
    })

    const rowsBetween = (
      eventId: bigint,
      { from, key, order, pagedBy, past }: FlatTable,
      period: FlatExport,
      [after, last]: readonly [bigint, bigint]
    ) => {
      const id = sql.literal(`entry.${key}`)
      const at = pagedBy.time === null ? null : sql.literal(`entry.${pagedBy.time}`)
      const conditions = [
        sql`entry.event_id = ${eventId}`,
        sql`${id} > ${after}`,
        sql`${id} <= ${last}`,
        at === null || period.from === null ? undefined : sql`${at} >= ${instant(period.from)}::timestamptz`,
        at === null || period.to === null ? undefined : sql`${at} < ${instant(period.to)}::timestamptz`
      ]
      const { asOf } = period
      const isPast = past !== undefined && asOf !== null && asOf !== undefined
      return sql<Row>`${isPast ? sql`with asked as (select ${instant(asOf)}::timestamptz as at)` : sql``}
        select * from ${sql.literal(isPast ? past : from)} where ${allOf(sql, conditions)} order by ${
        sql.literal(order)
      }`
    }

    /** Writes the records from one reading, part by part; returns their number. */
    const write = Effect.fn("FlatExports.write")(
      function*<E, R>(caller: AtEvent, wanted: FlatExport, take: (text: string) => Effect.Effect<void, E, R>) {
        const { eventId } = caller
        const request = { ...wanted, to: earlier(wanted.to, wanted.asOf ?? null) }
        yield* access.requireAt(caller, eventId, mayManage)
        const table: FlatTable = flatTables[request.table]
        return yield* reading.once(
          Effect.gen(function*() {
            yield* take(csvOf(table, [], true))
            const workDone = yield* WorkDone
            const total = yield* countOf(eventId, table, request)
            let [after, records] = [0n, 0]
            for (let pages = 1;; pages++) {
              const last = yield* lastAfter(eventId, table, request, after)
              if (last === null) return records
              const rows = yield* rowsBetween(eventId, table, request, [after, last])
              yield* take(csvOf(table, rows, false))
              records += rows.length
              after = last
              yield* workDone(Math.min(total, pages * idsAtOnce), total)
              yield* giveWay(sql)
            }
          })
        )
      }
    )

    return { write }
  })
}) {
  static readonly layer = Layer.effect(this, this.make).pipe(Layer.provide([Access.layer, ReportReading.layer]))
}

const earlier = (one: DateTime.Utc | null, other: DateTime.Utc | null) =>
  one === null ? other : other === null ? one : DateTime.min(one, other)

const csvOf = ({ columns }: FlatTable, rows: ReadonlyArray<Row>, header: boolean): string =>
  stringify(rows.map((row) => Object.entries(columns).map(([heading, kind]) => flatText(kind, row[heading]))), {
    header,
    columns: Object.keys(columns),
    record_delimiter: "windows"
  })
