import { Context, Effect, Layer, Schema, Struct } from "effect"
import { SqlClient, SqlSchema } from "effect/sql"
import { Id } from "../base/Id.ts"
import * as Money from "../base/Money.ts"
import { nullOr } from "../base/OptionalField.ts"
import { allOf, sortClauses, type SortedPage, type SortKeys } from "../sql/Sort.ts"
import { unencoded } from "../sql/Unencoded.ts"
import type { SearchTerm } from "../wristband/SearchTerm.ts"
import type { TicketState } from "../wristband/TicketVoucher.ts"
import { ExternalTicket } from "./ExternalTicket.ts"

/** The presale tickets of an event that live at one of the nodes. */
interface TicketScope {
  readonly eventId: bigint
  readonly nodes: ReadonlyArray<bigint>
}

/** Selects the tickets in a scope. */
export interface TicketFilter extends TicketScope {
  /** Part of the order, the code, the product, or the name or address of the guest. */
  readonly term?: SearchTerm
  readonly state?: TicketState
  readonly checkedIn?: boolean
  readonly withCredit?: boolean
}

/** The orders of the list of presale tickets, besides that by id. */
export const ticketKeys = {
  external_reference: {
    column: "coalesce(voucher.external_reference, '')",
    type: "text",
    of: (ticket) => ticket.external_reference
  },
  customer_name: { column: "coalesce(account.name, '')", type: "text", of: (ticket) => ticket.customer_name ?? "" },
  customer_email: { column: "coalesce(customer.email, '')", type: "text", of: (ticket) => ticket.customer_email ?? "" },
  initial_top_up_amount: { column: "voucher.credit", type: "bigint", of: (ticket) => ticket.initial_top_up_amount }
} as const satisfies SortKeys<ExternalTicket>

const Row = Schema.Struct(
  Struct.omit(ExternalTicket.fields, ["ticket_type", "cancelled", "has_checked_in"])
)

const Figures = Schema.Struct({
  total: Schema.Int,
  checked_in: Schema.Int,
  cancelled: Schema.Int,
  suspended: Schema.Int,
  sold: Money.Cents,
  activated: Money.Cents
})

