import { PgClient } from "@effect/sql-pg"
import { Context, DateTime, Effect, Layer, Schema } from "effect"
import { SqlSchema } from "effect/sql"
import { Id } from "../base/Id.ts"
import { instant } from "../base/Moment.ts"
import * as Money from "../base/Money.ts"
import { nullOr } from "../base/OptionalField.ts"
import type { Problem } from "../base/Rule.ts"
import { writtenSentence } from "../base/Sentence.ts"
import { unencoded } from "../sql/Unencoded.ts"
import { TicketState } from "../wristband/TicketVoucher.ts"
import { type PresaleTicket, type StoredOrder, withCreditElsewhere } from "./PresaleTicket.ts"
import type { ShopOrderTickets, ShopOrderVersion } from "./ShopOrder.ts"
import { filePosition } from "./TicketFile.ts"

const TicketRow = Schema.Struct({
  id: Id,
  orderCode: Schema.String,
  position: nullOr(Schema.String),
  modifiedAt: nullOr(Schema.DateTimeUtc),
  token: Schema.String,
  state: TicketState,
  credit: Money.Cents,
  paidBack: Money.Cents,
  shop: nullOr(Schema.String),
  date: nullOr(Id),
  product: nullOr(Id),
  productName: nullOr(Schema.String),
  name: nullOr(Schema.String),
  email: nullOr(Schema.String),
  checkedInAt: nullOr(Schema.DateTimeUtc),
  validFrom: nullOr(Schema.DateTimeUtc),
  validUntil: nullOr(Schema.DateTimeUtc),
  needsAttention: Schema.Boolean,
  note: nullOr(Schema.String),
  isRedeemed: Schema.Boolean
})

const CreditRow = Schema.Struct({
  code: Schema.String,
  position: Schema.String,
  amount: Money.Cents,
  placedAt: Schema.DateTimeUtc,
  modifiedAt: Schema.DateTimeUtc
})

const KeptRow = Schema.Struct({ code: Schema.String, amount: Money.Cents, isOfTicket: Schema.Boolean })

/** What names an order: shops number theirs each for itself. `shop` is null for an order of a file. */
export interface OrderKey {
  readonly shop: string | null
  readonly code: string
}

/** The shop as rows of orders, credit and cases have it. */
export const shopKey = (shop: string | null | undefined): string => shop ?? ""

/** The part of an order by which it is found; one of a file has no more. */
type OrderContent =
  & ShopOrderTickets
  & Partial<Pick<ShopOrderVersion, "modifiedAt" | "otherCredit" | "placedAt" | "shop">>

/** The positions that an order's own credit was bought for, though none of its tickets has it. */
const ownersIn = ({ otherCredit = [] }: OrderContent) => otherCredit.flatMap(({ owner }) => owner ?? [])

const toTicket = (
  { needsAttention, note, validFrom, validUntil, ...ticket }: typeof TicketRow.Type
): PresaleTicket => ({
  ...ticket,
  entrance: { needsAttention, note, validFrom, validUntil }
})

