import { Clock, Context, type DateTime, Effect, Layer, Metric, Option, Schema } from "effect"
import { SqlClient, SqlSchema } from "effect/sql"
import { readdir } from "node:fs/promises"
import { join } from "node:path"
import { Configuration } from "../base/Configuration.ts"
import { gauge, type MetricDefinitions } from "../base/MetricDefinition.ts"
import { instant, Moment } from "../base/Moment.ts"
import { nullOr } from "../base/OptionalField.ts"
import { lateHours, newestOf } from "./BaseCopy.ts"
import { newsOf, type Reminded } from "./LogCopies.ts"

/** The folder of the copies of the whole in a folder of backups. */
export const basesIn = (backups: string): string => join(backups, "base")

/** How old the copies of the whole database are that a restore begins with. */
const BaseCopies = Schema.Struct({
  /** When the newest was made; null if there is none. */
  newest: nullOr(Moment),
  /** When the newest was made, or since when one is missed. */
  since: Moment,
  is_late: Schema.Boolean
})
type BaseCopies = typeof BaseCopies.Type

/** Columns of `BaseCopies` in one row; none if the database does not copy its log, or no worker has looked yet. */
export const baseCopies = `(
  select newest, coalesce(newest, watched_since) as since,
    coalesce(newest, watched_since) < now() - interval '${lateHours} hours' as is_late
  from base_copy where current_setting('archive_mode') <> 'off'
) as base_copies`

export const baseCopyMetrics = {
  gauges: {
    baseCopied: {
      name: "wristbank_base_copied_timestamp_seconds",
      description:
        "When the newest copy of the whole database in the folder of backups was made, since 1970; 0 if there is none",
      labels: {}
    },
    baseLate: {
      name: "wristbank_base_copy_late",
      description: `1 while no copy of the whole database of the last ${lateHours} hours is in the folder of backups`,
      labels: {}
    }
  }
} satisfies MetricDefinitions

/** Milliseconds between two log lines about a copy that stays late. */
const reminderMillis = 6 * 60 * 60_000

/**
 * Watches whether copies of the whole are made: whatever makes them, a timer or a person, may fail without a word, and a restore then
 * has to repeat the log of weeks, or has nothing to begin with.
 */
export class BaseCopyWatch extends Context.Service<BaseCopyWatch>()("core/BaseCopyWatch", {
  make: Effect.gen(function*() {
    const sql = yield* SqlClient.SqlClient
    const { backupDir, databaseUrl } = yield* Configuration
    let reminded: Reminded

    const read = SqlSchema.findAll({
      Request: Schema.Void,
      Result: BaseCopies,
      execute: () => sql`select newest, since, is_late from ${sql.literal(baseCopies)}`
    })

    const note = (newest: DateTime.Utc | null) =>
      sql`insert into base_copy (newest, watched_since) values (${
        newest === null ? null : instant(newest)
      }::timestamptz, now())
        on conflict (id) do update set newest = excluded.newest where base_copy.newest is distinct from excluded.newest`

    const publish = ({ is_late, newest }: BaseCopies) =>
      Effect.all([
        Metric.update(
          gauge(baseCopyMetrics.gauges.baseCopied, {}),
          Math.floor((newest?.epochMilliseconds ?? 0) / 1000)
        ),
        Metric.update(gauge(baseCopyMetrics.gauges.baseLate, {}), is_late ? 1 : 0)
      ], { discard: true })

    const tell = Effect.fnUntraced(function*(copies: BaseCopies) {
      const news = newsOf(reminded, { is_stopped: copies.is_late }, yield* Clock.currentTimeMillis, reminderMillis)
      reminded = news.reminded
      if (news.line === "goes on") yield* Effect.logInfo("There is a new copy of the whole database")
      if (news.line !== "stopped") return
      const which = copies.newest === null
        ? `There is no copy of the whole database, and none was made since ${copies.since.toJSON()}`
        : `The newest copy of the whole database is of ${copies.since.toJSON()}`
      yield* Effect.logWarning(`${which}. Run wristbank backup, and look at what should run it each night`)
    })

    /** Looks into the folder of backups, notes what is there, publishes the metrics, and says in the log when a copy is late. */
    const look = Effect.fn("BaseCopyWatch.look")(function*() {
      if (Option.isNone(backupDir) || Option.isSome(databaseUrl)) return
      const folder = basesIn(backupDir.value)
      const names = yield* Effect.tryPromise(() =>
        readdir(folder).catch((error) => error.code === "ENOENT" ? [] : Promise.reject(error))
      )
      yield* note(newestOf(names))
      const [copies] = yield* read(undefined)
      if (copies === undefined) return
      yield* publish(copies)
      yield* tell(copies)
    })

    return { look }
  })
}) {
  static readonly layer = Layer.effect(this, this.make)
}
