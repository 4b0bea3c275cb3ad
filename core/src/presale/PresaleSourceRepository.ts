import { PgClient } from "@effect/sql-pg"
import { Context, Effect, Layer, Schema } from "effect"
import { SqlSchema } from "effect/sql"
import { Id } from "../base/Id.ts"
import { nullOr } from "../base/OptionalField.ts"
import { WrittenSentence } from "../base/Sentence.ts"
import { isImporting } from "../event/EventRepository.ts"
import { ReadingCount } from "./PresaleReading.ts"
import { filePosition } from "./TicketFile.ts"

const Cursor = Schema.Struct({ changed_since: nullOr(Schema.String), is_due_in_full: Schema.Boolean })

const HistoryRow = Schema.Struct({
  eventId: Id,
  changedSince: nullOr(Schema.String),
  readAt: nullOr(Schema.DateTimeUtc),
  readAllAt: nullOr(Schema.DateTimeUtc),
  lastCount: nullOr(ReadingCount),
  failedAt: nullOr(Schema.DateTimeUtc),
  failures: Schema.Int,
  problem: nullOr(WrittenSentence),
  requestedAt: nullOr(Schema.DateTimeUtc),
  requestedEverything: Schema.Boolean
})
const ImportingRow = Schema.Struct({
  eventId: Id,
  url: Schema.String,
  organizer: Schema.String,
  event: Schema.String,
  readAt: nullOr(Schema.DateTimeUtc),
  failedAt: nullOr(Schema.DateTimeUtc),
  failures: Schema.Int,
  requestedAt: nullOr(Schema.DateTimeUtc),
  /** Whether the shop has reported changes that were not read yet. */
  isReported: Schema.Boolean,
  hasCheckIns: Schema.Boolean,
  /** Differs after each change of how check-ins are reported. */
  checkInVersion: Schema.String
})
/** An event whose presale is switched on, with the work that waits. */
export type ImportingEvent = typeof ImportingRow.Type

/** How far the ticket shop of each event was read. */
export class PresaleSourceRepository
  extends Context.Service<PresaleSourceRepository>()("core/PresaleSourceRepository", {
    make: Effect.map(PgClient.PgClient, (sql) => {
      const history = SqlSchema.findAll({
        Request: Id,
        Result: HistoryRow,
        execute: (eventId) =>
          sql`select event_id as "eventId", changed_since as "changedSince", read_at as "readAt",
              read_all_at as "readAllAt", last_count as "lastCount", failed_at as "failedAt", failures,
              problem_sentence as problem, requested_at as "requestedAt", requested_everything as "requestedEverything"
            from presale_source where event_id = ${eventId}`
      })
      return {
        /**
         * The time from which on the shop is asked for changes; whether everything is to be read, because an operator wants it or
         * the last time was a day ago.
         */
        cursor: SqlSchema.findAll({
          Request: Id,
          Result: Cursor,
          execute: (eventId) =>
            sql`select changed_since,
                changed_since is null or requested_everything or read_all_at is null
                  or read_all_at < now() - interval '1 day' as is_due_in_full
              from presale_source where event_id = ${eventId}`
        }),

        /** The events that import, by id. Archived ones do not. */
        importing: SqlSchema.findAll({
          Request: Schema.Void,
          Result: ImportingRow,
          execute: () =>
            sql`select event.event_id as "eventId", settings->>'pretix_shop_url' as url,
                settings->>'pretix_organizer' as organizer, settings->>'pretix_event' as event, read_at as "readAt",
                failed_at as "failedAt", coalesce(failures, 0) as failures, requested_at as "requestedAt",
                exists (
                  select from presale_notification waiting
                  where waiting.event_id = event.event_id and waiting.worked_at is null
                ) as "isReported",
                exists (
                  select from ticket_voucher voucher
                  where voucher.event_id = event.event_id and redeemed_at is not null and shop_position is not null
                    and checked_in_at is null and check_in_stopped_at is null
                    and not starts_with(shop_position, ${filePosition})
                    and (check_in_next_at is null or check_in_next_at <= now())
                ) as "hasCheckIns",
                md5(concat_ws(' ', settings->>'pretix_shop_url', settings->>'pretix_organizer', settings->>'pretix_event',
                  settings->>'pretix_check_in_list_id', secrets->>'pretix_api_key')) as "checkInVersion"
              from event
                join node on node.id = event.event_id
                left join presale_source source on source.event_id = event.event_id
              where ${sql.literal(isImporting)}
              order by event.event_id`
        })(undefined),

        /** The readings so far; undefined before the first. */
        history: (eventId: bigint) => Effect.map(history(eventId), ([row]) => row),

        /** Asks for a reading at once. A request of everything is not weakened by one of changes. */
        request: (eventId: bigint, everything: boolean) =>
          sql`insert into presale_source (event_id, requested_at, requested_everything)
            values (${eventId}, clock_timestamp(), ${everything})
            on conflict (event_id) do update set requested_at = excluded.requested_at,
              requested_everything = presale_source.requested_everything or excluded.requested_everything`,

        /**
         * Notes the end of a reading that began at `startedAt` (by the database); without a time the next one asks from the same
         * time on. A request that arrived in the meantime stays.
         */
        finish: (
          eventId: bigint,
          { changedSince, count, startedAt }: {
            readonly changedSince: string | null
            readonly count: ReadingCount
            readonly startedAt: string
          }
        ) =>
          sql`insert into presale_source (event_id, changed_since, read_at, read_all_at, last_count)
            values (
              ${eventId}, ${changedSince}::text, now(), case when ${count.everything} then now() end,
              ${sql.json({ ...count })}
            )
            on conflict (event_id) do update set
              changed_since = coalesce(excluded.changed_since, presale_source.changed_since), read_at = now(),
              read_all_at = coalesce(excluded.read_all_at, presale_source.read_all_at), last_count = excluded.last_count,
              problem = null, problem_sentence = null, failed_at = null, failing_since = null, failures = 0,
              requested_everything = presale_source.requested_at > ${startedAt}::timestamptz
                and presale_source.requested_everything,
              requested_at = case when presale_source.requested_at > ${startedAt}::timestamptz
                then presale_source.requested_at end`,

        /** The time of the database, to the microsecond. */
        now: Effect.map(sql<{ now: string }>`select clock_timestamp()::text as now`, ([row]) => row!.now),

        /** Notes why a reading ended early. */
        fail: (eventId: bigint, problem: WrittenSentence) =>
          Effect.asVoid(
            sql`insert into presale_source (event_id, problem, problem_sentence, failed_at, failing_since, failures)
              select ${eventId}::bigint, ${problem.en}::text, ${sql.json(problem)}::jsonb, moment, moment, 1
              from clock_timestamp() as moment
              on conflict (event_id) do update set problem = excluded.problem,
                problem_sentence = excluded.problem_sentence, failed_at = excluded.failed_at,
                failing_since = coalesce(presale_source.failing_since, excluded.failing_since),
                failures = presale_source.failures + 1`
          ),

        /** Codes of orders of a shop that could not be imported, those first that were not tried for longest. */
        broken: (eventId: bigint, shop: string, limit: number) =>
          Effect.map(
            sql<{ code: string }>`select code from presale_order where event_id = ${eventId} and shop = ${shop}
                and problem is not null order by problem_tried_at nulls first, code limit ${limit}`,
            (rows) => rows.map(({ code }) => code)
          )
      }
    })
  })
{
  static readonly layer = Layer.effect(this, this.make)
}
