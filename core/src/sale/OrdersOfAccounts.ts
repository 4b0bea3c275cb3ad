import type { SqlClient } from "effect/sql"
import type { Fragment } from "effect/sql/Statement"

/** Conditions for the orders of customers, whom an account, a chip or a tag names. */
export const ordersOfAccounts = (sql: SqlClient.SqlClient) => {
  /** No index has all orders of a customer: the function finds them by what they moved. */
  const ofAccounts = (eventId: bigint, accounts: Fragment) =>
    sql`ordr.id = any(array(select orders_of(${eventId}, ${accounts})))
      and ordr.customer_account_id = any(${accounts})`

  return {
    ofAccount: (eventId: bigint, accountId: bigint) => ofAccounts(eventId, sql`array[${accountId}::bigint]`),
    /** Of the account whose tag has this chip now. */
    ofChip: (eventId: bigint, uid: bigint) =>
      ofAccounts(
        eventId,
        sql`array(select id from account where event_id = ${eventId} and user_tag_id = (
          select id from user_tag where event_id = ${eventId} and uid = ${String(uid)}::numeric))`
      ),
    /** Of the tag itself, which had few accounts. */
    ofTag: (eventId: bigint, tagId: bigint) => {
      const accounts = sql`array(
        select id from account where event_id = ${eventId} and user_tag_id = ${tagId}
        union all
        select account_id from user_tag_history where event_id = ${eventId} and user_tag_id = ${tagId}
      )`
      return sql`ordr.user_tag_id = ${tagId} and ${ofAccounts(eventId, accounts)}`
    }
  }
}
