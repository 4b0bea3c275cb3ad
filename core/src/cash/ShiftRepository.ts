import { Context, type DateTime, Effect, Layer, Schema } from "effect"
import { SqlClient, SqlSchema } from "effect/sql"
import { Id } from "../base/Id.ts"
import { instant } from "../base/Moment.ts"
import type * as Money from "../base/Money.ts"
import { nullOr } from "../base/OptionalField.ts"
import { ProductRevisionData } from "../event/ProductRevision.ts"
import { limitTo, type Page } from "../sql/Page.ts"
import { unencoded } from "../sql/Unencoded.ts"
import { CashierShift } from "./Cashier.ts"
import { CountedDenomination } from "./CloseOut.ts"

/** The orders that count as one shift: those of the cashier during a closed shift, or since the last close-out. */
export interface ShiftWindow {
  readonly eventId: bigint
  readonly cashierId: bigint
  /** Null for the running shift. */
  readonly shiftId: bigint | null
  /** Which shift runs, and what was booked in it, at this moment; null for now. */
  readonly before: DateTime.Utc | null
}

interface ShiftToInsert {
  readonly eventId: bigint
  readonly cashierId: bigint
  readonly cashRegisterId: bigint
  readonly closingOutUserId: bigint
  readonly comment: string
  /** In cents. */
  readonly actual: Money.Cents
  /** In cents. */
  readonly expected: Money.Cents
  /** In cents. */
  readonly imbalance: Money.Cents
  readonly firstOrderId: bigint
  readonly closeOutOrderId: bigint
  readonly imbalanceOrderId: bigint
  readonly shiftEndOrderId: bigint
}

const Booked = Schema.Struct({ product: ProductRevisionData, quantity: Schema.Int })

const Counted = Schema.Struct({
  cashier: Schema.String,
  counter: Schema.String,
  booker: Schema.String,
  register: nullOr(Schema.String),
  denominations: nullOr(Schema.Array(Schema.toCodecJson(CountedDenomination))),
  expected_shown: Schema.Boolean
})

