import { PgClient } from "@effect/sql-pg"
import { Context, type DateTime, Effect, Layer, Schema } from "effect"
import { SqlSchema } from "effect/sql"
import { Id } from "../base/Id.ts"
import { instant } from "../base/Moment.ts"
import { nullOr } from "../base/OptionalField.ts"
import { WrittenSentence } from "../base/Sentence.ts"
import type { Page } from "../sql/Page.ts"
import { unencoded } from "../sql/Unencoded.ts"
import { StoppedCheckIn } from "./PresaleStatus.ts"
import { filePosition } from "./TicketFile.ts"

const DueRow = Schema.Struct({
  id: Id,
  token: Schema.String,
  position: Schema.String,
  product: nullOr(Id),
  redeemedAt: Schema.DateTimeUtc,
  date: nullOr(Id),
  /** The shop that the ticket is from, as `shopEventOf` names it; null if that is not known. */
  shop: nullOr(Schema.String),
  attempts: Schema.Int
})
export type DueCheckIn = typeof DueRow.Type

/** The check-ins of guests with a wristband that are to be reported to the ticket shop. A redemption makes one due. */
export class PresaleCheckInRepository
  extends Context.Service<PresaleCheckInRepository>()("core/PresaleCheckInRepository", {
    make: Effect.gen(function*() {
      const sql = yield* PgClient.PgClient
      // No shop knows the tickets of a file.
      const isWaiting = sql.literal(
        "redeemed_at is not null and shop_position is not null and checked_in_at is null and check_in_stopped_at is null " +
          `and not starts_with(shop_position, '${filePosition}')`
      )

      const due = SqlSchema.findAll({
        Request: unencoded<{ readonly eventId: bigint; readonly limit: number }>(),
        Result: DueRow,
        execute: ({ eventId, limit }) =>
          sql`select id, token, shop_position as position, product_id as product, shop_date as date, shop,
              redeemed_at as "redeemedAt", check_in_attempts as attempts
            from ticket_voucher
            where event_id = ${eventId} and ${isWaiting} and (check_in_next_at is null or check_in_next_at <= now())
            order by check_in_next_at nulls first, id limit ${limit}`
      })

      const stopped = SqlSchema.findAll({
        Request: unencoded<Page & { readonly eventId: bigint }>(),
        Result: StoppedCheckIn,
        execute: ({ cursor, eventId, limit }) =>
          sql`select id as ticket_voucher_id, customer_account_id, coalesce(external_reference, '') as order_code,
              external_link, redeemed_at, check_in_stopped_at as stopped_at, check_in_attempts as attempts,
              check_in_problem as reason, check_in_of_former_shop as is_of_former_shop, shop
            from ticket_voucher
            where event_id = ${eventId} and check_in_stopped_at is not null and id > coalesce(${cursor}::bigint, 0)
            order by id limit ${limit}`
      })

      return {
        due: (eventId: bigint, limit: number) => due({ eventId, limit }),
        stopped,

        done: (eventId: bigint, id: bigint) =>
          sql`update ticket_voucher set checked_in_at = now(), check_in_problem = null, check_in_next_at = null,
              check_in_attempts = check_in_attempts + 1
            where event_id = ${eventId} and id = ${id}`,

        /** Notes that the shop refused a check-in. */
        stop: (eventId: bigint, id: bigint, reason: WrittenSentence) =>
          sql`update ticket_voucher set check_in_stopped_at = now(), check_in_problem = ${sql.json(reason)},
              check_in_next_at = null, check_in_attempts = check_in_attempts + 1
            where event_id = ${eventId} and id = ${id}`,

        /** Notes that a check-in is not sent to the shop that the event imports from, as its ticket is of another. */
        keepUnsent: (eventId: bigint, id: bigint, reason: WrittenSentence) =>
          sql`update ticket_voucher set check_in_stopped_at = now(), check_in_of_former_shop = true,
              check_in_problem = ${sql.json(reason)}, check_in_next_at = null
            where event_id = ${eventId} and id = ${id}`,

        postpone: (eventId: bigint, id: bigint, until: DateTime.Utc, problem: WrittenSentence) =>
          sql`update ticket_voucher set check_in_next_at = ${instant(until)}::timestamptz,
              check_in_problem = ${sql.json(problem)}, check_in_attempts = check_in_attempts + 1
            where event_id = ${eventId} and id = ${id}`,

        /** Lets all refused check-ins of an event be tried again; returns how many there were. */
        resumeAll: (eventId: bigint) =>
          Effect.map(
            sql`update ticket_voucher set check_in_stopped_at = null, check_in_next_at = null, check_in_attempts = 0
              where event_id = ${eventId} and check_in_stopped_at is not null and not check_in_of_former_shop returning id`,
            (rows) => rows.length
          ),

        /** Lets a refused check-in be tried again, unless it is of a former shop. Returns whether it is; undefined if there is no such. */
        resume: (eventId: bigint, id: bigint) =>
          Effect.map(
            sql<{ isOfFormerShop: boolean }>`with stopped as (
                select id, check_in_of_former_shop from ticket_voucher
                where event_id = ${eventId} and id = ${id} and check_in_stopped_at is not null
              ), resumed as (
                update ticket_voucher set check_in_stopped_at = null, check_in_next_at = null, check_in_attempts = 0
                from stopped
                where ticket_voucher.event_id = ${eventId} and ticket_voucher.id = stopped.id
                  and not stopped.check_in_of_former_shop
              )
              select check_in_of_former_shop as "isOfFormerShop" from stopped`,
            ([row]) => row?.isOfFormerShop
          )
      }
    })
  })
{
  static readonly layer = Layer.effect(this, this.make)
}
