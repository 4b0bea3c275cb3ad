import { PgClient } from "@effect/sql-pg"
import { Context, type DateTime, Effect, Layer, Schema } from "effect"
import { SqlSchema } from "effect/sql"
import { Id } from "../ledger/Id.ts"
import * as Money from "../ledger/Money.ts"
import { instant } from "../primitives/Moment.ts"
import type { Problem } from "../primitives/Rule.ts"
import { writtenSentence } from "../primitives/Sentence.ts"
import { unencoded } from "../sql/Unencoded.ts"
import { TicketState } from "../tag/TicketVoucher.ts"
import type { ListedOrder } from "./ListedOrder.ts"
import type { PresaleTicket } from "./PresaleTicket.ts"
import type { OrderedTicket, OrderedTickets } from "./ShopOrder.ts"

const TicketRow = Schema.Struct({
  id: Id,
  orderCode: Schema.String,
  position: Schema.NullOr(Schema.String),
  modifiedAt: Schema.NullOr(Schema.DateTimeUtc),
  token: Schema.String,
  state: TicketState,
  credit: Money.Cents,
  product: Schema.NullOr(Id),
  productName: Schema.NullOr(Schema.String),
  name: Schema.NullOr(Schema.String),
  email: Schema.NullOr(Schema.String),
  checkedInAt: Schema.NullOr(Schema.DateTimeUtc),
  isRedeemed: Schema.Boolean
})

const AdmittedRow = Schema.Struct({
  id: Id,
  orderCode: Schema.String,
  state: TicketState,
  credit: Money.Cents,
  creditBooked: Money.Cents,
  /** With the registered top-ups, in cents. */
  balance: Money.Cents
})

