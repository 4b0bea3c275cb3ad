import { Context, Effect, Layer, Schema } from "effect"
import { SqlClient, SqlSchema } from "effect/sql"
import { Id } from "../ledger/Id.ts"
import { customerDays } from "../organisation/Session.ts"
import { CustomerDetails } from "./Customer.ts"

const Holder = Schema.Struct({ event_id: Id, account_id: Id })

export class CustomerSessionRepository
  extends Context.Service<CustomerSessionRepository>()("core/CustomerSessionRepository", {
    make: Effect.map(SqlClient.SqlClient, (sql) => ({
      /** The private accounts whose tag stands at the node and has one of the PINs; none once the event is archived. */
      withPin: SqlSchema.findAll({
        Request: Schema.Struct({ nodeId: Id, pins: Schema.Array(Schema.String) }),
        Result: Holder,
        execute: ({ nodeId, pins }) =>
          sql`select account.event_id, account.id as account_id
            from node join user_tag tag on tag.event_id = node.event_id and tag.node_id = node.id
              join account on account.event_id = tag.event_id and account.user_tag_id = tag.id
                and account.type = 'private'
              join customer on customer.event_id = account.event_id and customer.account_id = account.id
            where node.id = ${nodeId} and not node.read_only and tag.pin = any(${pins}::text[])`
      }),
      details: SqlSchema.findAll({
        Request: Holder,
        Result: CustomerDetails,
        execute: ({ account_id, event_id }) =>
          sql`select tag.pin as user_tag_pin, customer.iban, customer.account_name, customer.email, customer.donation,
              customer.payout_export, customer.donate_all, customer.has_entered_info
            from customer
              join account on account.event_id = customer.event_id and account.id = customer.account_id
              left join user_tag tag on tag.event_id = account.event_id and tag.id = account.user_tag_id
            where customer.event_id = ${event_id} and customer.account_id = ${account_id}`
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
