import { Context, Effect, Layer, Schema, Struct } from "effect"
import { SqlClient, SqlSchema } from "effect/sql"
import { guardedTypes } from "../ledger/Account.ts"
import { Id } from "../ledger/Id.ts"
import * as Money from "../ledger/Money.ts"
import { toHex } from "../primitives/TagUid.ts"
import { limitTo, type Page } from "../sql/Page.ts"
import { unencoded } from "../sql/Unencoded.ts"
import { Account, UserTagHistoryEntry } from "./Account.ts"
import type { SearchTerm } from "./SearchTerm.ts"
import { chipMatches } from "./UserTagRepository.ts"

/** An account as its row and its tag show it. The row of an unguarded account has no current balance. */
export const AccountRow = Schema.Struct(Struct.omit(Account.fields, ["tag_history", "user_tag_uid_hex"]))
export type AccountRow = typeof AccountRow.Type

/** The columns of `AccountRow`, from `account` and its tag as `tag`. */
export const accountColumns =
  `account.node_id, account.id, account.type, account.name, account.comment, account.balance, account.vouchers,
  account.user_tag_id, tag.uid as user_tag_uid, tag.comment as user_tag_comment, tag.restriction`

/**
 * Joins the tag of each account as `tag`, in SQL. Each tag is looked up by its row, as a page needs few of the event's
 * tags. The planner can't tell how many accounts a search skips and would read all tags otherwise.
 */
export const withTag = `left join lateral (
    select * from user_tag where user_tag.event_id = account.event_id and user_tag.id = account.user_tag_id offset 0
  ) tag on true`

const HistoryRow = Schema.Struct(Struct.omit(UserTagHistoryEntry.fields, ["user_tag_uid_hex"]))

/** Selects accounts of an event, by ascending id. */
export interface AccountFilter {
  readonly eventId: bigint
  /** The nodes of the accounts; all nodes of the event if absent. */
  readonly nodes?: ReadonlyArray<bigint>
  readonly id?: bigint
  readonly uid?: bigint
  /** Leaves out customers' accounts. */
  readonly internal?: true
  readonly term?: SearchTerm
  readonly page?: Page
}

const Totals = Schema.Struct({ customers: Money.Cents, registers: Money.Cents })

/** Reads accounts with their tags. */
export class AccountRepository extends Context.Service<AccountRepository>()("core/AccountRepository", {
  make: Effect.gen(function*() {
    const sql = yield* SqlClient.SqlClient

    const rows = SqlSchema.findAll({
      Request: unencoded<AccountFilter>(),
      Result: AccountRow,
      execute: (filter) =>
        sql`select ${sql.literal(accountColumns)}
          from account ${sql.literal(withTag)}
          where ${sql.and(conditions(filter))}
          order by account.id ${limitTo(sql, filter.page)}`
    })
    const conditions = ({ eventId, id, internal, nodes, page, term, uid }: AccountFilter) => [
      sql`account.event_id = ${eventId}`,
      ...(nodes === undefined ? [] : [sql`account.node_id = any(${nodes}::bigint[])`]),
      ...(id === undefined ? [] : [sql`account.id = ${id}`]),
      ...(uid === undefined ? [] : [
        sql`account.user_tag_id = (
          select id from user_tag where event_id = ${eventId} and uid = ${String(uid)}::numeric
        )`
      ]),
      ...(internal === undefined ? [] : [sql`account.type <> 'private'`]),
      ...(term === undefined ? [] : [sql`(
        strpos(lower(account.name), ${term.text}) > 0 or strpos(lower(account.comment), ${term.text}) > 0
        or strpos(lower(tag.pin), ${term.text}) > 0 or ${chipMatches(sql, term)}
      )`]),
      ...(page === undefined || page.cursor === null ? [] : [sql`account.id > ${page.cursor}`])
    ]

    const history = SqlSchema.findAll({
      Request: Schema.Struct({ eventId: Id, ids: Schema.Array(Id) }),
      Result: HistoryRow,
      execute: ({ eventId, ids }) =>
        sql`select past.user_tag_id, tag.pin as user_tag_pin, tag.uid as user_tag_uid, past.account_id, tag.comment,
            past.mapping_was_valid_until
          from user_tag_history past
            join lateral (
              select * from user_tag where user_tag.event_id = past.event_id and user_tag.id = past.user_tag_id offset 0
            ) tag on true
          where past.event_id = ${eventId} and past.account_id = any(${ids}::bigint[]) order by past.id desc`
    })

    /** The rows with the former tags of each account. */
    const detailed = Effect.fnUntraced(function*<Row extends AccountRow>(eventId: bigint, found: ReadonlyArray<Row>) {
      const past = found.length === 0 ? [] : yield* history({ eventId, ids: found.map((row) => row.id) })
      const byAccount = Map.groupBy(past, (entry) => entry.account_id)
      return found.map((row) => ({
        ...row,
        user_tag_uid_hex: hexOf(row.user_tag_uid),
        tag_history: (byAccount.get(row.id) ?? []).map((entry) =>
          new UserTagHistoryEntry({ ...entry, user_tag_uid_hex: hexOf(entry.user_tag_uid) })
        )
      }))
    })

    const list = Effect.fnUntraced(function*(filter: AccountFilter) {
      const found = yield* detailed(filter.eventId, yield* rows(filter))
      return found.map((row) => new Account(row))
    })

    const one = (filter: AccountFilter) => Effect.orDie(Effect.map(list(filter), ([account]) => account))

    const totals = SqlSchema.findOne({
      Request: Id,
      Result: Totals,
      execute: (eventId) =>
        sql`select coalesce(sum(balance) filter (where type = 'private'), 0)::bigint as customers,
            coalesce(sum(balance) filter (where type = 'cash_register'), 0)::bigint as registers
          from account where event_id = ${eventId} and ${sql.in("type", guardedTypes)}`
    })

    return {
      /** The account of the event whose tag has this chip number. */
      byUid: (eventId: bigint, uid: bigint) => one({ eventId, uid }),
      byId: (eventId: bigint, id: bigint) => one({ eventId, id }),
      detailed,
      list,
      /** Sums of the balances of all customers and of all cash registers of the event, in cents. */
      totals,
      comment: (eventId: bigint, id: bigint, comment: string) =>
        sql`update account set comment = ${comment} where event_id = ${eventId} and id = ${id}`
    }
  })
}) {
  static readonly layer = Layer.effect(this, this.make)
}

const hexOf = (uid: bigint | null): string | null => uid === null ? null : toHex(uid)
