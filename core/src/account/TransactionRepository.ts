import { Context, Effect, Layer, Schema, Struct } from "effect"
import { SqlClient, SqlSchema } from "effect/sql"
import { Id } from "../ledger/Id.ts"
import type { Page } from "../sql/Page.ts"
import { unencoded } from "../sql/Unencoded.ts"
import { Transaction } from "./Transaction.ts"

const TransactionRow = Schema.Struct({
  ...Struct.omit(Transaction.fields, ["order"]),
  order_id: Schema.NullOr(Id),
  /** Nodes of the accounts. */
  source_node: Schema.NullOr(Id),
  target_node: Schema.NullOr(Id)
})
export type TransactionRow = typeof TransactionRow.Type

export class TransactionRepository extends Context.Service<TransactionRepository>()("core/TransactionRepository", {
  make: Effect.map(SqlClient.SqlClient, (sql) => {
    const columns = sql`select posting.id, posting.conducting_user_id, posting.description, posting.source_account,
        posting.target_account, posting.booked_at, posting.amount, posting.vouchers, posting.order_id,
        (
          select node_id from account where account.event_id = posting.event_id and account.id = posting.source_account
        ) as source_node,
        (
          select node_id from account where account.event_id = posting.event_id and account.id = posting.target_account
        ) as target_node`
    const find = SqlSchema.findAll({
      Request: Schema.Struct({ eventId: Id, id: Id }),
      Result: TransactionRow,
      execute: ({ eventId, id }) => sql`${columns} from posting where event_id = ${eventId} and id = ${id}`
    })
    const ofAccount = SqlSchema.findAll({
      Request: unencoded<{ readonly eventId: bigint; readonly accountId: bigint; readonly page: Page }>(),
      Result: TransactionRow,
      // Each side uses its own index, both in the order of ids.
      execute: ({ accountId, eventId, page: { cursor, limit } }) =>
        sql`${columns} from (
            (
              select * from posting where event_id = ${eventId} and source_account = ${accountId}
                and id > ${cursor ?? -1n} order by id limit ${limit}
            )
            union all
            (
              select * from posting where event_id = ${eventId} and target_account = ${accountId}
                and id > ${cursor ?? -1n} order by id limit ${limit}
            )
          ) as posting
          order by posting.id limit ${limit}`
    })
    return {
      find: (eventId: bigint, id: bigint) => Effect.map(find({ eventId, id }), ([row]) => row),
      /** Postings to and from an account, in the order of booking. */
      ofAccount: (eventId: bigint, accountId: bigint, page: Page) => ofAccount({ eventId, accountId, page })
    }
  })
}) {
  static readonly layer = Layer.effect(this, this.make)
}