/** The orders of the presale: the stored state of each, its newest version, and why it could not be imported. */
export class PresaleOrderRepository extends Context.Service<PresaleOrderRepository>()("core/PresaleOrderRepository", {
  make: Effect.gen(function*() {
    const sql = yield* PgClient.PgClient

    /** Numbers of positions, and codes of orders, mean something within their shop alone. */
    const ofShop = (shop: string | null) =>
      shop === null ? sql`shop is null` : sql`(shop = ${shop} or (shop is null and (
        shop_position is null or not starts_with(shop_position, ${filePosition})
      )))`

    const ticketsOf = SqlSchema.findAll({
      Request: unencoded<{
        readonly eventId: bigint
        readonly orders: ReadonlyArray<OrderContent>
        /** Positions of tickets that other orders may have. */
        readonly owners: ReadonlyArray<string>
      }>(),
      Result: TicketRow,
      execute: ({ eventId, orders, owners }) => {
        const tickets = orders.flatMap((order) => order.tickets)
        const positions = [...tickets.map(({ position }) => position), ...owners]
        return sql`select id, coalesce(external_reference, '') as "orderCode", shop_position as position,
            shop_modified_at as "modifiedAt", token, state, credit,
            credit_paid_back as "paidBack", shop, shop_date as date, product_id as product, product_name as "productName",
            guest_name as name, guest_email as email, admitted_elsewhere_at as "checkedInAt",
            valid_from as "validFrom", valid_until as "validUntil", needs_attention as "needsAttention",
            entrance_note as note,
            redeemed_at is not null as "isRedeemed"
          from ticket_voucher
          where event_id = ${eventId} and (
            (
              (
                external_reference = any(${orders.map(({ code }) => code)}::text[])
                or shop_position = any(${positions}::text[])
              ) and ${ofShop(orders[0]?.shop ?? null)}
            )
            or token = any(${tickets.map(({ token }) => token)}::text[])
          )
          order by id`
      }
    })

    const versionsOf = SqlSchema.findAll({
      Request: unencoded<
        { readonly eventId: bigint; readonly codes: ReadonlyArray<string>; readonly shop: string }
      >(),
      Result: Schema.Struct({
        code: Schema.String,
        modifiedAt: nullOr(Schema.DateTimeUtc),
        isOpen: Schema.Boolean
      }),
      execute: ({ codes, eventId, shop }) =>
        sql`select code, modified_at as "modifiedAt", problem is not null or exists (
              select from presale_case opened where opened.event_id = ${eventId} and opened.order_code = presale_order.code
                and opened.shop in (presale_order.shop, '')
            ) as "isOpen"
          from presale_order where event_id = ${eventId} and shop = ${shop} and code = any(${codes}::text[]) order by code`
    })

    /** Credit that orders pay for tickets of others: that of these orders, and that for their tickets. */
    const creditOf = SqlSchema.findAll({
      Request: unencoded<{ readonly eventId: bigint; readonly orders: ReadonlyArray<OrderContent> }>(),
      Result: CreditRow,
      execute: ({ eventId, orders }) =>
        sql`select order_code as code, position, amount, placed_at as "placedAt",
            modified_at as "modifiedAt"
          from presale_credit
          where event_id = ${eventId} and shop in (${shopKey(orders[0]?.shop)}, '') and (
            order_code = any(${orders.map(({ code }) => code)}::text[])
            or position = any(${orders.flatMap(({ tickets }) => tickets.map(({ position }) => position))}::text[])
          ) order by order_code, position`
    })

    /** The stored state that each of the orders is compared with; the orders have the credit that others pay for their tickets. */
    const storedAll = Effect.fnUntraced(function*<Order extends OrderContent>(
      eventId: bigint,
      orders: ReadonlyArray<Order>
    ) {
      const versions = new Map(
        (yield* versionsOf({ eventId, shop: shopKey(orders[0]?.shop), codes: orders.map(({ code }) => code) })).map((
          row
        ) => [row.code, row])
      )
      const credit = yield* creditOf({ eventId, orders })
      const owners = [...orders.flatMap(ownersIn), ...credit.map(({ position }) => position)]
      const tickets = (yield* ticketsOf({ eventId, orders, owners })).map(toTicket)
      return orders.map((order) => {
        const positions = new Set(order.tickets.map(({ position }) => position))
        const ofOrder = credit.filter(({ code }) => code === order.code)
        const creditElsewhere = summed(
          credit.filter(({ code, position }) => code !== order.code && positions.has(position))
            .map((row) => isCurrent(row, order) ? row : { ...row, amount: Money.zero })
        )
        const paidFor = new Set([...ownersIn(order), ...ofOrder.map(({ position }) => position)])
        const tokens = new Set(order.tickets.map(({ token }) => token))
        const version = versions.get(order.code)
        const stored: StoredOrder = {
          modifiedAt: version?.modifiedAt ?? null,
          tickets: tickets.filter(({ orderCode, position, token }) =>
            orderCode === order.code || tokens.has(token) ||
            (position !== null && (positions.has(position) || paidFor.has(position)))
          ),
          creditBefore: summed(ofOrder),
          creditElsewhere
        }
        // An order with a problem or a case may need more than a comparison of its tickets.
        return { order: withCreditElsewhere(order, creditElsewhere), stored, isOpen: version?.isOpen === true }
      })
    })

    /** The stored state that an order is compared with, and the order with the credit that others pay for its tickets. */
    const stored = <Order extends OrderContent>(eventId: bigint, order: Order) =>
      Effect.map(storedAll(eventId, [order]), ([found]) => found!)

    /** The credit that an order pays for tickets of others or none, and that of all orders which pay for its tickets. */
    const keptCredit = SqlSchema.findAll({
      Request: unencoded<{ readonly eventId: bigint; readonly order: OrderContent }>(),
      Result: KeptRow,
      execute: ({ eventId, order }) =>
        sql`select order_code as code, amount, exists (
              select from ticket_voucher voucher
              where voucher.event_id = ${eventId} and voucher.shop_position = presale_credit.position
                and ${ofShop(order.shop ?? null)}
                and (voucher.external_reference = order_code or voucher.shop_modified_at >= placed_at)
            ) as "isOfTicket"
          from presale_credit
          where event_id = ${eventId} and shop in (${shopKey(order.shop)}, '') and order_code in (
            select ${order.code}::text
            union
            select paid.order_code from presale_credit paid
            where paid.event_id = ${eventId} and paid.shop in (${shopKey(order.shop)}, '') and paid.position = any(${
          order.tickets.map(({ position }) => position)
        }::text[])
          )
          order by order_code, position`
    })

    /** Imports into the event wait for each other until the end of the transaction. */
    const lockSource = (eventId: bigint) =>
      sql`insert into presale_source (event_id) values (${eventId})
        on conflict (event_id) do update set event_id = excluded.event_id`

    /** Notes that a version of each order is stored, and that nothing is wrong with it. */
    const noteOrders = (eventId: bigint, orders: ReadonlyArray<OrderKey & Pick<ShopOrderVersion, "modifiedAt">>) =>
      sql`insert into presale_order (event_id, shop, code, modified_at)
        select ${eventId}, shop, code, modified_at from unnest(
          ${orders.map(({ shop }) => shopKey(shop))}::text[], ${orders.map(({ code }) => code)}::text[], ${
        orders.map(({ modifiedAt }) => instant(modifiedAt))
      }::timestamptz[]
        ) as stored (shop, code, modified_at)
        order by code
        on conflict (event_id, shop, code) do update set
          modified_at = greatest(presale_order.modified_at, excluded.modified_at), problem = null,
          problem_sentence = null, problem_since = null`

    /** Notes why an order can't be imported; its older version stays. */
    const noteProblem = (eventId: bigint, { code, shop }: OrderKey, { rule, sentence }: Problem) =>
      sql`insert into presale_order (event_id, shop, code, problem, problem_sentence, problem_since, problem_tried_at)
        values (${eventId}, ${shopKey(shop)}, ${code}, ${rule}, ${sql.json(writtenSentence(sentence))}, now(), now())
        on conflict (event_id, shop, code) do update set problem = excluded.problem,
          problem_sentence = excluded.problem_sentence,
          problem_since = coalesce(presale_order.problem_since, excluded.problem_since),
          problem_tried_at = excluded.problem_tried_at`

    const forgetProblem = (eventId: bigint, { code, shop }: OrderKey) =>
      sql`update presale_order set problem = null, problem_sentence = null, problem_since = null
        where event_id = ${eventId} and shop = ${shopKey(shop)} and code = ${code}`

    /** Forgets why orders of other shops could not be imported: no one reads them any more. Those of files stay. */
    const forgetOthers = (eventId: bigint, shop: string) =>
      sql`update presale_order set problem = null, problem_sentence = null, problem_since = null
        where event_id = ${eventId} and shop not in (${shop}, '') and problem is not null`

    return {
      forgetOthers,
      forgetProblem,
      keptCredit,
      stored,
      storedAll,
      lockSource,
      noteCredit: noteCreditIn(sql),
      noteOrders,
      noteProblem
    }
  })
}) {
  static readonly layer = Layer.effect(this, this.make)
}