/** Shifts in the database. Times stay there, as they are exact to the microsecond only there. */
export class ShiftRepository extends Context.Service<ShiftRepository>()("core/ShiftRepository", {
  make: Effect.map(SqlClient.SqlClient, (sql) => {
    const lastEnd = (eventId: bigint, cashierId: bigint, before: DateTime.Utc | null) =>
      sql`coalesce((
        select ended.booked_at from ordr ended
        where ended.event_id = ${eventId} and ended.cashier_id = ${cashierId}
          and ended.order_type = 'cashier_shift_end' and ${isBefore("ended", before)}
        order by ended.booked_at desc limit 1
      ), '-infinity')`

    const isBefore = (order: "ended" | "ordr", moment: DateTime.Utc | null) =>
      moment === null ? sql`true` : sql`${sql(order)}.booked_at < ${instant(moment)}::timestamptz`

    const inWindow = ({ before, cashierId, eventId, shiftId }: ShiftWindow) =>
      shiftId === null
        ? sql`ordr.booked_at > ${lastEnd(eventId, cashierId, before)} and ${isBefore("ordr", before)}`
        : sql`
          ordr.booked_at >= (select started_at from cashier_shift where event_id = ${eventId} and id = ${shiftId})
          and ordr.booked_at <= (select ended_at from cashier_shift where event_id = ${eventId} and id = ${shiftId})`

    const shifts = SqlSchema.findAll({
      Request: Schema.Struct({
        eventId: Id,
        cashierId: nullOr(Id),
        registerId: nullOr(Id),
        id: nullOr(Id)
      }),
      Result: CashierShift,
      execute: ({ cashierId, eventId, id, registerId }) =>
        sql`
          select id, comment, cashier_id, cash_register_id, closing_out_user_id, actual_cash_drawer_balance,
            expected_cash_drawer_balance, cash_drawer_imbalance, started_at, ended_at
          from cashier_shift
          where event_id = ${eventId}
            and (${cashierId}::bigint is null or cashier_id = ${cashierId})
            and (${registerId}::bigint is null or cash_register_id = ${registerId})
            and (${id}::bigint is null or id = ${id})
          order by id`
    })
    const orderIds = SqlSchema.findAll({
      Request: unencoded<ShiftWindow & { readonly page: Page }>(),
      Result: Schema.Struct({ id: Id }),
      execute: ({ page, ...window }) =>
        sql`select ordr.id from ordr
          where ordr.event_id = ${window.eventId} and ordr.cashier_id = ${window.cashierId} and ${inWindow(window)}
            and (${page.cursor}::bigint is null or ordr.id < ${page.cursor})
          order by ordr.id desc ${limitTo(sql, page)}`
    })
    const products = SqlSchema.findAll({
      Request: unencoded<ShiftWindow>(),
      Result: Booked,
      execute: (window) =>
        sql`
          with booked as (
            select line.event_id, line.product_id, sum(line.quantity)::integer as quantity,
              max(line.product_revision_id) as revision_id
            from ordr join line_item line on line.event_id = ordr.event_id and line.order_id = ordr.id
            where ordr.event_id = ${window.eventId} and ordr.cashier_id = ${window.cashierId} and ${inWindow(window)}
            group by line.event_id, line.product_id
          )
          select revision.data as product, booked.quantity
          from booked
            join product_revision revision
              on revision.event_id = booked.event_id and revision.id = booked.revision_id
          order by booked.quantity desc, booked.product_id`
    })
    const firstOrder = (eventId: bigint, cashierId: bigint) =>
      Effect.map(
        sql<{ id: bigint }>`
          select ordr.id from ordr
          where ordr.event_id = ${eventId} and ordr.cashier_id = ${cashierId}
            and ordr.booked_at > ${lastEnd(eventId, cashierId, null)}
          order by ordr.booked_at, ordr.id limit 1`,
        ([row]) => row?.id ?? null
      )
    const insert = (shift: ShiftToInsert) =>
      Effect.map(
        sql<{ id: bigint }>`
        insert into cashier_shift (
          event_id, cashier_id, cash_register_id, closing_out_user_id, comment, actual_cash_drawer_balance,
          expected_cash_drawer_balance, cash_drawer_imbalance, started_at, ended_at, close_out_order_id,
          imbalance_order_id, shift_end_order_id
        )
        select ${shift.eventId}, ${shift.cashierId}, ${shift.cashRegisterId}, ${shift.closingOutUserId},
          ${shift.comment}, ${shift.actual}, ${shift.expected}, ${shift.imbalance}, started.booked_at,
          greatest(started.booked_at, ended.booked_at),
          ${shift.closeOutOrderId}, ${shift.imbalanceOrderId}, ${shift.shiftEndOrderId}
        from ordr started join ordr ended on ended.event_id = started.event_id
        where started.event_id = ${shift.eventId} and started.id = ${shift.firstOrderId}
          and ended.id = ${shift.shiftEndOrderId}
        returning id`,
        ([row]) => row!.id
      )
    const counts = SqlSchema.findAll({
      Request: Schema.Struct({ eventId: Id, shiftId: Id }),
      Result: Counted,
      // The audit log is the one place that keeps the request of a close-out.
      execute: ({ eventId, shiftId }) =>
        sql`
          select coalesce(nullif(cashier.display_name, ''), cashier.login) as cashier,
            coalesce(nullif(counter.display_name, ''), counter.login) as counter,
            coalesce(nullif(booker.display_name, ''), booker.login) as booker,
            register.name as register,
            entry.content -> 'close_out' -> 'denominations' as denominations,
            coalesce((entry.content -> 'close_out' ->> 'expected_shown')::boolean, false) as expected_shown
          from cashier_shift shift
            join usr cashier on cashier.id = shift.cashier_id
            join usr counter on counter.id = shift.closing_out_user_id
            left join cash_register register
              on register.event_id = shift.event_id and register.id = shift.cash_register_id
            join audit_log entry
              on entry.log_type = 'cashier_closed_out' and entry.content -> 'result' ->> 'shift_id' = shift.id::text
              and entry.node_id in (select id from node where event_id = shift.event_id)
            join usr booker on booker.id = entry.originating_user_id
          where shift.event_id = ${eventId} and shift.id = ${shiftId}`
    })
    const endedBy = (eventId: bigint, uuid: string) =>
      Effect.map(
        sql<{ shift_id: bigint | null }>`
          select shift.id as shift_id
          from ordr
            left join cashier_shift shift on shift.event_id = ordr.event_id and shift.shift_end_order_id = ordr.id
          where ordr.uuid = ${uuid}::uuid and ordr.event_id = ${eventId}`,
        ([row]) => row && { shiftId: row.shift_id }
      )

    return {
      /** Oldest first. */
      ofCashier: (eventId: bigint, cashierId: bigint) => shifts({ eventId, cashierId, registerId: null, id: null }),
      /** Oldest first. */
      ofRegister: (eventId: bigint, registerId: bigint) => shifts({ eventId, cashierId: null, registerId, id: null }),
      /** The names of the people, and the notes and coins if they were counted. */
      counted: (eventId: bigint, shiftId: bigint) => Effect.map(counts({ eventId, shiftId }), ([row]) => row),
      /** The order with this uuid and the shift that it ended, if it ended one; `undefined` without such an order. */
      endedBy,
      inEvent: (eventId: bigint, id: bigint) =>
        Effect.map(shifts({ eventId, cashierId: null, registerId: null, id }), ([shift]) => shift),
      find: (eventId: bigint, cashierId: bigint, id: bigint) =>
        Effect.map(shifts({ eventId, cashierId, registerId: null, id }), ([shift]) => shift),
      /** Newest first. */
      orderIds: (window: ShiftWindow, page: Page) =>
        Effect.map(orderIds({ ...window, page }), (rows) => rows.map(({ id }) => id)),
      /** Best-selling first. */
      products,
      /** The first order of the running shift; null before anything is booked. */
      firstOrder,
      /** Stores a shift and returns its id. */
      insert
    }
  })
}) {
  static readonly layer = Layer.effect(this, this.make)
}
