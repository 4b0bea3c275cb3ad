import { PgClient } from "@effect/sql-pg"
import { Context, Effect, Layer, Schema } from "effect"
import { SqlSchema } from "effect/sql"
import { Id } from "../ledger/Id.ts"
import * as Money from "../ledger/Money.ts"
import { instant } from "../primitives/Moment.ts"
import { nullOr } from "../primitives/OptionalField.ts"
import type { Problem } from "../primitives/Rule.ts"
import { writtenSentence } from "../primitives/Sentence.ts"
import { unencoded } from "../sql/Unencoded.ts"
import { TicketState } from "../tag/TicketVoucher.ts"
import type { KnownOrder } from "./PresaleTicket.ts"
import type { OrderedTickets } from "./ShopOrder.ts"

const TicketRow = Schema.Struct({
  id: Id,
  orderCode: Schema.String,
  position: nullOr(Schema.String),
  modifiedAt: nullOr(Schema.DateTimeUtc),
  token: Schema.String,
  state: TicketState,
  credit: Money.Cents,
  product: nullOr(Id),
  productName: nullOr(Schema.String),
  name: nullOr(Schema.String),
  email: nullOr(Schema.String),
  checkedInAt: nullOr(Schema.DateTimeUtc),
  isRedeemed: Schema.Boolean
})

/** The part of an order by which it is found. */
type OrderContent = Pick<OrderedTickets, "code" | "tickets">

/** The orders of the presale: the stored state of each, its newest version, and why it could not be imported. */
export class PresaleOrderRepository extends Context.Service<PresaleOrderRepository>()("core/PresaleOrderRepository", {
  make: Effect.gen(function*() {
    const sql = yield* PgClient.PgClient

    const ticketsOf = SqlSchema.findAll({
      Request: unencoded<{ readonly eventId: bigint; readonly orders: ReadonlyArray<OrderContent> }>(),
      Result: TicketRow,
      execute: ({ eventId, orders }) => {
        const tickets = orders.flatMap((order) => order.tickets)
        return sql`select id, coalesce(external_reference, '') as "orderCode", shop_position as position,
            shop_modified_at as "modifiedAt", token, state, credit, product_id as product, product_name as "productName",
            guest_name as name, guest_email as email, admitted_elsewhere_at as "checkedInAt",
            redeemed_at is not null as "isRedeemed"
          from ticket_voucher
          where event_id = ${eventId} and (
            external_reference = any(${orders.map(({ code }) => code)}::text[])
            or shop_position = any(${tickets.map(({ position }) => position)}::text[])
            or token = any(${tickets.map(({ token }) => token)}::text[])
          )
          order by id`
      }
    })

    const versionsOf = SqlSchema.findAll({
      Request: unencoded<{ readonly eventId: bigint; readonly codes: ReadonlyArray<string> }>(),
      Result: Schema.Struct({
        code: Schema.String,
        modifiedAt: nullOr(Schema.DateTimeUtc),
        isOpen: Schema.Boolean
      }),
      execute: ({ codes, eventId }) =>
        sql`select code, modified_at as "modifiedAt", problem is not null or exists (
              select from presale_case opened where opened.event_id = ${eventId} and opened.order_code = presale_order.code
            ) as "isOpen"
          from presale_order where event_id = ${eventId} and code = any(${codes}::text[]) order by code`
    })

    /** The stored state that each of the orders is compared with. */
    const knownAll = Effect.fnUntraced(function*<Order extends OrderContent>(
      eventId: bigint,
      orders: ReadonlyArray<Order>
    ) {
      const stored = new Map(
        (yield* versionsOf({ eventId, codes: orders.map(({ code }) => code) })).map((row) => [row.code, row])
      )
      const tickets = yield* ticketsOf({ eventId, orders })
      return orders.map((order) => {
        const positions = new Set(order.tickets.map(({ position }) => position))
        const tokens = new Set(order.tickets.map(({ token }) => token))
        const version = stored.get(order.code)
        const known: KnownOrder = {
          modifiedAt: version?.modifiedAt ?? null,
          tickets: tickets.filter(({ orderCode, position, token }) =>
            orderCode === order.code || tokens.has(token) || (position !== null && positions.has(position))
          )
        }
        // An order with a problem or a case may need more than a comparison of its tickets.
        return { order, known, isOpen: version?.isOpen === true }
      })
    })

    /** The stored state that an order is compared with. */
    const known = (eventId: bigint, order: OrderContent) =>
      Effect.map(knownAll(eventId, [order]), ([found]) => found!.known)

    /** Imports into the event wait for each other until the end of the transaction. */
    const lockSource = (eventId: bigint) =>
      sql`insert into presale_source (event_id) values (${eventId})
        on conflict (event_id) do update set event_id = excluded.event_id`

    /** Notes that a version of each order is stored, and that nothing is wrong with it. */
    const noteOrders = (eventId: bigint, orders: ReadonlyArray<Pick<OrderedTickets, "code" | "modifiedAt">>) =>
      sql`insert into presale_order (event_id, code, modified_at)
        select ${eventId}, code, modified_at from unnest(
          ${orders.map(({ code }) => code)}::text[], ${
        orders.map(({ modifiedAt }) => instant(modifiedAt))
      }::timestamptz[]
        ) as stored (code, modified_at)
        order by code
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

    return { forgetProblem, known, knownAll, lockSource, noteOrders, noteProblem }
  })
}) {
  static readonly layer = Layer.effect(this, this.make)
}
