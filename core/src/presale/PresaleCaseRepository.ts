import { PgClient } from "@effect/sql-pg"
import { Context, Effect, Layer, Schema } from "effect"
import { SqlSchema } from "effect/sql"
import { Id } from "../ledger/Id.ts"
import * as Money from "../ledger/Money.ts"
import { unencoded } from "../sql/Unencoded.ts"
import { type PresaleCase, PresaleCaseKind } from "./PresaleCase.ts"

/** The object of a case: one ticket, or an order as a whole. */
export interface CaseSubject {
  readonly eventId: bigint
  readonly orderCode: string
  readonly ticketId: bigint | null
}

const CaseRow = Schema.Struct({ id: Id, kind: PresaleCaseKind, amount: Money.Cents, isSettled: Schema.Boolean })

/** What operators have to decide about the presale. */
export class PresaleCaseRepository extends Context.Service<PresaleCaseRepository>()("core/PresaleCaseRepository", {
  make: Effect.gen(function*() {
    const sql = yield* PgClient.PgClient

    const of = SqlSchema.findAll({
      Request: unencoded<CaseSubject>(),
      Result: CaseRow,
      execute: ({ eventId, orderCode, ticketId }) =>
        sql`select id, kind, amount, settled_at is not null as "isSettled" from presale_case
            where event_id = ${eventId} and ${
          ticketId === null
            ? sql`order_code = ${orderCode} and ticket_voucher_id is null`
            : sql`ticket_voucher_id = ${ticketId}`
        } order by id`
    })

    const open = ({ eventId, orderCode, ticketId }: CaseSubject, cases: ReadonlyArray<PresaleCase>) =>
      sql`insert into presale_case (event_id, order_code, ticket_voucher_id, kind, amount)
          select ${eventId}, ${orderCode}, ${ticketId}::bigint, kind, amount from jsonb_to_recordset(${
        sql.json(cases.map(({ amount, kind }) => ({ kind, amount: String(amount) })))
      }) as opened (kind text, amount bigint)`

    const withdraw = (eventId: bigint, ids: ReadonlyArray<bigint>) =>
      sql`delete from presale_case where event_id = ${eventId} and id = any(${ids}::bigint[])`

    return { of, open, withdraw }
  })
}) {
  static readonly layer = Layer.effect(this, this.make)
}
