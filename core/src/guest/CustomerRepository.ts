import { Context, Effect, Layer, Schema } from "effect"
import { SqlClient, SqlSchema } from "effect/sql"
import { NewestPayout, newestPayout, shownPayout } from "../payout/PayoutRunRepository.ts"
import { limitTo } from "../sql/Page.ts"
import { allOf, everything, sortClauses, type SortedPage, type Sorting, type SortKeys } from "../sql/Sort.ts"
import { unencoded } from "../sql/Unencoded.ts"
import {
  accountColumns,
  accountKeys,
  AccountRow,
  type AmountRange,
  amountWithin,
  FormerTags,
  formerTags,
  withHex,
  withTag
} from "../wristband/AccountRepository.ts"
import { accountMatches } from "../wristband/GuestSearch.ts"
import type { SearchTerm } from "../wristband/SearchTerm.ts"
import { Customer, CustomerDetails } from "./Customer.ts"

const CustomerRow = Schema.Struct({
  ...AccountRow.fields,
  ...CustomerDetails.fields,
  tag_history: FormerTags,
  payout: NewestPayout
})

/** The id of the latest posting of an account, in SQL; 0 if there is none. */
const lastPosting = `coalesce(greatest(
    (select max(posting.id) from posting where posting.event_id = account.event_id and posting.source_account = account.id),
    (select max(posting.id) from posting where posting.event_id = account.event_id and posting.target_account = account.id)
  ), 0)`

/** Selects customers of an event, by ascending account id. */
export interface CustomerFilter {
  readonly eventId: bigint
  /** The nodes of their accounts; all nodes of the event if absent. */
  readonly nodes?: ReadonlyArray<bigint>
  readonly id?: bigint
  /** Only customers who are excluded from payout runs, or only the others. */
  readonly blocked?: boolean
  /** Only customers who gave their bank data, or only the others. */
  readonly entered?: boolean
  /** Whether they have a tag now. */
  readonly tagged?: boolean
  /** Only customers who work at the event, or only the others. */
  readonly staff?: boolean
  readonly balance?: AmountRange
  readonly term?: SearchTerm
  readonly page?: SortedPage
}

/** The orders of lists of customers, besides that by id. */
export const customerKeys = {
  ...accountKeys,
  account_name: { column: "coalesce(customer.account_name, '')", type: "text", of: (of) => of.account_name ?? "" },
  email: { column: "coalesce(customer.email, '')", type: "text", of: ({ email }) => email ?? "" },
  last_posting: { column: lastPosting, type: "bigint", of: ({ last_posting }) => last_posting ?? 0n }
} as const satisfies SortKeys<Customer>

/**
 * The id from the table that the key of an order is from. With ids of the other one, each of 100,000 rows is joined before the
 * start of a page is compared with it.
 */
const idBeside = ({ by }: Sorting): string =>
  Object.entries(customerKeys).find(([name]) => name === by)?.[1].column.includes("customer.") === true
    ? "customer.account_id"
    : "account.id"

