import { Context, type DateTime, Effect, Layer, Schema, Struct } from "effect"
import { SqlClient, SqlSchema } from "effect/sql"
import { type AccountType, guardedTypes, nearestPublished } from "../base/Account.ts"
import { Id } from "../base/Id.ts"
import { instant } from "../base/Moment.ts"
import * as Money from "../base/Money.ts"
import { toHex } from "../base/TagUid.ts"
import { tagVariants } from "../event/UserTagVariantRepository.ts"
import { limitTo } from "../sql/Page.ts"
import { allOf, everything, sortClauses, type SortedPage, type SortKeys } from "../sql/Sort.ts"
import { unencoded } from "../sql/Unencoded.ts"
import { Account, UserTagHistoryEntry } from "./Account.ts"
import { accountMatches } from "./GuestSearch.ts"
import type { SearchTerm } from "./SearchTerm.ts"

/** An account as its row and its tag show it. The row of an unguarded account has no current balance. */
export const AccountRow = Schema.Struct(Struct.omit(Account.fields, ["tag_history", "user_tag_uid_hex"]))
export type AccountRow = typeof AccountRow.Type

/** The type of `account` that published clients know, in SQL. */
const publishedType = `case account.type ${
  Object.entries(nearestPublished).map(([type, nearest]) => `when '${type}' then '${nearest}'`).join(" ")
} else account.type end`

/** The columns of `AccountRow`, from `account` and its tag as `tag`. */
export const accountColumns =
  `account.node_id, account.id, ${publishedType} as type, account.type as kind, account.name, account.comment, account.balance, account.vouchers, account.activated_at,
  account.user_tag_id, tag.uid as user_tag_uid, tag.comment as user_tag_comment,
  ${tagVariants("tag", { ids: "user_tag_variant_ids", names: "user_tag_variant_names" })}`

/**
 * Since when there is an account, in SQL: since it was made, or since its first posting where bookings of the past were stored
 * later, as those of the demo.
 */
export const accountBegan = `least(
    account.created_at,
    (select booked_at from posting where posting.event_id = account.event_id and posting.source_account = account.id
      order by posting.id limit 1),
    (select booked_at from posting where posting.event_id = account.event_id and posting.target_account = account.id
      order by posting.id limit 1)
  )`

/**
 * Joins the tag of each account as `tag`, in SQL. Each tag is looked up by its row, as a page needs few of the event's
 * tags. The planner can't tell how many accounts a search skips and would read all tags otherwise.
 */
export const withTag = `left join lateral (
    select * from user_tag where user_tag.event_id = account.event_id and user_tag.id = account.user_tag_id offset 0
  ) tag on true`

/** The former tags of `account`, the latest first, as JSON. Its numbers are not exact, so ids and chip numbers are text. */
export const formerTags = `coalesce((
    select jsonb_agg(jsonb_build_object(
      'user_tag_id', past.user_tag_id::text, 'user_tag_pin', former.pin, 'user_tag_uid', former.uid::text,
      'account_id', past.account_id::text, 'comment', former.comment,
      'mapping_was_valid_until', past.mapping_was_valid_until
    ) order by past.id desc)
    from user_tag_history past
      join user_tag former on former.event_id = past.event_id and former.id = past.user_tag_id
    where past.event_id = account.event_id and past.account_id = account.id
  ), '[]') as tag_history`

/** The column `formerTags`. */
export const FormerTags = Schema.toCodecJson(
  Schema.Array(Schema.Struct(Struct.omit(UserTagHistoryEntry.fields, ["user_tag_uid_hex"])))
)

const ListedRow = Schema.Struct({ ...AccountRow.fields, tag_history: FormerTags })

/** A row with chip numbers in hexadecimal as well. */
export const withHex = <Row extends typeof ListedRow.Type>(row: Row) => ({
  ...row,
  user_tag_uid_hex: hexOf(row.user_tag_uid),
  tag_history: row.tag_history.map((entry) =>
    new UserTagHistoryEntry({ ...entry, user_tag_uid_hex: hexOf(entry.user_tag_uid) })
  )
})

/** Selects accounts of an event, by ascending id. */
export interface AccountFilter {
  readonly eventId: bigint
  /** The nodes of the accounts; all nodes of the event if absent. */
  readonly nodes?: ReadonlyArray<bigint>
  readonly id?: bigint
  readonly uid?: bigint
  /** Leaves out customers' accounts. */
  readonly internal?: true
  /** Leaves out accounts that there are only since then or later. */
  readonly madeBefore?: DateTime.Utc
  readonly term?: SearchTerm
  readonly types?: ReadonlyArray<AccountType>
  /** Whether it has a tag now. */
  readonly tagged?: boolean
  /** Bounds of the balance in cents, both included. */
  readonly balance?: AmountRange
  readonly vouchers?: { readonly least?: number }
  readonly page?: SortedPage
}

