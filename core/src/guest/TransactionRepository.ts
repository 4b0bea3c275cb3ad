import { Context, type DateTime, Effect, Layer, Schema, Struct } from "effect"
import { SqlClient, SqlSchema } from "effect/sql"
import { Id } from "../base/Id.ts"
import { instant } from "../base/Moment.ts"
import { nullOr } from "../base/OptionalField.ts"
import { allOf, sortClauses, type SortedPage } from "../sql/Sort.ts"
import { unencoded } from "../sql/Unencoded.ts"
import { type AmountRange, amountWithin } from "../wristband/AccountRepository.ts"
import { Transaction } from "./Transaction.ts"

const TransactionRow = Schema.Struct({
  ...Struct.omit(Transaction.fields, ["order"]),
  order_id: nullOr(Id),
  /** Nodes of the accounts. */
  source_node: nullOr(Id),
  target_node: nullOr(Id)
})
export type TransactionRow = typeof TransactionRow.Type

/** What the postings of an account are limited to. */
export interface TransactionFilter {
  /** Booked from this moment on. */
  readonly from?: DateTime.Utc
  /** Booked before this moment. */
  readonly to?: DateTime.Utc
  /** Bounds of the moved money, whichever its direction. */
  readonly amount?: AmountRange
}

interface AccountTransactions extends TransactionFilter {
  readonly eventId: bigint
  readonly accountId: bigint
}

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
      Request: unencoded<AccountTransactions & { readonly page: SortedPage }>(),
      Result: TransactionRow,
      // Each side uses its own index, both in the order of ids.
      execute: ({ page, ...filter }) => {
        const { after, order } = sortClauses(sql, {}, "posting.id", page)
        const side = (column: string) =>
          sql`(select * from posting where ${onSide(filter, column)} ${after} ${order} limit ${page.limit})`
        return sql`${columns} from (${side("source_account")} union all ${side("target_account")}) as posting
          ${order} limit ${page.limit}`
      }
    })
    const onSide = ({ accountId, amount, eventId, from, to }: AccountTransactions, column: string) =>
      allOf(sql, [
        sql`posting.event_id = ${eventId} and posting.${sql.literal(column)} = ${accountId}`,
        from && sql`posting.booked_at >= ${instant(from)}::timestamptz`,
        to && sql`posting.booked_at < ${instant(to)}::timestamptz`,
        amountWithin(sql, "abs(posting.amount)", amount)
      ])
    const counted = SqlSchema.findOne({
      Request: unencoded<AccountTransactions>(),
      Result: Schema.Struct({ n: Schema.Int }),
      execute: (filter) =>
        sql`select (
          (select count(*) from posting where ${onSide(filter, "source_account")})
          + (select count(*) from posting where ${onSide(filter, "target_account")})
        )::int as n`
    })
    return {
      find: (eventId: bigint, id: bigint) => Effect.map(find({ eventId, id }), ([row]) => row),
      /** How many postings to and from an account there are. */
      countOfAccount: (filter: AccountTransactions) => Effect.map(counted(filter), ({ n }) => n),
      /** Postings to and from an account, in the order of the page. */
      ofAccount: (filter: AccountTransactions, page: SortedPage) => ofAccount({ ...filter, page })
    }
  })
}) {
  static readonly layer = Layer.effect(this, this.make)
}
