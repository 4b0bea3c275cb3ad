import { Context, Effect, Layer, Schema } from "effect"
import { SqlClient, SqlSchema } from "effect/sql"
import { PayoutRunRepository } from "../payout/PayoutRunRepository.ts"
import { limitTo, type Page } from "../sql/Page.ts"
import { unencoded } from "../sql/Unencoded.ts"
import { accountColumns, AccountRepository, AccountRow, withTag } from "../tag/AccountRepository.ts"
import type { SearchTerm } from "../tag/SearchTerm.ts"
import { chipMatches } from "../tag/UserTagRepository.ts"
import { Customer, CustomerDetails } from "./Customer.ts"

const CustomerRow = Schema.Struct({ ...AccountRow.fields, ...CustomerDetails.fields })

/** Selects customers of an event, by ascending account id. */
export interface CustomerFilter {
  readonly eventId: bigint
  /** The nodes of their accounts; all nodes of the event if absent. */
  readonly nodes?: ReadonlyArray<bigint>
  readonly id?: bigint
  /** Only customers who are excluded from payout runs. */
  readonly blocked?: true
  readonly term?: SearchTerm
  readonly page?: Page
}

export class CustomerRepository extends Context.Service<CustomerRepository>()("core/CustomerRepository", {
  make: Effect.gen(function*() {
    const accounts = yield* AccountRepository
    const runs = yield* PayoutRunRepository
    const sql = yield* SqlClient.SqlClient

    const rows = SqlSchema.findAll({
      Request: unencoded<CustomerFilter>(),
      Result: CustomerRow,
      execute: (filter) =>
        sql`select ${sql.literal(accountColumns)}, tag.pin as user_tag_pin, customer.iban, customer.account_name,
            customer.email, case when not customer.donate_all then customer.donation end as donation,
            customer.payout_export, customer.donate_all, customer.has_entered_info
          from customer
            join lateral (
              select * from account
              where account.event_id = customer.event_id and account.id = customer.account_id offset 0
            ) account on true
            ${sql.literal(withTag)}
          where ${sql.and(conditions(filter))}
          order by customer.account_id ${limitTo(sql, filter.page)}`
    })
    const conditions = ({ blocked, eventId, id, nodes, page, term }: CustomerFilter) => [
      sql`customer.event_id = ${eventId}`,
      ...(nodes === undefined ? [] : [sql`account.node_id = any(${nodes}::bigint[])`]),
      ...(id === undefined ? [] : [sql`customer.account_id = ${id}`]),
      ...(blocked === undefined ? [] : [sql`not customer.payout_export`]),
      ...(term === undefined ? [] : [sql`(
        strpos(lower(account.name), ${term.text}) > 0 or strpos(lower(account.comment), ${term.text}) > 0
        or strpos(lower(tag.pin), ${term.text}) > 0 or ${chipMatches(sql, term)}
        or strpos(lower(customer.email), ${term.text}) > 0 or strpos(lower(customer.account_name), ${term.text}) > 0
        or strpos(upper(customer.iban), ${term.iban}) > 0
      )`]),
      ...(page === undefined || page.cursor === null ? [] : [sql`customer.account_id > ${page.cursor}`])
    ]

    const list = Effect.fnUntraced(function*(filter: CustomerFilter) {
      const found = yield* accounts.detailed(filter.eventId, yield* rows(filter))
      const payouts = found.length === 0 ? [] : yield* runs.latest(filter.eventId, found.map(({ id }) => id))
      const byAccount = new Map(payouts.map((payout) => [payout.customer_account_id, payout]))
      return found.map((row) => new Customer({ ...row, payout: byAccount.get(row.id) ?? null }))
    })

    return {
      list,
      /** Locks a customer's preferences until the end of the transaction. */
      lock: (eventId: bigint, id: bigint) =>
        sql`select from customer where event_id = ${eventId} and account_id = ${id} for no key update`,
      /** Sets whether payout runs may include the customer. */
      setPayoutExport: (eventId: bigint, id: bigint, payoutExport: boolean) =>
        sql`update customer set payout_export = ${payoutExport} where event_id = ${eventId} and account_id = ${id}`
    }
  })
}) {
  static readonly layer = Layer.effect(this, this.make)
}
