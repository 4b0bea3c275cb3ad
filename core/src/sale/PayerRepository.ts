import { Context, Effect, Layer, Schema } from "effect"
import { SqlClient, SqlSchema } from "effect/sql"
import { Id } from "../base/Id.ts"
import * as Money from "../base/Money.ts"
import { nullOr } from "../base/OptionalField.ts"
import { TagUid } from "../base/TagUid.ts"
import type { Payer } from "./OnlineTopUp.ts"

const Row = Schema.Struct({
  account_id: Id,
  balance: Money.Cents,
  vouchers: Schema.Int,
  user_tag_id: nullOr(Id),
  user_tag_uid: nullOr(TagUid),
  pending_top_ups: Money.Cents,
  credit_to_come: Money.Cents
})

/** Guests who pay on the web. */
export class PayerRepository extends Context.Service<PayerRepository>()("core/PayerRepository", {
  make: Effect.gen(function*() {
    const sql = yield* SqlClient.SqlClient
    const findAll = SqlSchema.findAll({
      Request: Schema.Struct({ eventId: Id, accountId: Id }),
      Result: Row,
      execute: ({ accountId, eventId }) =>
        sql`select account.id as account_id, account.balance, account.vouchers, account.user_tag_id,
            tag.uid as user_tag_uid, pending_top_ups(account.event_id, account.id),
            credit_to_come(account.event_id, account.id)
          from account
            left join user_tag tag on tag.event_id = account.event_id and tag.id = account.user_tag_id
          where account.event_id = ${eventId} and account.id = ${accountId} and account.type = 'private'`
    })

    /** A guest by their account; `undefined` when there is no such account. */
    const find = (eventId: bigint, accountId: bigint) =>
      Effect.map(findAll({ eventId, accountId }), ([row]): Payer | undefined =>
        row === undefined ? undefined : {
          accountId: row.account_id,
          balance: row.balance,
          vouchers: row.vouchers,
          userTagId: row.user_tag_id,
          userTagUid: row.user_tag_uid,
          variantIds: [],
          pendingTopUps: row.pending_top_ups,
          creditToCome: row.credit_to_come
        })

    return { find }
  })
}) {
  static readonly layer = Layer.effect(this, this.make)
}