export class CustomerRepository extends Context.Service<CustomerRepository>()("core/CustomerRepository", {
  make: Effect.gen(function*() {
    const sql = yield* SqlClient.SqlClient

    const rows = SqlSchema.findAll({
      Request: unencoded<CustomerFilter>(),
      Result: CustomerRow,
      // Accounts and tags are looked up for the rows of the page alone.
      execute: (filter) => {
        const page = filter.page ?? everything
        const { after, order } = sortClauses(sql, customerKeys, idBeside(page.sort), page)
        return sql`select ${sql.literal(accountColumns)}, tag.pin as user_tag_pin, customer.iban, customer.account_name,
            customer.email, case when not customer.donate_all then customer.donation end as donation,
            customer.payout_export, customer.payout_blocked_at as payout_blocked_since, (
              select coalesce(nullif(usr.display_name, ''), usr.login) from usr where usr.id = customer.payout_blocked_by
            ) as payout_blocked_by, nullif(${sql.literal(lastPosting)}, 0) as last_posting, (
              select posting.booked_at from posting
              where posting.event_id = ${filter.eventId} and posting.id = ${sql.literal(lastPosting)}
            ) as last_active_at, customer.donate_all, customer.has_entered_info, (
              select coalesce(sum(voucher.credit_paid_back), 0)::bigint from ticket_voucher voucher
              where voucher.event_id = ${filter.eventId} and voucher.customer_account_id = page.id
                and voucher.state = 'valid'
            ) as credit_paid_back, ${sql.literal(formerTags)},
            ${sql.literal(newestPayout)}
          from (${matching(filter)} ${after} ${order} ${limitTo(sql, filter.page)}) page
            join lateral (
              select * from account where account.event_id = ${filter.eventId} and account.id = page.id offset 0
            ) account on true
            join lateral (
              select * from customer
              where customer.event_id = ${filter.eventId} and customer.account_id = page.id offset 0
            ) customer on true
            ${sql.literal(withTag)}
          ${order}`
      }
    })

    const matching = ({ balance, blocked, entered, eventId, id, nodes, staff, tagged, term }: CustomerFilter) =>
      sql`select account.id from customer
        join account on account.event_id = customer.event_id and account.id = customer.account_id
        where ${
        allOf(sql, [
          sql`customer.event_id = ${eventId} and account.event_id = ${eventId}`,
          nodes && sql`account.node_id = any(${nodes}::bigint[])`,
          id === undefined ? undefined : sql`account.id = ${id}`,
          blocked === undefined ? undefined : blocked ? sql`not customer.payout_export` : sql`customer.payout_export`,
          entered === undefined ? undefined : sql`customer.has_entered_info = ${entered}`,
          tagged === undefined ? undefined : sql`(account.user_tag_id is not null) = ${tagged}`,
          staff === undefined ? undefined : sql`exists (
            select from usr where usr.event_id = account.event_id and usr.customer_account_id = account.id
          ) = ${staff}`,
          amountWithin(sql, "account.balance", balance),
          term && sql`(
            ${accountMatches(sql, eventId, term)}
            or strpos(lower(customer.email), ${term.text}) > 0
            or strpos(lower(customer.account_name), ${term.text}) > 0
            or strpos(upper(customer.iban), ${term.iban}) > 0
          )`
        ])
      }`

    const counted = SqlSchema.findOne({
      Request: unencoded<CustomerFilter>(),
      Result: Schema.Struct({ n: Schema.Int }),
      execute: (filter) => sql`select count(*)::int as n from (${matching(filter)}) matching`
    })

    // The planner can't tell how few of all events' tags and customers belong to this one. A single one is found by its key.
    const planned = (filter: CustomerFilter) =>
      filter.id === undefined
        ? sql.withTransaction(Effect.andThen(sql`set local enable_seqscan = off`, rows(filter)))
        : rows(filter)

    const list = (filter: CustomerFilter) =>
      Effect.map(
        planned(filter),
        (found) =>
          found.map((row) =>
            new Customer({ ...withHex(row), payout: row.payout === null ? null : shownPayout(row.payout) })
          )
      )

    return {
      /** How many customers there are, whatever the page. */
      count: (filter: CustomerFilter) => Effect.map(counted(filter), ({ n }) => n),
      list,
      /** Locks a customer's preferences until the end of the transaction. */
      lock: (eventId: bigint, id: bigint) =>
        sql`select from customer where event_id = ${eventId} and account_id = ${id} for no key update`,
      /** Lets payout runs include the customer again. */
      allowPayout: (eventId: bigint, id: bigint) =>
        sql`update customer set payout_export = true, payout_blocked_by = null, payout_blocked_at = null
          where event_id = ${eventId} and account_id = ${id}`,
      /** Excludes the customer from payout runs. Who did it first, and when, stays. */
      blockPayout: (eventId: bigint, id: bigint, userId: bigint) =>
        sql`update customer set payout_export = false, payout_blocked_by = ${userId}, payout_blocked_at = now()
          where event_id = ${eventId} and account_id = ${id} and payout_export`
    }
  })
}) {
  static readonly layer = Layer.effect(this, this.make)
}
