import { Context, Effect, Layer, Schema } from "effect"
import { SqlClient, type SqlError, SqlSchema } from "effect/sql"
import { Id } from "../base/Id.ts"
import { nullOr } from "../base/OptionalField.ts"
import { NotFound } from "../base/Refusal.ts"
import { dieOnInfrastructure } from "../sql/Infrastructure.ts"
import { SealedSecrets } from "./EventSecrets.ts"
import { type EventSettings, StoredSettings } from "./EventSettings.ts"

const Written = Schema.Struct({
  event_id: Id,
  settings: Schema.fromJsonString(StoredSettings),
  secrets: Schema.fromJsonString(SealedSecrets)
})
const Row = Schema.Struct({ event_id: Id, settings: StoredSettings, secrets: SealedSecrets })
const ImportingRow = Schema.Struct({
  eventId: Id,
  url: Schema.String,
  organizer: Schema.String,
  event: Schema.String
})
const NamedRow = Schema.Struct({ ...Row.fields, name: Schema.String })

/** Whether an event, as `event` with its `node`, imports from a ticket shop. Archived ones do not. */
export const isImporting =
  `(not node.read_only and not node.deleted and event.settings->>'pretix_presale_enabled' = 'true'
  and num_nulls(
    event.settings->>'pretix_shop_url', event.settings->>'pretix_organizer', event.settings->>'pretix_event'
  ) = 0)`

export class EventRepository extends Context.Service<EventRepository>()("core/EventRepository", {
  make: Effect.map(SqlClient.SqlClient, (sql) => {
    const list = SqlSchema.findAll({
      Request: Schema.Array(Id),
      Result: Row,
      execute: (ids) => sql`select event_id, settings, secrets from event where event_id = any(${ids}::bigint[])`
    })
    const withoutPortal = SqlSchema.findAll({
      Request: Schema.Void,
      Result: NamedRow,
      execute: () =>
        sql`select event.event_id, event.settings, event.secrets, node.name from event join node on node.id = event.event_id
          where event.settings->>'customer_portal_url' = '' and not node.read_only and not node.deleted
          order by event.without_portal_since, event.event_id limit 1`
    })
    const importing = SqlSchema.findAll({
      Request: Schema.Void,
      Result: ImportingRow,
      execute: () =>
        sql`select event.event_id as "eventId", event.settings->>'pretix_shop_url' as url,
            event.settings->>'pretix_organizer' as organizer, event.settings->>'pretix_event' as event
          from event join node on node.id = event.event_id where ${sql.literal(isImporting)} order by event.event_id`
    })
    return {
      insert: SqlSchema.void({
        Request: Written,
        execute: ({ event_id, secrets, settings }) =>
          sql`insert into event (event_id, settings, secrets) values (${event_id}, ${settings}::jsonb, ${secrets}::jsonb)`
      }),
      update: SqlSchema.void({
        Request: Written,
        execute: ({ event_id, secrets, settings }) =>
          sql`update event set settings = ${settings}::jsonb, secrets = ${secrets}::jsonb,
              without_portal_since = case when settings->>'customer_portal_url' = '' then without_portal_since else now() end
            where event_id = ${event_id}`
      }),
      /** An event that is active again waits for the installation's portal behind those that are active now. */
      waitForPortal: (id: bigint) => sql`update event set without_portal_since = now() where event_id = ${id}`,
      /** The events that import from ticket shops, by id. */
      importing: importing(undefined),
      /** Switches the presale of an event off. */
      stopPresale: (id: bigint) =>
        sql`update event set settings = jsonb_set(settings, '{pretix_presale_enabled}', 'false') where event_id = ${id}`,
      /**
       * Everything of the event's ticket shop is read, and check-ins that wait or were refused are tried again, both at once: what
       * failed before may work now.
       */
      readPresaleAnew: (id: bigint) =>
        Effect.andThen(
          sql`insert into presale_source (event_id, requested_at, requested_everything) values (${id}, now(), true)
            on conflict (event_id) do update set changed_since = null, requested_at = excluded.requested_at,
              requested_everything = true, problem = null, problem_sentence = null, failed_at = null, failing_since = null,
              failures = 0`,
          sql`update ticket_voucher set check_in_stopped_at = null, check_in_next_at = null, check_in_attempts = 0,
              check_in_of_former_shop = false
            where event_id = ${id} and (check_in_stopped_at is not null or check_in_next_at is not null)`
        ),
      /** The settings of those of the nodes that are events. */
      list,
      /** The settings of an event; fails as `NotFound` if there is none. */
      settings: Effect.fnUntraced(
        function*(id: bigint): Effect.fn.Return<EventSettings, NotFound | SqlError.SqlError | Schema.SchemaError> {
          const [event] = yield* list([id])
          return event?.settings ?? (yield* new NotFound({ element_type: "event", element_id: id }))
        },
        dieOnInfrastructure
      ),
      /** Whether the event has postings, or orders registered for a card payment, which may still be booked. */
      hasPostings: (id: bigint) =>
        Effect.map(
          sql<{ found: boolean }>`select exists (select from posting where event_id = ${id})
            or exists (select from card_payment where event_id = ${id}) as found`,
          ([row]) => row!.found
        ),
      /** Removes the portal's address and returns it. */
      closePortal: (id: bigint) =>
        Effect.map(
          sql<{ url: string }>`
            with before as (select settings->>'customer_portal_url' as url from event where event_id = ${id})
            update event set settings = jsonb_set(settings, '{customer_portal_url}', '""') from before
            where event_id = ${id} returning before.url`,
          ([row]) => row!.url
        ),
      /** The addresses of all active events' portals. */
      portalUrls: Effect.map(
        sql<{ url: string }>`
          select event.settings->>'customer_portal_url' as url from event join node on node.id = event.event_id
          where event.settings->>'customer_portal_url' <> '' and not node.read_only order by event.event_id`,
        (rows) => rows.map(({ url }) => url)
      ),
      /** The active event whose portal has exactly this address. */
      ofPortal: SqlSchema.findAll({
        Request: Schema.Struct({ url: Schema.String }),
        Result: NamedRow,
        execute: ({ url }) =>
          sql`select event.event_id, event.settings, event.secrets, node.name from event join node on node.id = event.event_id
            where event.settings->>'customer_portal_url' = ${url} and not node.read_only
            order by event.event_id limit 1`
      }),
      /**
       * The event that has the installation's portal: of the active ones without an address of their own, the one that has been so for
       * the longest time. So no act on another event takes the portal from it.
       */
      withoutPortal: Effect.map(withoutPortal(undefined), ([event]) => event),
      /** Another active event whose portal has the same address. */
      atPortal: SqlSchema.findAll({
        Request: Schema.Struct({ url: Schema.String, except: nullOr(Id) }),
        Result: Schema.Struct({ name: Schema.String }),
        execute: ({ except, url }) =>
          sql`select node.name from event join node on node.id = event.event_id
            where rtrim(event.settings->>'customer_portal_url', '/') = rtrim(${url}, '/') and not node.read_only
              and event.event_id is distinct from ${except}::bigint limit 1`
      })
    }
  })
}) {
  static readonly layer = Layer.effect(this, this.make)
}
