import { PgClient } from "@effect/sql-pg"
import { Context, Effect, Layer, Schema } from "effect"
import { SqlSchema } from "effect/sql"
import { Id } from "../base/Id.ts"
import { instant } from "../base/Moment.ts"
import * as Money from "../base/Money.ts"
import { nullOr } from "../base/OptionalField.ts"
import { unencoded } from "../sql/Unencoded.ts"
import { TicketState } from "../wristband/TicketVoucher.ts"
import type { ShopOrderVersion, ShopTicket } from "./ShopOrder.ts"

const ReviewedRow = Schema.Struct({
  id: Id,
  orderCode: Schema.String,
  shop: nullOr(Schema.String),
  isAdmitted: Schema.Boolean,
  hasCase: Schema.Boolean,
  state: TicketState,
  credit: Money.Cents,
  creditBooked: Money.Cents,
  creditToCome: Money.Cents,
  paidBack: Money.Cents,
  /** With the registered top-ups of a guest who has their wristband, in cents. */
  balance: Money.Cents
})

/** The tickets of the presale: what an import changes of them, and the guests who have their wristband. */
export class PresaleRepository extends Context.Service<PresaleRepository>()("core/PresaleRepository", {
  make: Effect.gen(function*() {
    const sql = yield* PgClient.PgClient

    /** Locks the accounts of the tickets before the tickets themselves, as bookings do. */
    const lockAccounts = (eventId: bigint, ticketIds: ReadonlyArray<bigint>) =>
      sql`select account.id from account
        where account.event_id = ${eventId} and account.id in (
          select customer_account_id from ticket_voucher where event_id = ${eventId} and id = any(${ticketIds}::bigint[])
        )
        order by account.id for no key update`

    /**
     * Adds tickets of orders, each with an account. Returns those whose credit alone is above the highest balance (cents), and those
     * that bring less than was bought.
     */
    const add = (
      eventId: bigint,
      added: ReadonlyArray<{ readonly order: ShopOrderVersion; readonly tickets: Tickets }>,
      maximum: Money.Cents
    ) =>
      Effect.map(
        insert(eventId, added),
        (rows) => rows.flatMap(({ credit, id, paidBack }) => credit > maximum || paidBack > 0n ? [id] : [])
      )

    const insert = (
      eventId: bigint,
      added: ReadonlyArray<{ readonly order: ShopOrderVersion; readonly tickets: Tickets }>
    ) =>
      sql<{ readonly id: bigint; readonly credit: bigint; readonly paidBack: bigint }>`with arriving as (
          select *, nextval(pg_get_serial_sequence('account', 'id')) as account_id
          from ${
        arriving(
          added.flatMap(({ order, tickets }) => tickets.map((ticket) => ({ ...ticket, ...originOf(order), id: null })))
        )
      }
        ), opened as (
          insert into account (event_id, id, node_id, type, name)
          select ${eventId}, account_id, ${eventId}, 'private', name from arriving
        ), customers as (
          insert into customer (event_id, account_id, email) select ${eventId}, account_id, email from arriving
        )
        insert into ticket_voucher (
          event_id, node_id, created_at, customer_account_id, token, external_reference, external_link, state, credit,
          shop_position, shop_modified_at, product_id, product_name, guest_name, guest_email, admitted_elsewhere_at,
          credit_paid_back, shop, shop_date, valid_from, valid_until, needs_attention, entrance_note
        )
        select ${eventId}, ${eventId}, "placedAt", account_id, token, code, link, state, credit, position, "modifiedAt",
          product, "productName", name, email, "checkedInAt", "paidBack", shop, date, "validFrom", "validUntil", "needsAttention",
          note
        from arriving order by token
        returning id, credit, credit_paid_back as "paidBack"`

    const arriving = (tickets: ReadonlyArray<ShopTicket & { readonly id: bigint | null } & Partial<Origin>>) =>
      sql`jsonb_to_recordset(${
        sql.json(tickets.map(({ entrance, ...ticket }) => ({
          ...ticket,
          id: ticket.id === null ? null : String(ticket.id),
          credit: String(ticket.credit),
          paidBack: String(ticket.paidBack),
          date: ticket.date === null ? null : String(ticket.date),
          product: ticket.product === null ? null : String(ticket.product),
          checkedInAt: instant(ticket.checkedInAt),
          ...entrance,
          validFrom: instant(entrance.validFrom),
          validUntil: instant(entrance.validUntil)
        })))
      }) as given (
        id bigint, position text, token text, state text, credit bigint, product bigint, "productName" text, name text,
        email text, "checkedInAt" timestamptz, code text, link text, "placedAt" timestamptz, "modifiedAt" timestamptz,
        "paidBack" bigint, date bigint, shop text, "validFrom" timestamptz, "validUntil" timestamptz,
        "needsAttention" boolean, note text
      )`

    const replacedCode = sql.literal("'replaced ' || gen_random_uuid()")

    /**
     * Updates tickets as an order has them. Name and address of the guest follow while they are those that the shop gave.
     * Codes that change are free for each other first, as tickets may exchange theirs.
     */
    const update = Effect.fnUntraced(function*(
      eventId: bigint,
      { code, link, modifiedAt, shop }: ShopOrderVersion,
      tickets: ReadonlyArray<ShopTicket & { readonly id: bigint }>
    ) {
      yield* sql`update ticket_voucher set token = ${replacedCode}
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
          guest_email = given.email, admitted_elsewhere_at = given."checkedInAt", credit_paid_back = given."paidBack",
          shop = ${shop}::text, shop_date = given.date, valid_from = given."validFrom", valid_until = given."validUntil",
          needs_attention = given."needsAttention", entrance_note = given.note, check_in_of_former_shop = false,
          check_in_stopped_at = case when not check_in_of_former_shop then check_in_stopped_at end
        from given where ticket_voucher.event_id = ${eventId} and ticket_voucher.id = given.id`
    })

    /** Cancels tickets, and takes from them the codes that others have now. */
    const cancel = (eventId: bigint, ids: ReadonlyArray<bigint>, others: Tickets) =>
      sql`update ticket_voucher set state = 'cancelled', token = case
          when token = any(${others.map(({ token }) => token)}::text[]) then ${replacedCode} else token
        end
        where event_id = ${eventId} and id = any(${ids}::bigint[])`

    /** Changes the credit of tickets that other orders pay for. */
    const recredit = (eventId: bigint, tickets: ReadonlyArray<{ readonly id: bigint; readonly credit: Money.Cents }>) =>
      sql`update ticket_voucher set credit = given.credit
        from jsonb_to_recordset(${
        sql.json(tickets.map(({ credit, id }) => ({ id: String(id), credit: String(credit) })))
      }) as given (id bigint, credit bigint)
        where event_id = ${eventId} and ticket_voucher.id = given.id`

    const reviewed = SqlSchema.findAll({
      Request: unencoded<{ readonly eventId: bigint; readonly ids: ReadonlyArray<bigint> }>(),
      Result: ReviewedRow,
      execute: ({ eventId, ids }) =>
        sql`select voucher.id, coalesce(voucher.external_reference, '') as "orderCode", voucher.shop, voucher.state,
            voucher.credit, voucher.credit_booked as "creditBooked", credit_to_come(${eventId}, account.id) as "creditToCome",
            case voucher.state when 'valid' then voucher.credit_paid_back else 0 end as "paidBack",
            voucher.redeemed_at is not null as "isAdmitted",
            exists (
              select from presale_case known where known.event_id = ${eventId} and known.ticket_voucher_id = voucher.id
            ) as "hasCase",
            account.balance + case when voucher.redeemed_at is null then 0 else pending_top_ups(${eventId}, account.id) end
              as balance
          from ticket_voucher voucher
            join account on account.event_id = voucher.event_id and account.id = voucher.customer_account_id
          where voucher.event_id = ${eventId} and voucher.id = any(${ids}::bigint[])
          order by voucher.id`
    })

    /**
     * Tickets of guests with a wristband that are not as the shop has them, those of others whose credit would lift the balance above
     * the limit, those of another shop than this one, and those with a case, which may be out of date.
     */
    const uneven = SqlSchema.findAll({
      Request: unencoded<{ readonly eventId: bigint; readonly maximum: Money.Cents; readonly shop: string | null }>(),
      Result: Schema.Struct({ id: Id }),
      execute: ({ eventId, maximum, shop }) =>
        sql`select id from ticket_voucher where event_id = ${eventId} and redeemed_at is not null
            and (state <> 'valid' or credit <> credit_booked)
          union
          select voucher.id from ticket_voucher voucher
            join account on account.event_id = voucher.event_id and account.id = voucher.customer_account_id
          where voucher.event_id = ${eventId} and voucher.redeemed_at is null and voucher.state = 'valid'
            and voucher.credit > 0 and account.balance + voucher.credit > ${maximum}::bigint
          union
          select id from ticket_voucher where event_id = ${eventId} and redeemed_at is null and state <> 'cancelled'
            and shop <> ${shop}::text
          union
          select ticket_voucher_id from presale_case where event_id = ${eventId} and ticket_voucher_id is not null
          order by id`
    })

    /** Books the credit that was paid since (cents); false if something has changed in the meantime. */
    const bookCredit = (eventId: bigint, { credit, creditBooked, id }: typeof ReviewedRow.Type, maximum: Money.Cents) =>
      Effect.map(
        sql<{ booked: boolean }>`select book_presale_credit(
          ${eventId}, ${id}, ${creditBooked}, ${credit}, ${maximum}
        ) as booked`,
        ([row]) => row?.booked === true
      )

    return {
      add,
      bookCredit,
      cancel,
      lockAccounts,
      recredit,
      reviewed,
      uneven,
      update
    }
  })
}) {
  static readonly layer = Layer.effect(this, this.make)
}

type Tickets = ReadonlyArray<ShopTicket>

/** The order of a ticket that is added, with times as SQL takes them. */
interface Origin {
  readonly code: string
  readonly shop: string | null
  readonly link: string | null
  readonly placedAt: string | null
  readonly modifiedAt: string | null
}

const originOf = ({ code, link, modifiedAt, placedAt, shop }: ShopOrderVersion): Origin => ({
  code,
  shop,
  link,
  placedAt: instant(placedAt),
  modifiedAt: instant(modifiedAt)
})
