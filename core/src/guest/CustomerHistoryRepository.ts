import { Context, Effect, Layer, Schema } from "effect"
import { SqlClient, SqlSchema } from "effect/sql"
import { AccountType } from "../base/Account.ts"
import { Id } from "../base/Id.ts"
import { instant } from "../base/Moment.ts"
import * as Money from "../base/Money.ts"
import { nullOr } from "../base/OptionalField.ts"
import { unencoded } from "../sql/Unencoded.ts"
import { AccountChangeType, type HistoryFilter, HistoryKind } from "./CustomerHistory.ts"

const Row = Schema.Struct({
  key: Schema.String,
  at: Schema.DateTimeUtc,
  kind: HistoryKind,
  /** Of the order, the posting or the audit entry. */
  id: Id,
  amount: Money.Cents,
  vouchers: Schema.Int,
  new_balance: nullOr(Money.Cents),
  person: nullOr(Schema.String),
  counterpart: nullOr(AccountType),
  description: nullOr(Schema.String),
  change_type: nullOr(AccountChangeType),
  old_tag_pin: nullOr(Schema.String),
  new_tag_pin: nullOr(Schema.String),
  comment: nullOr(Schema.String),
  payout_prevented: nullOr(Schema.Boolean)
})
export type HistoryRow = typeof Row.Type

interface Wanted extends HistoryFilter {
  readonly eventId: bigint
  readonly accountId: bigint
}

const none = "null::bigint as counterpart, null as description, null::text as change_type, null::jsonb as content"

/** Reads everything that happened to a customer, newest first. */
export class CustomerHistoryRepository
  extends Context.Service<CustomerHistoryRepository>()("core/CustomerHistoryRepository", {
    make: Effect.map(SqlClient.SqlClient, (sql) => {
      const person = (id: string) =>
        sql.literal(
          `(select coalesce(nullif(usr.display_name, ''), usr.login) from usr where usr.id = ${id}) as person`
        )

      /** Every posting of the account, seen from it. */
      const moved = ({ accountId, eventId }: Wanted) =>
        sql`select order_id, id, booked_at, conducting_user_id, description, 0 - amount as amount,
            0 - vouchers as vouchers, source_balance as new_balance, target_account as counterpart
          from posting where event_id = ${eventId} and source_account = ${accountId}
          union all
          select order_id, id, booked_at, conducting_user_id, description, amount, vouchers, target_balance,
            source_account
          from posting where event_id = ${eventId} and target_account = ${accountId}`

      // A sale of tickets to several guests names none of them; their postings name the order.
      const orders = ({ accountId, eventId }: Wanted) =>
        sql`select 2 as rank, ordr.id, ordr.booked_at as at,
            case ordr.order_type when 'cancel_sale' then 'cancel' else ordr.order_type end as kind,
            part.amount, part.vouchers, part.new_balance, ${person("ordr.cashier_id")}, ${sql.literal(none)}
          from (
              select order_id, sum(amount)::bigint as amount, sum(vouchers)::integer as vouchers,
                max(new_balance) as new_balance
              from (
                select order_id, amount, vouchers, new_balance from moved where order_id is not null
                union all
                select id, 0, 0, null from ordr where event_id = ${eventId} and customer_account_id = ${accountId}
                  and old_balance is not distinct from new_balance and old_vouchers is not distinct from new_vouchers
              ) as part group by order_id
            ) as part
            join ordr on ordr.event_id = ${eventId} and ordr.id = part.order_id`

      const transfers = sql`select 1 as rank, id, booked_at as at, 'transfer' as kind, amount, vouchers, new_balance,
          ${
        person("moved.conducting_user_id")
      }, counterpart, description, null::text as change_type, null::jsonb as content
        from moved where order_id is null`

      const changes = ({ accountId, eventId }: Wanted) =>
        sql`select 0 as rank, entry.id, entry.created_at as at, 'change' as kind, 0 as amount, 0 as vouchers,
            null as new_balance, ${person("entry.originating_user_id")}, null as counterpart, null as description,
            entry.log_type as change_type, entry.content
          from audit_log entry
          where entry.node_id in (select id from node where event_id = ${eventId})
            and ${sql.in("entry.log_type", AccountChangeType.literals)}
            and coalesce(entry.content->>'customer_id', entry.content->>'account_id', entry.content->>'id') = ${
          String(accountId)
        }`

      const conditions = ({ from, kind, page: { cursor }, until }: HistoryFilter) => [
        sql`true`,
        ...(kind === null ? [] : [sql`entry.kind = ${kind}`]),
        ...(from === null ? [] : [sql`entry.at >= ${instant(from)}::timestamptz`]),
        ...(until === null ? [] : [sql`entry.at < ${instant(until)}::timestamptz`]),
        ...(cursor === null ?
          [] :
          [sql`(entry.micros, entry.rank, entry.id) < (${
            sql.join(", ", false)(cursor.split("-").map((part) => sql`${part}::bigint`))
          })`])
      ]

      const pin = (eventId: bigint, field: string) =>
        sql`(select tag.pin from user_tag tag
          where tag.event_id = ${eventId} and tag.id = (entry.content->>${sql.literal(`'${field}'`)})::bigint)`

      return {
        list: SqlSchema.findAll({
          Request: unencoded<Wanted>(),
          Result: Row,
          execute: (wanted) =>
            sql`with moved as (${moved(wanted)}), entry as (
              select *, (extract(epoch from at) * 1000000)::bigint as micros
              from (${orders(wanted)} union all ${transfers} union all ${changes(wanted)}) as found
            ), page as (
              select * from entry where ${sql.and(conditions(wanted))}
              order by entry.micros desc, entry.rank desc, entry.id desc limit ${wanted.page.limit}
            )
            select entry.micros || '-' || entry.rank || '-' || entry.id as key, entry.at, entry.kind, entry.id,
              entry.amount, entry.vouchers, entry.new_balance, entry.person, entry.description, entry.change_type,
              (
                select account.type from account
                where account.event_id = ${wanted.eventId} and account.id = entry.counterpart
              ) as counterpart,
              coalesce(${pin(wanted.eventId, "old_user_tag_id")}, ${pin(wanted.eventId, "user_tag_id")}) as old_tag_pin,
              ${pin(wanted.eventId, "new_user_tag_id")} as new_tag_pin, entry.content->>'comment' as comment,
              (entry.content->>'payout_prevented')::boolean as payout_prevented
            from page as entry
            order by entry.micros desc, entry.rank desc, entry.id desc`
        })
      }
    })
  })
{
  static readonly layer = Layer.effect(this, this.make)
}
