import { Context, Effect, Layer, Schema } from "effect"
import { SqlClient, SqlSchema } from "effect/sql"
import { Id } from "../ledger/Id.ts"
import { customerDays } from "../organisation/Session.ts"

const Holder = Schema.Struct({ event_id: Id, account_id: Id })

export class CustomerSessionRepository
  extends Context.Service<CustomerSessionRepository>()("core/CustomerSessionRepository", {
    make: Effect.map(SqlClient.SqlClient, (sql) => ({
      /**
       * The accounts that a text opens at an event: one by the PIN of its tag, in whatever case, one by the portal token of
       * the voucher it was bought with; none once the event is archived.
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
                where tag.event_id = ${nodeId} and tag.node_id = tag.event_id and lower(tag.pin) = lower(${text})
                union
                select customer_account_id from ticket_voucher
                where event_id = ${nodeId} and portal_token = ${text}
              ))`
      }),
      insert: (hash: Uint8Array, { account_id, event_id }: typeof Holder.Type) =>
        sql`with pruned as (
            delete from customer_session
            where event_id = ${event_id} and account_id = ${account_id} and expires_at <= now()
          )
          insert into customer_session (token_hash, event_id, account_id, expires_at)
          values (${hash}, ${event_id}, ${account_id}, now() + make_interval(days => ${customerDays}))`,
      /** Whose session it is, while it lasts and the event is not archived. */
      holderOf: (hash: Uint8Array) =>
        Effect.map(
          sql<{ event_id: bigint; account_id: bigint }>`select session.event_id, session.account_id
            from customer_session session join node on node.id = session.event_id and not node.read_only
            where session.token_hash = ${hash} and session.expires_at > now()`,
          ([row]) => row
        ),
      remove: (hash: Uint8Array) => sql`delete from customer_session where token_hash = ${hash}`
    }))
  })
{
  static readonly layer = Layer.effect(this, this.make)
}
