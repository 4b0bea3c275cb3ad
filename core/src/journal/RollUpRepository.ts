import { Context, Effect, Layer, Schema } from "effect"
import { SqlClient, SqlSchema } from "effect/sql"
import { AccountType, guardedTypes } from "../base/Account.ts"
import { Id } from "../base/Id.ts"
import * as Money from "../base/Money.ts"
import { endedBelow, isForeign, upToHere } from "../sql/TransactionCursor.ts"

/** A derived account with its balance at one moment. */
class SystemBalance extends Schema.Class<SystemBalance>("SystemBalance")({
  account_id: Id,
  type: AccountType,
  /** In cents. */
  balance: Money.Cents,
  vouchers: Schema.Int
}) {}

const Cursor = Schema.Struct({
  up_to: Id,
  is_foreign: Schema.Boolean
})

const Moved = Schema.Struct({ up_to: Id })

export class RollUpRepository extends Context.Service<RollUpRepository>()("core/RollUpRepository", {
  make: Effect.map(SqlClient.SqlClient, (sql) => {
    const guarded = sql.in("account.type", guardedTypes)

    const lockedCursor = SqlSchema.findAll({
      Request: Schema.Void,
      Result: Cursor,
      execute: () =>
        sql`select up_to, ${sql.literal(isForeign)} as is_foreign
          from rollup_cursor for update skip locked`
    })

    // All transactions below the snapshot's xmin have ended, so none of them can add a posting after the sum was taken.
    // The event of a leg is not a condition for an index: a plan could read whole events otherwise. Legs are summed by account
    // before their accounts are looked up, as there may be millions of them.
    const advance = SqlSchema.findAll({
      Request: Id,
      Result: Moved,
      execute: (from) =>
        sql`
          with bound as materialized (
            select ${sql.literal(endedBelow)} as up_to
          ), leg as (
            select posting.event_id + 0 as event_id, side.account_id, sum(side.amount) as balance, sum(side.vouchers) as vouchers
            from posting cross join lateral (
              values (source_account, -amount, -vouchers), (target_account, amount, vouchers)
            ) as side (account_id, amount, vouchers)
            where transaction_id >= ${from} and transaction_id < (select up_to from bound)
            group by posting.event_id + 0, side.account_id
          ), rolled as (
            insert into account_rollup as rolled (event_id, account_id, balance, vouchers)
            select leg.event_id, leg.account_id, leg.balance, leg.vouchers
            from leg join account on account.event_id = leg.event_id and account.id = leg.account_id
            where not (${guarded})
            on conflict (event_id, account_id) do update
            set balance = rolled.balance + excluded.balance, vouchers = rolled.vouchers + excluded.vouchers
          )
          update rollup_cursor set up_to = bound.up_to from bound where bound.up_to > ${from}
          returning rollup_cursor.up_to`
    })

    const balances = SqlSchema.findAll({
      Request: Id,
      Result: SystemBalance,
      execute: (eventId) =>
        sql`
          with since as materialized (
            select ${sql.literal(upToHere)} as up_to
            from rollup_cursor
          ), newest as materialized (
            select * from newest_sums(${eventId}, (select up_to from since))
          )
          select account.id as account_id, account.type,
            (coalesce(rolled.balance, 0) + coalesce(newest.balance, 0))::bigint as balance,
            (coalesce(rolled.vouchers, 0) + coalesce(newest.vouchers, 0))::integer as vouchers
          from account
            left join account_rollup rolled on rolled.event_id = account.event_id and rolled.account_id = account.id
              and (select up_to from since) > 0
            left join newest on newest.account_id = account.id
          where account.event_id = ${eventId} and not (${guarded})
          order by account.id`
    })

    return {
      /** Locks the cursor for this transaction; returns nothing if another process holds it. */
      lockCursor: Effect.map(lockedCursor(undefined), ([cursor]) => cursor),
      /** Adds the postings from the cursor up to the oldest running transaction; returns the new cursor if it moved. */
      advance: (from: bigint) => Effect.map(advance(from), ([moved]) => moved?.up_to),
      /** Deletes all sums, for a new start. */
      clear: sql`delete from account_rollup`,
      /** The event's derived accounts by id, in one snapshot: the roll-up plus the postings after it. */
      balances
    }
  })
}) {
  static readonly layer = Layer.effect(this, this.make)
}
