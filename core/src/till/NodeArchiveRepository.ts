import { Context, Effect, Layer, Schema } from "effect"
import { SqlClient, SqlSchema } from "effect/sql"
import { Id } from "../base/Id.ts"
import { unsignedOrders } from "../journal/UnsignedOrders.ts"
import { Unclaimed, Use } from "./NodeArchive.ts"

const Part = Schema.Struct({ eventId: Id, nodeId: Id })

export class NodeArchiveRepository extends Context.Service<NodeArchiveRepository>()("core/NodeArchiveRepository", {
  make: Effect.map(SqlClient.SqlClient, (sql) => {
    const place = (nodeId: bigint) =>
      sql`place as (
          select id from node where not deleted and (id = ${nodeId} or parent_ids @> array[${nodeId}::bigint])
        )`
    const money = (lock: string) =>
      SqlSchema.findAll({
        Request: Part,
        Result: Use,
        execute: ({ eventId, nodeId }) =>
          sql`with ${place(nodeId)}, held as (
              select type, balance from account
              where event_id = ${eventId} and type in ('private', 'transport', 'cash_register') and (
                (type <> 'cash_register' and node_id in (select id from place))
                or id in (
                  select register.account_id from cash_register register
                    left join till on till.event_id = register.event_id and till.cash_register_id = register.id
                  where register.event_id = ${eventId}
                    and (register.node_id in (select id from place) or till.node_id in (select id from place))
                )
              )
              order by id ${sql.literal(lock)}
            )
            select case type when 'transport' then 'transports_with_money' else 'registers_with_money' end as kind,
              count(*)::int4 as count
            from held where balance <> 0 and type <> 'private' group by type order by type desc`
      })
    const keptOfEvent = SqlSchema.findAll({
      Request: Id,
      Result: Use,
      execute: (eventId) =>
        sql`select kind, count from (
            select 1, 'orders', count(*)::int4 from ordr where event_id = ${eventId}
            union all select 2, 'postings', count(*)::int4 from posting where event_id = ${eventId}
            union all select 3, 'payouts', count(*)::int4 from payout where event_id = ${eventId}
            union all select 4, 'signatures', (
              (select count(*) from signing_job where event_id = ${eventId})
                + (select count(*) from tse_orphan where event_id = ${eventId})
            )::int4
            union all select 5, 'card_payments', count(*)::int4 from card_payment
              where event_id = ${eventId} and (status <> 'cancelled' or evidence is not null or next_check is not null)
            union all select 6, 'tses', count(*)::int4 from tse
              where event_id = ${eventId} and status not in ('new', 'disabled')
          ) as kept (n, kind, count) where count > 0 order by n`
    })
    return {
      /** Money at a node of an event and below, on transport accounts and in registers. A register counts both where it belongs and where it lies. */
      money: money(""),
      /** As `money`. Locks these accounts and those of guests: a running booking is counted, and a later one sees the event's new version. */
      lockedMoney: money("for update"),
      /** Balances of guests there; final once their accounts are locked. */
      unclaimed: SqlSchema.findOne({
        Request: Part,
        Result: Unclaimed,
        execute: ({ eventId, nodeId }) =>
          sql`with ${place(nodeId)}
            select count(*)::int4 as unclaimed_accounts, coalesce(sum(balance), 0)::bigint as unclaimed_balance
            from account
            where event_id = ${eventId} and type = 'private' and balance > 0 and node_id in (select id from place)`
      }),
      /** Unfinished work at a node of an event and below. */
      work: SqlSchema.findAll({
        Request: Part,
        Result: Use,
        execute: ({ eventId, nodeId }) =>
          sql`with ${place(nodeId)}, tills as (
              select id, terminal_id from till where event_id = ${eventId} and node_id in (select id from place)
            )
            select kind, count from (
              select 1, 'signed_in_terminals', count(*)::int4 from terminal
              where event_id = ${eventId} and active_user_id is not null
                and (node_id in (select id from place) or id in (select terminal_id from tills))
              union all
              select 2, 'pending_card_orders', count(*)::int4 from card_payment
              where event_id = ${eventId} and status = 'pending' and till_id in (select id from tills)
              union all
              select 3, 'open_payout_runs', count(*)::int4 from payout_run
              where event_id = ${eventId} and status = 'open' and event_id in (select id from place)
              union all
              select 4, 'unsigned_orders', sum(unsigned.orders)::int4 from ${sql.literal(unsignedOrders)}
              where fiscal.event_id = ${eventId} and till.id in (select id from tills)
            ) as open (n, kind, count) where count > 0 order by n`
      }),
      /** The contents of a node, and the nodes below it. */
      contents: SqlSchema.findAll({
        Request: Id,
        Result: Use,
        execute: (nodeId) =>
          sql`select kind, count from (
              select 1, 'nodes', count(*)::int4 from node where parent = ${nodeId} and id <> ${nodeId} and not deleted
              union all select 2, 'users', count(*)::int4 from usr where node_id = ${nodeId}
              union all select 3, 'user_roles', count(*)::int4 from user_role where node_id = ${nodeId}
              union all select 4, 'role_assignments', count(*)::int4 from user_to_role where node_id = ${nodeId}
              union all select 5, 'products', count(*)::int4 from product where node_id = ${nodeId}
              union all select 6, 'tax_rates', count(*)::int4 from tax_rate where node_id = ${nodeId}
              union all select 7, 'tills', count(*)::int4 from till where node_id = ${nodeId}
              union all select 8, 'till_buttons', count(*)::int4 from till_button where node_id = ${nodeId}
              union all select 9, 'till_layouts', count(*)::int4 from till_layout where node_id = ${nodeId}
              union all select 10, 'till_profiles', count(*)::int4 from till_profile where node_id = ${nodeId}
              union all select 11, 'terminals', count(*)::int4 from terminal where node_id = ${nodeId}
              union all select 12, 'cash_registers', count(*)::int4 from cash_register where node_id = ${nodeId}
              union all select 13, 'cash_register_stockings', count(*)::int4 from cash_register_stocking
                where node_id = ${nodeId}
              union all select 14, 'user_tags', count(*)::int4 from user_tag where node_id = ${nodeId}
              union all select 15, 'user_tag_secrets', count(*)::int4 from user_tag_secret where node_id = ${nodeId}
              union all select 16, 'ticket_vouchers', count(*)::int4 from ticket_voucher where node_id = ${nodeId}
              union all select 17, 'accounts', count(*)::int4 from account where node_id = ${nodeId}
              union all select 18, 'tses', count(*)::int4 from tse where node_id = ${nodeId}
              union all select 19, 'price_lists', count(*)::int4 from price_list
                where node_id = ${nodeId} and ended_at is null
              union all select 20, 'product_categories', count(*)::int4 from product_category where node_id = ${nodeId}
            ) as present (n, kind, count) where count > 0 order by n`
      }),
      /**
       * Signs out the users who are signed in at a terminal of the node and below, or at one that serves a till there. Their empty registers
       * leave the tills. Returns how many were signed out.
       */
      signOut: ({ eventId, nodeId }: typeof Part.Type) =>
        Effect.map(
          sql<{ count: number }>`with ${place(nodeId)}, occupied as (
              select id from terminal
              where event_id = ${eventId} and active_user_id is not null and (
                node_id in (select id from place)
                or id in (select terminal_id from till where event_id = ${eventId} and node_id in (select id from place))
              )
            ), emptied as (
              update till set cash_register_id = null where event_id = ${eventId} and terminal_id in (select id from occupied)
            ), left_alone as (
              update terminal set active_user_id = null, active_user_role_id = null
              where event_id = ${eventId} and id in (select id from occupied) returning id
            )
            select count(*)::int4 as count from left_alone`,
          ([row]) => row!.count
        ),
      /** Archives a node with all nodes below it, or opens them again. */
      setReadOnly: (nodeId: bigint, readOnly: boolean) =>
        sql`update node set read_only = ${readOnly}
          where not deleted and (id = ${nodeId} or (id <> 0 and parent_ids @> array[${nodeId}::bigint]))`,
      /** Ends all sessions of guests, so that no session works again when the event is opened again. */
      endPortal: (eventId: bigint) => sql`delete from customer_session where event_id = ${eventId}`,
      remove: (nodeId: bigint) => sql`update node set deleted = true where id = ${nodeId}`,
      /**
       * What keeps an event from being deleted. Locks its accounts: a running booking is counted, and a later one sees the event's
       * new version.
       */
      keptOfEvent: (eventId: bigint) =>
        Effect.andThen(
          sql`select from account where event_id = ${eventId} order by id for update`,
          keptOfEvent(eventId)
        ),
      /**
       * Deletes an event without orders, with all nodes below it. Its users are deactivated; sessions, terminals, mail and what waits
       * for its ticket shop end; its secrets and its portal address are removed. The deleted nodes count as archived as well, so all
       * that leaves archived events alone leaves it alone.
       */
      removeEvent: Effect.fnUntraced(function*(eventId: bigint) {
        yield* sql`update terminal set session_hash = null, session_uuid = null, registration_uuid = gen_random_uuid(),
            active_user_id = null, active_user_role_id = null
          where event_id = ${eventId}`
        yield* sql`delete from customer_session where event_id = ${eventId}`
        yield* sql`delete from user_session where user_id in (select id from usr where event_id = ${eventId})`
        yield* sql`delete from second_factor where user_id in (select id from usr where event_id = ${eventId})`
        yield* sql`update usr set deactivated_at = coalesce(deactivated_at, now()), password_hash = null,
            second_factor_at = null, user_tag_id = null, customer_account_id = null, cash_register_id = null
          where event_id = ${eventId}`
        yield* sql`delete from mail where event_id = ${eventId}`
        yield* sql`delete from presale_notification where event_id = ${eventId}`
        yield* sql`delete from presale_webhook where event_id = ${eventId}`
        yield* sql`update event set secrets = '{}', settings = settings || jsonb_build_object(
            'customer_portal_url', '', 'pretix_presale_enabled', false, 'email_enabled', false
          ) where event_id = ${eventId}`
        yield* sql`update node set deleted = true, read_only = true
          where id = ${eventId} or parent_ids @> array[${eventId}::bigint]`
      })
    }
  })
}) {
  static readonly layer = Layer.effect(this, this.make)
}
