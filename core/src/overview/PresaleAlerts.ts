import type { SqlClient, Statement } from "effect/sql"
import { isImporting } from "../event/EventRepository.ts"
import { filePosition } from "../presale/TicketFile.ts"

/**
 * Reads facts about the presale of the event `node`, with the columns count, amount, since and state. Decisions wait also once the
 * presale is switched off; everything else concerns the import.
 */
export const presaleFacts = (
  sql: SqlClient.SqlClient,
  fact: (kind: string, columns: string) => Statement.Fragment,
  eventId: bigint,
  intervalSeconds: number
) => {
  const summed = (kind: string, columns: string, found: Statement.Fragment) =>
    sql`${fact(kind, columns)} from node join event on event.event_id = node.id cross join lateral (${found}) found
      where node.id = ${eventId} and found.count > 0`
  const ofImport = (kind: string, found: Statement.Fragment) =>
    sql`${summed(kind, "found.count::integer, null, found.since, null", found)} and ${sql.literal(isImporting)}`
  const tickets = sql`ticket_voucher voucher where voucher.event_id = ${eventId}`
  return [
    ofImport(
      "presale_failing",
      sql`select failures as count, failing_since as since from presale_source source
        where source.event_id = ${eventId}`
    ),
    ofImport(
      "presale_overdue",
      sql`select count(*) filter (where coalesce(failures, 0) = 0) as count,
          min(coalesce(requested_at, read_at + ${intervalSeconds}::integer * interval '1 second')) as since
        from (select 1) once left join presale_source source on source.event_id = ${eventId}`
    ),
    ofImport(
      "presale_orders",
      sql`select count(*) as count, min(problem_since) as since from presale_order broken
        where broken.event_id = ${eventId} and problem is not null`
    ),
    summed(
      "presale_cases",
      "found.count::integer, found.amount::bigint, found.since, null",
      sql`select count(*) as count, sum(amount) as amount, min(opened_at) as since from presale_case undecided
        where undecided.event_id = ${eventId} and settled_at is null`
    ),
    ofImport(
      "presale_check_ins_refused",
      sql`select count(*) as count, min(check_in_stopped_at) as since from ${tickets}
          and check_in_stopped_at is not null and not check_in_of_former_shop`
    ),
    ofImport(
      "presale_check_ins_waiting",
      sql`select count(*) as count, min(redeemed_at) as since from ${tickets} and redeemed_at is not null
          and shop_position is not null and checked_in_at is null and check_in_stopped_at is null
          and not starts_with(shop_position, ${filePosition})`
    )
  ]
}
