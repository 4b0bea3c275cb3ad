import { PgClient } from "@effect/sql-pg"
import { Context, Effect, Layer, Schema } from "effect"
import { SqlSchema } from "effect/sql"
import { Id } from "../base/Id.ts"
import * as Money from "../base/Money.ts"
import { nullOr } from "../base/OptionalField.ts"
import type { Page } from "../sql/Page.ts"
import { unencoded } from "../sql/Unencoded.ts"
import { ListedCase, type PresaleCase, PresaleCaseKind } from "./PresaleCase.ts"
import { shopKey } from "./PresaleOrderRepository.ts"

/** The object of a case: one ticket, or an order as a whole. */
export interface CaseSubject {
  readonly eventId: bigint
  readonly shop: string | null
  readonly orderCode: string
  readonly ticketId: bigint | null
}

/** Selects the cases of an event. */
interface CaseFilter {
  readonly eventId: bigint
  /** Null for both. */
  readonly isSettled: boolean | null
}

const CaseRow = Schema.Struct({ id: Id, kind: PresaleCaseKind, amount: Money.Cents, isSettled: Schema.Boolean })

/** What operators have to decide about the presale. */
export class PresaleCaseRepository extends Context.Service<PresaleCaseRepository>()("core/PresaleCaseRepository", {
  make: Effect.gen(function*() {
    const sql = yield* PgClient.PgClient

    const of = SqlSchema.findAll({
      Request: unencoded<CaseSubject>(),
      Result: CaseRow,
      execute: ({ eventId, orderCode, shop, ticketId }) =>
        sql`select id, kind, amount, settled_at is not null as "isSettled" from presale_case
            where event_id = ${eventId} and ${
          ticketId === null
            ? sql`order_code = ${orderCode} and shop in (${shopKey(shop)}, '') and ticket_voucher_id is null`
            : sql`ticket_voucher_id = ${ticketId}`
        } order by id`
    })

    const open = ({ eventId, orderCode, shop, ticketId }: CaseSubject, cases: ReadonlyArray<PresaleCase>) =>
      sql`insert into presale_case (event_id, shop, order_code, ticket_voucher_id, kind, amount)
          select ${eventId}, ${
        shopKey(shop)
      }, ${orderCode}, ${ticketId}::bigint, kind, amount from jsonb_to_recordset(${
        sql.json(cases.map(({ amount, kind }) => ({ kind, amount: String(amount) })))
      }) as opened (kind text, amount bigint)`

    const withdraw = (eventId: bigint, ids: ReadonlyArray<bigint>) =>
      sql`delete from presale_case where event_id = ${eventId} and id = any(${ids}::bigint[])`

    const listed =
      sql`presale_case.id, nullif(presale_case.shop, '') as shop, presale_case.order_code, presale_case.ticket_voucher_id, kind, amount, opened_at,
      settled_at, settled_by, settled_comment`

    const list = SqlSchema.findAll({
      Request: unencoded<CaseFilter & Page>(),
      Result: ListedCase,
      execute: ({ cursor, eventId, isSettled, limit }) =>
        sql`select ${listed}, voucher.customer_account_id, account.balance, account.name as customer_name, tag.pin as user_tag_pin,
            coalesce(voucher.external_link, (
              select min(other.external_link) from ticket_voucher other
              where other.event_id = ${eventId} and other.external_reference = presale_case.order_code
                and (presale_case.shop = '' or other.shop = presale_case.shop)
            )) as external_link
          from presale_case
            left join ticket_voucher voucher
              on voucher.event_id = presale_case.event_id and voucher.id = presale_case.ticket_voucher_id
            left join account on account.event_id = voucher.event_id and account.id = voucher.customer_account_id
            left join user_tag tag on tag.event_id = account.event_id and tag.id = account.user_tag_id
          where presale_case.event_id = ${eventId} and presale_case.id > coalesce(${cursor}::bigint, 0)
            and (${isSettled}::boolean is null or (settled_at is not null) = ${isSettled}::boolean)
          order by presale_case.id limit ${limit}`
    })

    const state = SqlSchema.findAll({
      Request: Schema.Struct({ eventId: Id, id: Id }),
      Result: Schema.Struct({
        orderCode: Schema.String,
        ticketId: nullOr(Id),
        kind: PresaleCaseKind,
        amount: Money.Cents,
        isSettled: Schema.Boolean
      }),
      execute: ({ eventId, id }) =>
        sql`select order_code as "orderCode", ticket_voucher_id as "ticketId", kind, amount, settled_at is not null as "isSettled" from presale_case
          where event_id = ${eventId} and id = ${id} for update`
    })

    const settle = (eventId: bigint, id: bigint, userId: bigint, comment: string | null) =>
      sql`update presale_case set settled_at = now(), settled_by = ${userId}, settled_comment = ${comment}::text
        where event_id = ${eventId} and id = ${id}`

    return {
      list,
      /** A case, locked until the end of the transaction; undefined if there is none. */
      lock: (eventId: bigint, id: bigint) => Effect.map(state({ eventId, id }), ([found]) => found),
      of,
      open,
      settle,
      withdraw
    }
  })
}) {
  static readonly layer = Layer.effect(this, this.make)
}