/** Presale tickets as the office sees them. */
export class PresaleTicketRepository
  extends Context.Service<PresaleTicketRepository>()("core/PresaleTicketRepository", {
    make: Effect.gen(function*() {
      const sql = yield* SqlClient.SqlClient

      const within = ({ eventId, nodes }: TicketScope) =>
        sql`voucher.event_id = ${eventId} and voucher.node_id = any(${nodes}::bigint[])`

      const having = ({ checkedIn, state, term, withCredit, ...scope }: TicketFilter) =>
        allOf(sql, [
          within(scope),
          state === undefined ? undefined : sql`voucher.state = ${state}`,
          checkedIn === undefined ? undefined : sql`(voucher.redeemed_at is not null) = ${checkedIn}`,
          withCredit === undefined ? undefined : sql`(voucher.credit > 0) = ${withCredit}`,
          term && sql`(
            strpos(lower(voucher.external_reference), ${term.text}) > 0 or strpos(searched_code(voucher.token), ${term.code}) > 0
            or strpos(lower(voucher.product_name), ${term.text}) > 0 or strpos(lower(account.name), ${term.text}) > 0
            or strpos(lower(customer.email), ${term.text}) > 0
          )`
        ])

      // Looked up for the rows of a page alone: the planner can't tell how few of all accounts belong to the event.
      const withGuest = sql`
        join lateral (
          select * from account
          where account.event_id = voucher.event_id and account.id = voucher.customer_account_id offset 0
        ) account on true
        join lateral (
          select * from customer
          where customer.event_id = voucher.event_id and customer.account_id = voucher.customer_account_id offset 0
        ) customer on true`

      const rows = SqlSchema.findAll({
        Request: unencoded<{ readonly filter: TicketFilter; readonly page: SortedPage }>(),
        Result: Row,
        execute: ({ filter, page }) => {
          const { after, order } = sortClauses(sql, ticketKeys, "voucher.id", page)
          return sql`
            select voucher.id, coalesce(voucher.external_reference, '') as external_reference, voucher.created_at,
              voucher.token, voucher.external_link, customer.email as customer_email, account.name as customer_name,
              voucher.customer_account_id, voucher.credit as initial_top_up_amount, voucher.credit_booked, voucher.credit_paid_back,
              voucher.product_id as pretix_item_id, voucher.product_name as pretix_product_name, voucher.state,
              voucher.valid_from, voucher.valid_until, voucher.needs_attention as checkin_attention,
              voucher.entrance_note as checkin_text,
              voucher.redeemed_at as checked_in_at
            from ticket_voucher voucher ${withGuest}
            where ${having(filter)} ${after} ${order} limit ${page.limit}`
        }
      })

      const counted = SqlSchema.findOne({
        Request: unencoded<TicketFilter>(),
        Result: Schema.Struct({ n: Schema.Int }),
        execute: (filter) =>
          sql`select count(*)::int as n from ticket_voucher voucher
            ${filter.term === undefined ? sql`` : withGuest} where ${having(filter)}`
      })

      const figures = SqlSchema.findOne({
        Request: Schema.Struct({ eventId: Id, nodes: Schema.Array(Id), before: nullOr(Schema.DateTimeUtcFromDate) }),
        Result: Figures,
        execute: ({ before, ...scope }) =>
          sql`select count(*) filter (where state <> 'cancelled')::int as total,
              count(*) filter (where state <> 'cancelled' and redeemed)::int as checked_in,
              count(*) filter (where state = 'cancelled')::int as cancelled,
              count(*) filter (where state = 'suspended')::int as suspended,
              coalesce(sum(credit) filter (where state <> 'cancelled'), 0)::bigint as sold,
              coalesce(sum(least(credit, credit_booked)) filter (where state <> 'cancelled'), 0)::bigint as activated
            from (${before === null ? present(scope) : past(scope, before)}) ticket`
      })
      const present = (scope: TicketScope) =>
        sql`select voucher.state, voucher.credit, voucher.credit_booked, voucher.redeemed_at is not null as redeemed
          from ticket_voucher voucher where ${within(scope)}`
      // A guest gets credit with the order that hands out the wristband, and by postings that name the ticket.
      const past = (scope: TicketScope, before: Date) =>
        sql`
          with later as materialized (
            select posting.ticket_voucher_id as id, sum(posting.amount) as amount
            from posting join account
              on account.event_id = posting.event_id and account.id = posting.source_account and account.type = 'presale_entry'
            where posting.event_id = ${scope.eventId} and posting.ticket_voucher_id is not null
              and posting.booked_at < ${before}
            group by posting.ticket_voucher_id
          )
          select then_had.state, then_had.credit, coalesce(voucher.redeemed_at < ${before}, false) as redeemed,
            case when voucher.redeemed_at < ${before} then voucher.credit_in_order else 0 end + coalesce(later.amount, 0)
              as credit_booked
          from ticket_voucher voucher
            cross join lateral (
              select state, credit from ticket_voucher_history had
              where had.event_id = voucher.event_id and had.ticket_voucher_id = voucher.id and had.changed_at < ${before}
              order by had.id desc limit 1
            ) then_had
            left join later on later.id = voucher.id
          where ${within(scope)}`

      return {
        count: (filter: TicketFilter) => Effect.map(counted(filter), ({ n }) => n),
        /** Figures of the tickets in a scope; with `before` as they were at that moment. */
        figures,
        /** Tickets in the order of a page. */
        page: (filter: TicketFilter, page: SortedPage) =>
          Effect.map(rows({ filter, page }), (found) =>
            found.map((row) =>
              new ExternalTicket({
                ...row,
                ticket_type: "pretix",
                cancelled: row.state === "cancelled",
                has_checked_in: row.checked_in_at !== null
              })
            ))
      }
    })
  })
{
  static readonly layer = Layer.effect(this, this.make)
}