/** Bounds in cents, both included. */
export interface AmountRange {
  readonly from?: bigint | undefined
  readonly to?: bigint | undefined
}

/** The orders of lists of accounts, besides that by id. */
export const accountKeys = {
  name: { column: "coalesce(account.name, '')", type: "text", of: ({ name }) => name ?? "" },
  balance: { column: "account.balance", type: "bigint", of: ({ balance }) => balance },
  vouchers: { column: "account.vouchers", type: "bigint", of: ({ vouchers }) => vouchers }
} as const satisfies SortKeys<Account>

/** The condition that a column of cents lies within bounds; undefined without bounds. */
export const amountWithin = (
  sql: SqlClient.SqlClient,
  column: string,
  { from, to }: AmountRange = {}
) =>
  from === undefined && to === undefined ? undefined : allOf(sql, [
    from === undefined ? undefined : sql`${sql.literal(column)} >= ${from}`,
    to === undefined ? undefined : sql`${sql.literal(column)} <= ${to}`
  ])

const Totals = Schema.Struct({ customers: Money.Cents, registers: Money.Cents })

/** Reads accounts with their tags. */
export class AccountRepository extends Context.Service<AccountRepository>()("core/AccountRepository", {
  make: Effect.gen(function*() {
    const sql = yield* SqlClient.SqlClient

    const rows = SqlSchema.findAll({
      Request: unencoded<AccountFilter>(),
      Result: ListedRow,
      // The tags are joined to the rows of the page alone.
      execute: (filter) => {
        const { after, order } = clauses(filter)
        return sql`select ${sql.literal(accountColumns)}, ${sql.literal(formerTags)}
          from (
            select account.* from account where ${allOf(sql, conditions(filter))} ${after}
            ${order} ${limitTo(sql, filter.page)}
          ) account ${sql.literal(withTag)}
          ${order}`
      }
    })
    const clauses = ({ page }: AccountFilter) => sortClauses(sql, accountKeys, "account.id", page ?? everything)

    const counted = SqlSchema.findOne({
      Request: unencoded<AccountFilter>(),
      Result: Schema.Struct({ n: Schema.Int }),
      execute: (filter) => sql`select count(*)::int as n from account where ${allOf(sql, conditions(filter))}`
    })
    const conditions = (filter: AccountFilter) => {
      const { balance, eventId, id, internal, madeBefore, nodes, tagged, term, types, uid, vouchers } = filter
      return [
        sql`account.event_id = ${eventId}`,
        nodes && sql`account.node_id = any(${nodes}::bigint[])`,
        id === undefined ? undefined : sql`account.id = ${id}`,
        uid === undefined ? undefined : sql`account.user_tag_id = (
          select id from user_tag where event_id = ${eventId} and uid = ${String(uid)}::numeric
        )`,
        internal && sql`account.type <> 'private'`,
        madeBefore && sql`${sql.literal(accountBegan)} < ${instant(madeBefore)}::timestamptz`,
        types && sql`account.type = any(${types}::text[])`,
        tagged === undefined ? undefined : sql`(account.user_tag_id is not null) = ${tagged}`,
        amountWithin(sql, "account.balance", balance),
        vouchers?.least === undefined ? undefined : sql`account.vouchers >= ${vouchers.least}`,
        term && accountMatches(sql, eventId, term)
      ]
    }

    const list = (filter: AccountFilter) =>
      Effect.map(rows(filter), (found) => found.map((row) => new Account(withHex(row))))

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
      /**
       * The guest who has the wristband with a stored PIN, or had it last, and their present wristband. No one for one of someone who
       * works here: its chip lets them sign in at tills, so a PIN that others can read must not lead to it.
       */
      holderOfPin: (eventId: bigint, pin: string) =>
        Effect.map(
          Effect.orDie(sql<{ accountId: bigint; tagId: bigint }>`select owner.id as "accountId", tag.id as "tagId"
            from user_tag tag
              join account owner on owner.event_id = tag.event_id and owner.type = 'private' and owner.id = coalesce(
                (select id from account worn where worn.event_id = tag.event_id and worn.user_tag_id = tag.id),
                (
                  select past.account_id from user_tag_history past
                  where past.event_id = tag.event_id and past.user_tag_id = tag.id order by past.id desc limit 1
                )
              )
            where tag.event_id = ${eventId} and tag.pin = ${pin} and not exists (
              select from usr where usr.event_id = tag.event_id
                and (usr.user_tag_id in (tag.id, owner.user_tag_id) or usr.customer_account_id = owner.id)
            )`),
          ([row]) => row
        ),
      byId: (eventId: bigint, id: bigint) => one({ eventId, id }),
      /** How many accounts there are, whatever the page. */
      count: (filter: AccountFilter) => Effect.map(counted(filter), ({ n }) => n),
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
