import { Context, Effect, Layer, Schema } from "effect"
import { SqlClient, SqlSchema } from "effect/sql"
import { Id } from "../ledger/Id.ts"
import { Account, UserTagHistoryEntry } from "./Customer.ts"
import { TagUid, toHex } from "./TagUid.ts"

const { tag_history: _history, user_tag_uid_hex: _hex, ...accountColumns } = Account.fields
const AccountRow = Schema.Struct(accountColumns)

const { user_tag_uid_hex: _historyHex, ...historyColumns } = UserTagHistoryEntry.fields
const HistoryRow = Schema.Struct(historyColumns)

/** Reads guarded accounts with their tags; the balance of other accounts is not kept in their row. */
export class AccountRepository extends Context.Service<AccountRepository>()("core/AccountRepository", {
  make: Effect.gen(function*() {
    const sql = yield* SqlClient.SqlClient

    const select = sql`select account.node_id, account.id, account.type, account.name, account.comment, account.balance,
        account.vouchers, account.user_tag_id, tag.uid as user_tag_uid, tag.comment as user_tag_comment, tag.restriction
      from account left join user_tag tag on tag.event_id = account.event_id and tag.id = account.user_tag_id`
    const byUid = SqlSchema.findAll({
      Request: Schema.Struct({ eventId: Id, uid: TagUid }),
      Result: AccountRow,
      execute: ({ eventId, uid }) =>
        sql`${select} where account.event_id = ${eventId} and account.user_tag_id = (
          select id from user_tag where event_id = ${eventId} and uid = ${String(uid)}::numeric
        )`
    })
    const byId = SqlSchema.findAll({
      Request: Schema.Struct({ eventId: Id, id: Id }),
      Result: AccountRow,
      execute: ({ eventId, id }) => sql`${select} where account.event_id = ${eventId} and account.id = ${id}`
    })
    const history = SqlSchema.findAll({
      Request: Schema.Struct({ eventId: Id, id: Id }),
      Result: HistoryRow,
      execute: ({ eventId, id }) =>
        sql`select past.user_tag_id, tag.pin as user_tag_pin, tag.uid as user_tag_uid, past.account_id, tag.comment,
            past.mapping_was_valid_until
          from user_tag_history past
            join user_tag tag on tag.event_id = past.event_id and tag.id = past.user_tag_id
          where past.event_id = ${eventId} and past.account_id = ${id} order by past.id desc`
    })

    const withHistory = Effect.fnUntraced(function*(eventId: bigint, rows: ReadonlyArray<typeof AccountRow.Type>) {
      const [row] = rows
      if (row === undefined) return undefined
      const past = yield* history({ eventId, id: row.id })
      return new Account({
        ...row,
        user_tag_uid_hex: hexOf(row.user_tag_uid),
        tag_history: past.map((entry) =>
          new UserTagHistoryEntry({ ...entry, user_tag_uid_hex: hexOf(entry.user_tag_uid) })
        )
      })
    })

    return {
      /** The account of the event whose tag has this chip. */
      byUid: (eventId: bigint, uid: bigint) =>
        Effect.orDie(Effect.flatMap(byUid({ eventId, uid }), (rows) => withHistory(eventId, rows))),
      byId: (eventId: bigint, id: bigint) =>
        Effect.orDie(Effect.flatMap(byId({ eventId, id }), (rows) => withHistory(eventId, rows)))
    }
  })
}) {
  static readonly layer = Layer.effect(this, this.make)
}

const hexOf = (uid: bigint | null): string | null => uid === null ? null : toHex(uid)
