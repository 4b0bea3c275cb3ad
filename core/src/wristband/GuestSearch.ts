import type { SqlClient } from "effect/sql"
import type { SearchTerm } from "./SearchTerm.ts"

/** The nodes of an event whose guests may be searched by name. */
interface Scope {
  readonly eventId: bigint
  readonly nodes: ReadonlyArray<bigint>
}

/** The chip number of `tag` in hexadecimal. `to_hex` takes signed numbers, so 64-bit numbers are converted to their two's complement. */
export const tagUidHex =
  "upper(to_hex((case when tag.uid >= 9223372036854775808 then tag.uid - 18446744073709551616 else tag.uid end)::bigint))"

/**
 * Whether the PIN of `tag` contains the term, however it is typed, or its chip number does: in hexadecimal or decimal, padded with zeros
 * as it is printed.
 */
const tagMatches = (sql: SqlClient.SqlClient, { code, uidDecimal, uidHex }: SearchTerm) => {
  const pin = sql`strpos(searched_code(tag.pin), ${code}) > 0`
  return uidHex === null && uidDecimal === null ? pin : sql`(
    ${pin} or coalesce(strpos(lpad(${sql.literal(tagUidHex)}, 16, '0'), ${uidHex}::text) > 0, false)
    or coalesce(strpos(lpad(tag.uid::text, 20, '0'), ${uidDecimal}::text) > 0, false)
  )`
}

/** The accounts of presale tickets with this code. Part of a code finds none: it lets its guest in, so no one is to guess it. */
const ofTicket = (sql: SqlClient.SqlClient, eventId: bigint, { code }: SearchTerm) =>
  sql`select ticket.customer_account_id from ticket_voucher ticket
    where ticket.event_id = ${eventId} and (searched_code(ticket.token) collate "C") = ${code}`

/**
 * Whether `account` is found: by its name or comment, by the PIN or chip of its wristband or of one that it had before, as guests who
 * blocked theirs name that one, or by the code of its presale ticket. The wristbands are read once, not for each account.
 */
export const accountMatches = (sql: SqlClient.SqlClient, eventId: bigint, term: SearchTerm) =>
  sql`(
    strpos(lower(account.name), ${term.text}) > 0 or strpos(lower(account.comment), ${term.text}) > 0 or account.id in (
      with matching as materialized (
        select tag.id from user_tag tag where tag.event_id = ${eventId} and ${tagMatches(sql, term)}
      )
      select owner.id from account owner join matching on matching.id = owner.user_tag_id where owner.event_id = ${eventId}
      union all
      select past.account_id from user_tag_history past join matching on matching.id = past.user_tag_id
      where past.event_id = ${eventId}
      union all
      ${ofTicket(sql, eventId, term)}
    )
  )`

/** Whether `tag` is found: by its PIN or chip, or by the name or the presale ticket of a guest in scope who has it, or had it before. */
export const wristbandMatches = (sql: SqlClient.SqlClient, { eventId, nodes }: Scope, term: SearchTerm) =>
  sql`(${tagMatches(sql, term)} or tag.id in (
    with owner as materialized (
      select account.id, account.user_tag_id from account
      where account.event_id = ${eventId} and account.node_id = any(${nodes}::bigint[])
        and account.type = 'private' and account.name is not null
        and search_lexemes(account.event_id, account.name) @@ search_query(${eventId}, ${term.text})
      union
      select account.id, account.user_tag_id from (${ofTicket(sql, eventId, term)}) ticket
        join lateral (
          select * from account
          where account.event_id = ${eventId} and account.id = ticket.customer_account_id
            and account.node_id = any(${nodes}::bigint[]) offset 0
        ) account on true
    )
    select user_tag_id from owner where user_tag_id is not null
    union all
    select past.user_tag_id from owner join lateral (
      select * from user_tag_history former where former.event_id = ${eventId} and former.account_id = owner.id offset 0
    ) past on true
  ))`
