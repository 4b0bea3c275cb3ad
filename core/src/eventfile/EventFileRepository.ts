import { Context, Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"

/** Facts about an event that only its file needs. */
export class EventFileRepository extends Context.Service<EventFileRepository>()("core/EventFileRepository", {
  make: Effect.map(SqlClient.SqlClient, (sql) => ({
    /**
     * The profile and the layout of the virtual till; null where real tills or other profiles use them too, so that they are as
     * all others.
     */
    ofVirtualTill: (eventId: bigint) =>
      Effect.map(
        sql<{ profile_id: bigint | null; layout_id: bigint | null }>`
          select
            case when not exists (
              select from till other where other.event_id = till.event_id and other.active_profile_id = profile.id
                and other.id <> till.id
            ) then profile.id end as profile_id,
            case when not exists (
              select from till_profile other where other.event_id = till.event_id and other.layout_id = profile.layout_id
                and other.id <> profile.id
            ) then profile.layout_id end as layout_id
          from till join till_profile profile on profile.event_id = till.event_id and profile.id = till.active_profile_id
          where till.event_id = ${eventId} and till.is_virtual`,
        ([row]) => row ?? { profile_id: null, layout_id: null }
      ),
    /** The accounts of the event that are no one's and no register's. */
    systemAccounts: (eventId: bigint) =>
      sql<{ id: bigint; type: string }>`select id, type from account
        where event_id = ${eventId} and type not in ('private', 'transport', 'cash_register') order by id`,
    /** The users of a node who have a password. */
    withPassword: (nodeId: bigint) =>
      Effect.map(
        sql<{ id: bigint }>`select id from usr where node_id = ${nodeId} and password_hash is not null`,
        (found) => new Set(found.map(({ id }) => id))
      ),
    /** The nodes of an event that require a second factor of the users there. */
    withSecondFactor: (eventId: bigint) =>
      Effect.map(
        sql<{ id: bigint }>`select id from node where event_id = ${eventId} and second_factor_required`,
        (found) => new Set(found.map(({ id }) => id))
      ),
    hasTag: (eventId: bigint, pin: string) =>
      Effect.map(
        sql`select from user_tag where event_id = ${eventId} and lower(pin) = lower(${pin})`,
        (found) => found.length > 0
      ),
    /** The node below another with the name; `isEvent` tells whether it is an event. */
    child: (parent: bigint, name: string) =>
      Effect.map(
        sql<{ id: bigint; isEvent: boolean }>`select id, coalesce(event_id = id, false) as "isEvent" from node
          where parent = ${parent} and id <> 0 and not deleted and name = ${name}`,
        ([row]) => row
      ),
    /** Until the end of the transaction no one else changes the event or the tree. Locks in the order of changes, and raises the version. */
    lock: (eventId: bigint | null) =>
      Effect.andThen(
        sql`select from node where id = 0 for no key update`,
        sql`update event set version = version + 1 where event_id = ${eventId}`
      )
  }))
}) {
  static readonly layer = Layer.effect(this, this.make)
}
