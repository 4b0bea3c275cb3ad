import { Clock, Context, Effect, Layer, Metric, Schema } from "effect"
import { SqlClient, SqlSchema } from "effect/sql"
import { gauge, type MetricDefinitions } from "../base/MetricDefinition.ts"
import { Moment } from "../base/Moment.ts"
import { nullOr } from "../base/OptionalField.ts"

/** How far PostgreSQL has copied its log to the folder of backups. */
export const LogCopies = Schema.Struct({
  /** When it last copied a file, or since when it tries if it never did. */
  since: nullOr(Moment),
  /** Files of the log that are closed and not copied. */
  waiting: Schema.Int,
  /** Whether it can't copy: the last try failed, or several files wait. */
  is_stopped: Schema.Boolean
})
export type LogCopies = typeof LogCopies.Type

/** Files that may wait while all is well: one is copied, and one was closed meanwhile. */
const mostWaiting = 2

/** The number of a file of the log: its name has eight digits each of timeline, 4 GB and place in them, all hexadecimal. */
const numberOf = (name: string) =>
  `('x' || substr(${name}, 9, 8))::bit(32)::bigint * (4294967296 / pg_size_bytes(current_setting('wal_segment_size')))
    + ('x' || substr(${name}, 17, 8))::bit(32)::bigint`

/** Columns of `LogCopies` in one row; none if the database does not copy its log. */
export const logCopies = `(
  select since, waiting, is_failing or waiting > ${mostWaiting} as is_stopped from (
    select coalesce(last_archived_time, stats_reset) as since,
      coalesce(last_failed_time > coalesce(last_archived_time, '-infinity'), false) as is_failing,
      case
        when pg_is_in_recovery() or last_archived_wal !~ '^[0-9A-F]{24}' then 0
        else greatest(0, ${numberOf("pg_walfile_name(pg_current_wal_lsn())")} - (${numberOf("last_archived_wal")}) - 1)
      end::integer as waiting
    from pg_stat_archiver where current_setting('archive_mode') <> 'off'
  ) as archiver
) as log_copies`

export const logCopyMetrics = {
  gauges: {
    copied: {
      name: "wristbank_log_copied_timestamp_seconds",
      description: "When the database last copied a file of its log to the backups, since 1970",
      labels: {}
    },
    waiting: {
      name: "wristbank_log_files_waiting",
      description: "Files of the database's log that are closed and not copied",
      labels: {}
    },
    stopped: {
      name: "wristbank_log_copies_stopped",
      description: "1 while the database can't copy its log to the backups",
      labels: {}
    }
  }
} satisfies MetricDefinitions

/** Milliseconds between two log lines about copies that stay stopped. */
export const reminderMillis = 10 * 60_000

/** What the server's log has about the copies: when a line last said that they are stopped; undefined while all is well. */
export type Reminded = number | undefined

/** Decides on a line for the server's log: at once when copies stop, then at intervals (in milliseconds), and when they go on. */
export const newsOf = (
  reminded: Reminded,
  { is_stopped }: Pick<LogCopies, "is_stopped">,
  now: number,
  interval: number = reminderMillis
): { readonly reminded: Reminded; readonly line: "stopped" | "goes on" | undefined } => {
  if (!is_stopped) return { reminded: undefined, line: reminded === undefined ? undefined : "goes on" }
  return reminded === undefined || now - reminded >= interval
    ? { reminded: now, line: "stopped" }
    : { reminded, line: undefined }
}

/** Watches whether PostgreSQL copies its log to the folder of backups: a restore has nothing that was booked since the last copy. */
export class LogCopyWatch extends Context.Service<LogCopyWatch>()("core/LogCopyWatch", {
  make: Effect.gen(function*() {
    const sql = yield* SqlClient.SqlClient
    let reminded: Reminded

    const read = SqlSchema.findAll({
      Request: Schema.Void,
      Result: LogCopies,
      execute: () => sql`select since, waiting, is_stopped from ${sql.literal(logCopies)}`
    })

    const { copied, stopped, waiting } = logCopyMetrics.gauges
    const publish = (copies: LogCopies) =>
      Effect.all([
        copies.since === null
          ? Effect.void
          : Metric.update(gauge(copied, {}), Math.floor(copies.since.epochMilliseconds / 1000)),
        Metric.update(gauge(waiting, {}), copies.waiting),
        Metric.update(gauge(stopped, {}), copies.is_stopped ? 1 : 0)
      ], { discard: true })

    /** Publishes the metrics, and says in the log when copies stop and when they go on. */
    const look = Effect.fn("LogCopyWatch.look")(function*() {
      const [copies] = yield* read(undefined)
      if (copies === undefined) return
      yield* publish(copies)
      const news = newsOf(reminded, copies, yield* Clock.currentTimeMillis)
      reminded = news.reminded
      if (news.line === "goes on") yield* Effect.logInfo("The database copies its log to the backups again")
      if (news.line !== "stopped") return
      yield* Effect.logWarning(
        `The database can't copy its log to the backups since ${copies.since?.toJSON() ?? "its start"}. ` +
          "A restore would lack what was booked since then. Look at the disk of that folder and at who may write to it"
      )
    })

    return { look }
  })
}) {
  static readonly layer = Layer.effect(this, this.make)
}