/** The tickets of the presale and the versions of their orders. */
export class PresaleRepository extends Context.Service<PresaleRepository>()("core/PresaleRepository", {
  make: Effect.gen(function*() {
    const sql = yield* PgClient.PgClient

    const ticketsOf = SqlSchema.findAll({
      Request: unencoded<ListedOrder & { readonly eventId: bigint }>(),
      Result: TicketRow,
      execute: ({ code, eventId, tickets }) =>
        sql`select id, coalesce(external_reference, '') as "orderCode", shop_position as position,
            shop_modified_at as "modifiedAt", token, state, credit, product_id as product, product_name as "productName",
            guest_name as name, guest_email as email, admitted_elsewhere_at as "checkedInAt",
            redeemed_at is not null as "isRedeemed"
          from ticket_voucher
          where event_id = ${eventId} and (
            external_reference = ${code}
            or shop_position = any(${tickets.map(({ position }) => position)}::text[])
            or token = any(${tickets.map(({ token }) => token)}::text[])
          )
          order by id`
    })

    const versionOf = SqlSchema.findAll({
      Request: Schema.Struct({ eventId: Id, code: Schema.String }),
      Result: Schema.Struct({ modified_at: Schema.NullOr(Schema.DateTimeUtc) }),
      execute: ({ code, eventId }) =>
        sql`select modified_at from presale_order where event_id = ${eventId} and code = ${code}`
    })

    /** The stored state that an order is compared with. */
    const known = Effect.fnUntraced(function*(eventId: bigint, order: ListedOrder) {
      const [version] = yield* versionOf({ eventId, code: order.code })
      const tickets: ReadonlyArray<PresaleTicket> = yield* ticketsOf({ eventId, ...order })
      return { modifiedAt: version?.modified_at ?? null, tickets }
    })

    /** Imports into the event wait for each other until the end of the transaction. */
    const lockSource = (eventId: bigint) =>
      sql`insert into presale_source (event_id) values (${eventId})
        on conflict (event_id) do update set event_id = excluded.event_id`

    /** Locks the accounts of the tickets before the tickets themselves, as bookings do. */
    const lockAccounts = (eventId: bigint, ticketIds: ReadonlyArray<bigint>) =>
      sql`select account.id from account
        where account.event_id = ${eventId} and account.id in (
          select customer_account_id from ticket_voucher where event_id = ${eventId} and id = any(${ticketIds}::bigint[])
        )
        order by account.id for no key update`

    /** Adds tickets, each with an account, and returns their ids. */
    const add = (eventId: bigint, { code, link, modifiedAt, placedAt }: OrderedTickets, tickets: Tickets) =>
      sql<{ id: bigint }>`with arriving as (
          select *, nextval(pg_get_serial_sequence('account', 'id')) as account_id
          from ${arriving(tickets.map((ticket) => ({ ...ticket, id: null })))}
        ), opened as (
          insert into account (event_id, id, node_id, type, name)
          select ${eventId}, account_id, ${eventId}, 'private', name from arriving
        ), customers as (
          insert into customer (event_id, account_id, email) select ${eventId}, account_id, email from arriving
        )
        insert into ticket_voucher (
          event_id, node_id, created_at, customer_account_id, token, external_reference, external_link, state, credit,
          shop_position, shop_modified_at, product_id, product_name, guest_name, guest_email, admitted_elsewhere_at
        )
        select ${eventId}, ${eventId}, ${
        instant(placedAt)
      }::timestamptz, account_id, token, ${code}, ${link}::text, state,
          credit, position, ${instant(modifiedAt)}::timestamptz, product, "productName", name, email, "checkedInAt"
        from arriving order by token
        returning id`

    const arriving = (tickets: ReadonlyArray<OrderedTicket & { readonly id: bigint | null }>) =>
      sql`jsonb_to_recordset(${
        sql.json(tickets.map((ticket) => ({
          ...ticket,
          id: ticket.id === null ? null : String(ticket.id),
          credit: String(ticket.credit),
          product: ticket.product === null ? null : String(ticket.product),
          checkedInAt: instant(ticket.checkedInAt)
        })))
      }) as given (
        id bigint, position text, token text, state text, credit bigint, product bigint, "productName" text, name text,
        email text, "checkedInAt" timestamptz
      )`

    /**
     * Updates tickets as an order has them. Name and address of the guest follow while they are those that the shop gave.
     * Codes that change are free for each other first, as tickets may exchange theirs.
     */
    const update = Effect.fnUntraced(function*(
      eventId: bigint,
      { code, link, modifiedAt }: OrderedTickets,
      tickets: ReadonlyArray<OrderedTicket & { readonly id: bigint }>
    ) {
      yield* sql`update ticket_voucher set token = 'replaced ' || gen_random_uuid()
        from ${arriving(tickets)}
        where ticket_voucher.event_id = ${eventId} and ticket_voucher.id = given.id and ticket_voucher.token <> given.token`
      yield* sql`with given as (select * from ${arriving(tickets)}), known as (
          select voucher.id, customer_account_id, guest_name, guest_email from ticket_voucher voucher
            join given on given.id = voucher.id
          where voucher.event_id = ${eventId}
        ), named as (
          update account set name = given.name from known join given on given.id = known.id
          where account.event_id = ${eventId} and account.id = known.customer_account_id
            and account.name is not distinct from known.guest_name and account.name is distinct from given.name
        ), addressed as (
          update customer set email = given.email from known join given on given.id = known.id
          where customer.event_id = ${eventId} and customer.account_id = known.customer_account_id
            and customer.email is not distinct from known.guest_email and customer.email is distinct from given.email
        )
        update ticket_voucher set token = given.token, external_reference = ${code}, external_link = ${link}::text,
          state = given.state, credit = given.credit, shop_modified_at = ${instant(modifiedAt)}::timestamptz,
          product_id = given.product, product_name = given."productName", guest_name = given.name,
          guest_email = given.email, admitted_elsewhere_at = given."checkedInAt"
        from given where ticket_voucher.event_id = ${eventId} and ticket_voucher.id = given.id`
    })

    const cancel = (eventId: bigint, ids: ReadonlyArray<bigint>) =>
      sql`update ticket_voucher set state = 'cancelled' where event_id = ${eventId} and id = any(${ids}::bigint[])`

    /** Notes that a version of an order is stored, and that nothing is wrong with it. */
    const noteOrder = (eventId: bigint, code: string, modifiedAt: DateTime.Utc) =>
      sql`insert into presale_order (event_id, code, modified_at)
        values (${eventId}, ${code}, ${instant(modifiedAt)}::timestamptz)
        on conflict (event_id, code) do update set
          modified_at = greatest(presale_order.modified_at, excluded.modified_at), problem = null,
          problem_sentence = null, problem_since = null`

    /** Notes why an order can't be imported; its older version stays. */
    const noteProblem = (eventId: bigint, code: string, { rule, sentence }: Problem) =>
      sql`insert into presale_order (event_id, code, problem, problem_sentence, problem_since, problem_tried_at)
        values (${eventId}, ${code}, ${rule}, ${sql.json(writtenSentence(sentence))}, now(), now())
        on conflict (event_id, code) do update set problem = excluded.problem,
          problem_sentence = excluded.problem_sentence,
          problem_since = coalesce(presale_order.problem_since, excluded.problem_since),
          problem_tried_at = excluded.problem_tried_at`

    const forgetProblem = (eventId: bigint, code: string) =>
      sql`update presale_order set problem = null, problem_sentence = null, problem_since = null
        where event_id = ${eventId} and code = ${code}`

    const admitted = SqlSchema.findAll({
      Request: unencoded<{ readonly eventId: bigint; readonly ids: ReadonlyArray<bigint> }>(),
      Result: AdmittedRow,
      execute: ({ eventId, ids }) =>
        sql`select voucher.id, coalesce(voucher.external_reference, '') as "orderCode", voucher.state, voucher.credit,
            voucher.credit_booked as "creditBooked",
            account.balance + pending_top_ups(${eventId}, account.id) as balance
          from ticket_voucher voucher
            join account on account.event_id = voucher.event_id and account.id = voucher.customer_account_id
          where voucher.event_id = ${eventId} and voucher.id = any(${ids}::bigint[]) and voucher.redeemed_at is not null
          order by voucher.id`
    })

    /**
     * Tickets of guests with a wristband that are not as the shop has them, and those with a case, which may be out of date.
     */
    const uneven = SqlSchema.findAll({
      Request: Id,
      Result: Schema.Struct({ id: Id }),
      execute: (eventId) =>
        sql`select id from ticket_voucher where event_id = ${eventId} and redeemed_at is not null
            and (state <> 'valid' or credit <> credit_booked)
          union
          select ticket_voucher_id from presale_case where event_id = ${eventId} and ticket_voucher_id is not null
          order by id`
    })

    /** Books the credit that was paid since (cents); false if something has changed in the meantime. */
    const bookCredit = (eventId: bigint, { credit, creditBooked, id }: typeof AdmittedRow.Type, maximum: Money.Cents) =>
      Effect.map(
        sql<{ booked: boolean }>`select book_presale_credit(
          ${eventId}, ${id}, ${creditBooked}, ${credit}, ${maximum}
        ) as booked`,
        ([row]) => row?.booked === true
      )

    return {
      add,
      admitted,
      bookCredit,
      cancel,
      forgetProblem,
      known,
      lockAccounts,
      lockSource,
      noteOrder,
      noteProblem,
      uneven,
      update
    }
  })
}) {
  static readonly layer = Layer.effect(this, this.make)
}

type Tickets = ReadonlyArray<OrderedTicket>
