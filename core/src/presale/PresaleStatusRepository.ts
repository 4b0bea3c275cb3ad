import { Context, Effect, Layer } from "effect"
import { SqlClient, SqlSchema } from "effect/sql"
import { Id } from "../base/Id.ts"
import type { Page } from "../sql/Page.ts"
import { unencoded } from "../sql/Unencoded.ts"
import { BrokenOrder, StatusCounts } from "./PresaleStatus.ts"
import { filePosition } from "./TicketFile.ts"

/** The counts of a status, and the orders that could not be imported. */
export class PresaleStatusRepository
  extends Context.Service<PresaleStatusRepository>()("core/PresaleStatusRepository", {
    make: Effect.map(SqlClient.SqlClient, (sql) => {
      const counts = SqlSchema.findAll({
        Request: Id,
        Result: StatusCounts,
        execute: (eventId) =>
          sql`select voucher.*, orders.*, notifications.*,
              (select count(*)::integer from presale_case where event_id = ${eventId} and settled_at is null) as open_cases,
              (select created_at from presale_webhook where event_id = ${eventId}) as webhook_since
            from (
                select count(*)::integer as tickets,
                  count(*) filter (
                    where redeemed_at is not null and checked_in_at is null and check_in_stopped_at is null
                      and not starts_with(shop_position, ${filePosition})
                  )::integer as waiting_check_ins,
                  (array_agg(check_in_problem order by check_in_next_at desc) filter (
                    where redeemed_at is not null and checked_in_at is null and check_in_stopped_at is null
                      and check_in_problem is not null and check_in_next_at is not null
                  ))[1] as check_in_problem,
                  count(*) filter (
                    where check_in_stopped_at is not null and not check_in_of_former_shop
                  )::integer as stopped_check_ins,
                  count(*) filter (where check_in_of_former_shop)::integer as former_shop_check_ins,
                  count(*) filter (where checked_in_at is not null)::integer as done_check_ins
                from ticket_voucher where event_id = ${eventId} and shop_position is not null
              ) voucher,
              (
                select count(*)::integer as orders, count(*) filter (where problem is not null)::integer as broken_orders
                from presale_order where event_id = ${eventId}
              ) orders,
              (
                select count(*) filter (where worked_at is null)::integer as waiting_notifications,
                  max(received_at) as last_notification_at
                from presale_notification where event_id = ${eventId}
              ) notifications`
      })
      return {
        counts: (eventId: bigint) => Effect.map(counts(eventId), ([row]) => row!),

        /** The orders that could not be imported, by code. */
        broken: SqlSchema.findAll({
          Request: unencoded<Page<string> & { readonly eventId: bigint }>(),
          Result: BrokenOrder,
          execute: ({ cursor, eventId, limit }) =>
            sql`select code, problem as rule, problem_sentence as reason, problem_since as since,
                problem_tried_at as tried_at
              from presale_order
              where event_id = ${eventId} and problem is not null and (${cursor}::text is null or code > ${cursor}::text)
              order by code limit ${limit}`
        })
      }
    })
  })
{
  static readonly layer = Layer.effect(this, this.make)
}