/** Whether each of both orders was read after the other was placed: the credit has left the order of its ticket. */
const isCurrent = (row: typeof CreditRow.Type, { modifiedAt, placedAt }: OrderContent): boolean =>
  modifiedAt !== undefined && placedAt !== undefined &&
  DateTime.isGreaterThanOrEqualTo(modifiedAt, row.placedAt) && DateTime.isGreaterThanOrEqualTo(row.modifiedAt, placedAt)

/** The sum of the credit for each position. */
const summed = (rows: ReadonlyArray<typeof CreditRow.Type>): ReadonlyMap<string, Money.Cents> => {
  const sums = new Map<string, Money.Cents>()
  for (const { amount, position } of rows) sums.set(position, Money.add(sums.get(position) ?? Money.zero, amount))
  return sums
}

/** Replaces the credit that an order pays for tickets of others, or for none, and forgets what came to it since with its tickets. */
const noteCreditIn = (sql: PgClient.PgClient) =>
  Effect.fnUntraced(function*(
    eventId: bigint,
    { code, modifiedAt, otherCredit, placedAt, shop, tickets }: ShopOrderVersion
  ) {
    yield* sql`delete from presale_credit where event_id = ${eventId} and shop in (${shopKey(shop)}, '') and (
      order_code = ${code} or (
        position = any(${tickets.map(({ position }) => position)}::text[])
        and modified_at < ${instant(placedAt)}::timestamptz
      )
    )`
    if (otherCredit.length === 0) return
    yield* sql`insert into presale_credit (event_id, shop, order_code, position, amount, placed_at, modified_at)
    select ${eventId}, ${shopKey(shop)}, ${code}, coalesce(owner, ''), amount, ${instant(placedAt)}::timestamptz,
      ${instant(modifiedAt)}::timestamptz
    from jsonb_to_recordset(${
      sql.json(otherCredit.map(({ amount, owner }) => ({ owner, amount: String(amount) })))
    }) as paid (owner text, amount bigint)`
  })
