import { Context, Effect, Layer, Schema } from "effect"
import { SqlClient, SqlSchema } from "effect/sql"
import { Id } from "../base/Id.ts"
import type { PresaleNotification } from "./PresaleNotification.ts"

/** The secrets of webhooks, and what ticket shops reported. */
export class PresaleWebhookRepository
  extends Context.Service<PresaleWebhookRepository>()("core/PresaleWebhookRepository", {
    make: Effect.map(SqlClient.SqlClient, (sql) => {
      const waiting = SqlSchema.findAll({
        Request: Schema.Struct({ eventId: Id, limit: Schema.Int }),
        Result: Schema.Struct({ code: Schema.String }),
        execute: ({ eventId, limit }) =>
          sql`select order_code as code from presale_notification
            where event_id = ${eventId} and worked_at is null group by order_code order by min(received_at), order_code
            limit ${limit}`
      })
      return {
        set: (eventId: bigint, hash: Uint8Array) =>
          sql`insert into presale_webhook (event_id, secret_hash) values (${eventId}, ${hash})
            on conflict (event_id) do update set secret_hash = excluded.secret_hash, created_at = now()`,

        /** Returns false if there was none. */
        remove: (eventId: bigint) =>
          Effect.map(
            sql`delete from presale_webhook where event_id = ${eventId} returning event_id`,
            (rows) => rows.length > 0
          ),

        isSecret: (eventId: bigint, hash: Uint8Array) =>
          Effect.map(
            sql`select event_id from presale_webhook where event_id = ${eventId} and secret_hash = ${hash}`,
            (rows) => rows.length > 0
          ),

        /** Stores a notification unless the same was stored before or too many wait; returns the number that wait. */
        store: (eventId: bigint, { action, code, notification_id }: PresaleNotification, most: number) =>
          Effect.map(
            sql<{ waiting: number }>`with waiting as (
                select count(*)::integer as n from presale_notification where event_id = ${eventId} and worked_at is null
              ), stored as (
                insert into presale_notification (event_id, notification_id, action, order_code)
                select ${eventId}, ${notification_id}, ${action}, ${code} from waiting where n < ${most}
                on conflict do nothing
              )
              select n as waiting from waiting`,
            ([row]) => row!.waiting
          ),

        /** Codes of the orders of which the shop reported a change, the longest waiting first. */
        waiting: (eventId: bigint, limit: number) =>
          Effect.map(waiting({ eventId, limit }), (rows) => rows.map(({ code }) => code)),

        /** Notes that an order was read after its notifications up to now had arrived; returns how many there were. */
        begin: (eventId: bigint, code: string) =>
          Effect.map(
            sql<{ id: bigint }>`select notification_id as id from presale_notification
              where event_id = ${eventId} and order_code = ${code} and worked_at is null`,
            (rows) => rows.map(({ id }) => id)
          ),

        finish: (eventId: bigint, ids: ReadonlyArray<bigint>) =>
          sql`update presale_notification set worked_at = now()
            where event_id = ${eventId} and notification_id = any(${ids}::bigint[])`,

        /** Forgets notifications that were worked so long ago that the shop repeats none of them. */
        prune: sql`delete from presale_notification where worked_at < now() - interval '30 days'`
      }
    })
  })
{
  static readonly layer = Layer.effect(this, this.make)
}
