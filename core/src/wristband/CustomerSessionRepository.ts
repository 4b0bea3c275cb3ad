import { Context, Effect, Layer, Schema } from "effect"
import { SqlClient, SqlSchema } from "effect/sql"
import { Id } from "../base/Id.ts"
import { customerDays, customerIdleDays } from "../organisation/Session.ts"
import { CustomerSession } from "./CustomerSession.ts"

const Holder = Schema.Struct({ event_id: Id, account_id: Id })
export type Holder = typeof Holder.Type

export class CustomerSessionRepository
  extends Context.Service<CustomerSessionRepository>()("core/CustomerSessionRepository", {
    make: Effect.map(SqlClient.SqlClient, (sql) => {
      const lasts = sql`session.expires_at > now()
        and session.last_seen_at > now() - make_interval(days => ${customerIdleDays})`

      // A guest with a cancelled ticket and neither wristband nor money has no business in the portal.
      const opens = sql`(voucher.state <> 'cancelled' or voucher.redeemed_at is not null or exists (
        select from account owner where owner.event_id = voucher.event_id and owner.id = voucher.customer_account_id
          and owner.balance > 0
      ))`

      return {
        /**
         * The accounts of an event that a text opens in the portal: by the PIN of the tag as it is stored, or by the portal token of
         * the ticket voucher. None if the event is archived.
         */
        openedBy: SqlSchema.findAll({
          Request: Schema.Struct({ nodeId: Id, text: Schema.String }),
          Result: Holder,
          execute: ({ nodeId, text }) =>
            sql`select customer.event_id, customer.account_id from customer
            where customer.event_id = (select event_id from node where id = ${nodeId} and event_id = id and not read_only)
              and customer.account_id = any(array(
                select account.id from user_tag tag
                  join account on account.event_id = tag.event_id and account.user_tag_id = tag.id
                    and account.type = 'private'
                where tag.event_id = ${nodeId} and tag.node_id = tag.event_id and tag.pin = ${text}
                union
                select customer_account_id from ticket_voucher voucher
                where event_id = ${nodeId} and portal_token = ${text} and ${opens}
              ))`
        }),
        /**
         * Whether the guest who had the wristband with a stored PIN has another one now; undefined if no one ever lost this
         * wristband, or the event is archived. `uid`: only with this chip number.
         */
        lost: ({ nodeId, pin, uid }: { readonly nodeId: bigint; readonly pin: string; readonly uid: bigint | null }) =>
          Effect.map(
            sql<{ exchanged: boolean }>`select owner.user_tag_id is not null as exchanged
              from user_tag tag
                join user_tag_history past on past.event_id = tag.event_id and past.user_tag_id = tag.id
                join account owner on owner.event_id = past.event_id and owner.id = past.account_id and owner.type = 'private'
              where tag.event_id = (select event_id from node where id = ${nodeId} and event_id = id and not read_only)
                and tag.node_id = tag.event_id and tag.pin = ${pin}
                and (${uid === null ? null : String(uid)}::numeric is null or tag.uid = ${
              uid === null ? null : String(uid)
            }::numeric)
              order by past.id desc limit 1`,
            ([row]) => row?.exchanged
          ),
        /**
         * Opens a session and returns whether it did. It does not if the text no longer opens the account or the event
         * is archived. The account is locked before the event's node, in the same order as when a tag is switched or
         * removed or an event is archived, so that one of two concurrent changes always sees the other.
         */
        open: (hash: Uint8Array, { account_id, event_id }: Holder, text: string, address: string) =>
          Effect.map(
            sql`with guest as (
              select event_id, id, user_tag_id from account where event_id = ${event_id} and id = ${account_id} for share
            ), shown as (
              select guest.event_id, guest.id, tag.id as user_tag_id, null::bigint as ticket_voucher_id
              from guest join user_tag tag on tag.event_id = guest.event_id and tag.id = guest.user_tag_id
              where tag.node_id = tag.event_id and tag.pin = ${text}
              union all
              select guest.event_id, guest.id, null, voucher.id
              from guest join ticket_voucher voucher
                on voucher.event_id = guest.event_id and voucher.customer_account_id = guest.id
              where voucher.portal_token = ${text} and ${opens}
              limit 1
            ), place as (
              select node.id from node where node.id in (select event_id from shown) and not node.read_only for share of node
            )
            insert into customer_session
              (token_hash, event_id, account_id, user_tag_id, ticket_voucher_id, address, expires_at)
            select ${hash}::bytea, shown.event_id, shown.id, shown.user_tag_id, shown.ticket_voucher_id, ${address}::text,
              now() + make_interval(days => ${customerDays})
            from shown join place on place.id = shown.event_id
            returning id`,
            (rows) => rows.length === 1
          ),
        /**
         * Deletes the expired sessions of an account. The account is locked first, as for every deletion of sessions.
         */
        prune: ({ account_id, event_id }: Holder) =>
          sql`delete from customer_session session
          where event_id = ${event_id} and account_id = ${account_id} and not (${lasts})`,
        /**
         * The holder of a session, unless it expired, the event is archived, or the guest's tag or voucher no longer
         * belongs to the account. Notes the time of use, at most once a minute.
         */
        holderOf: (hash: Uint8Array) =>
          Effect.map(
            sql<{ event_id: bigint; account_id: bigint }>`with holder as (
              select session.event_id, session.account_id, session.last_seen_at
              from customer_session session join node on node.id = session.event_id and not node.read_only
              where session.token_hash = ${hash} and ${lasts} and (
                exists (
                  select from account where account.event_id = session.event_id and account.id = session.account_id
                    and account.user_tag_id = session.user_tag_id
                ) or exists (
                  select from ticket_voucher voucher where voucher.event_id = session.event_id
                    and voucher.id = session.ticket_voucher_id and voucher.customer_account_id = session.account_id
                    and ${opens}
                )
              )
            ), noted as (
              update customer_session set last_seen_at = now() from holder
              where token_hash = ${hash} and holder.last_seen_at < now() - interval '1 minute'
            )
            select event_id, account_id from holder`,
            ([row]) => row
          ),
        /** The valid sessions of an account, newest first; `hash` is that of the calling token. */
        list: SqlSchema.findAll({
          Request: Schema.Struct({ ...Holder.fields, hash: Schema.Uint8Array }),
          Result: CustomerSession,
          execute: ({ account_id, event_id, hash }) =>
            sql`select id, created_at, last_seen_at, expires_at, address, token_hash = ${hash} as is_current
            from customer_session session
            where event_id = ${event_id} and account_id = ${account_id} and ${lasts} order by id desc`
        }),
        /** Ends one session of an account; returns whether it was still valid. */
        removeOne: ({ account_id, event_id }: Holder, id: bigint) =>
          Effect.map(
            sql`delete from customer_session session
            where event_id = ${event_id} and account_id = ${account_id} and id = ${id} and ${lasts} returning id`,
            (rows) => rows.length === 1
          ),
        /**
         * Ends all sessions of an account except one; returns how many were still valid. The account is locked first,
         * as for every deletion of sessions.
         */
        removeOthers: ({ account_id, event_id }: Holder, hash: Uint8Array) =>
          Effect.andThen(
            sql`select from account where event_id = ${event_id} and id = ${account_id} for no key update`,
            Effect.map(
              sql<{ lasted: boolean }>`delete from customer_session session
              where event_id = ${event_id} and account_id = ${account_id} and token_hash <> ${hash}
              returning ${lasts} as lasted`,
              (rows) => rows.filter(({ lasted }) => lasted).length
            )
          ),
        remove: (hash: Uint8Array) => sql`delete from customer_session where token_hash = ${hash}`
      }
    })
  })
{
  static readonly layer = Layer.effect(this, this.make)
}
