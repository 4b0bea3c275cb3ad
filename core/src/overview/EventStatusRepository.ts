import { Context, DateTime, Effect, Layer, Schema } from "effect"
import { SqlClient, SqlSchema } from "effect/sql"
import { Id } from "../base/Id.ts"
import { instant } from "../base/Moment.ts"
import { takingsColumns, takingsOrders } from "../report/TakingsRepository.ts"
import { bookingSummary, summarised } from "../sale/BookingSummary.ts"
import { watchedReading } from "../sql/Snapshot.ts"
import { unencoded } from "../sql/Unencoded.ts"
import { type BusinessDay, DaySlice, DayVouchers, TillNow } from "./EventStatus.ts"

/** A node of an event with the nodes and tills below it. */
export interface StatusScope {
  readonly eventId: bigint
  readonly nodeId: bigint
  readonly nodeIds: ReadonlyArray<bigint>
  readonly tillIds: ReadonlyArray<bigint>
}

export interface OnDay extends StatusScope {
  readonly day: BusinessDay
}

interface OfEvent extends OnDay {
  readonly voucherCreate: bigint
  readonly saleExit: bigint
}

/** Reads the state of a node: takings of two days, vouchers and tills. */
export class EventStatusRepository extends Context.Service<EventStatusRepository>()("core/EventStatusRepository", {
  make: Effect.gen(function*() {
    const sql = yield* SqlClient.SqlClient
    const summary = bookingSummary(sql)
    const takings = SqlSchema.findAll({
      Request: Schema.Struct({
        ...summarised,
        tillIds: Schema.Array(Id),
        /** When the business day began. */
        begun: Schema.DateTimeUtcFromDate,
        /** As far into the day before as the business day has come. */
        sameTime: Schema.DateTimeUtcFromDate
      }),
      Result: DaySlice,
      execute: ({ begun, sameTime, tillIds, ...at }) =>
        // The summary has hardly more rows than tills, products and quarters, so summing them up beforehand takes longer.
        sql`
          select case when grouping(quarter) = 0 then 'hour' when grouping(till_id) = 0 then 'till' else 'method' end as by,
            today, counted, coalesce(quarter::text, till_id::text, payment_method) as key, null as name,
            ${sql.literal(takingsColumns)}
          from (
            select booked.*, extract(epoch from date_bin('15 minutes', booked.booked_at, 'epoch'))::bigint as quarter,
              booked.booked_at >= ${begun} as today, booked.booked_at >= ${begun} or booked.booked_at < ${sameTime} as counted
            from ${summary.lines(at)}
            where booked.till_id = any(${tillIds}::bigint[]) and booked.order_type in ${sql.literal(takingsOrders)}
          ) booked join product on product.event_id = ${at.eventId} and product.id = booked.product_id
          group by grouping sets ((today, quarter), (today, counted, till_id), (today, counted, payment_method))
          order by by, today, counted, key`
    })

    const takingsOf = ({ day: { before, now, sameTime, time }, eventId, tillIds }: OnDay) => {
      const begun = time.period.from
      // A moment is included up to its last microsecond.
      const period = { from: before.period.from, to: DateTime.add(now, { milliseconds: 1 }) }
      return Effect.flatMap(summary.at({ ...period, begun, eventId, sameTime, tillIds }, [begun, sameTime]), takings)
    }

    return {
      /** Sums of both days by quarter of an hour, till and payment method. */
      takings: (request: OnDay) => watchedReading(sql, takingsOf(request)),
      /** Vouchers of both days, the day before up to the same time. */
      vouchers: SqlSchema.findOne({
        Request: unencoded<OfEvent>(),
        Result: DayVouchers,
        execute: ({ day: { before, now, sameTime, time }, eventId, saleExit, voucherCreate }) =>
          sql`
            select coalesce(sum(issued) filter (where today), 0)::integer as issued,
              coalesce(sum(spent) filter (where today), 0)::integer as spent,
              coalesce(sum(issued) filter (where not today), 0)::integer as issued_before,
              coalesce(sum(spent) filter (where not today), 0)::integer as spent_before
            from (
              select booked_at >= ${instant(time.period.from)}::timestamptz as today,
                case when source_account = ${voucherCreate} then vouchers
                  when target_account = ${voucherCreate} then -vouchers end as issued,
                case when target_account = ${saleExit} then vouchers
                  when source_account = ${saleExit} then -vouchers end as spent
              from posting
              where event_id = ${eventId} and vouchers > 0 and booked_at >= ${instant(before.period.from)}::timestamptz
                and booked_at <= ${instant(now)}::timestamptz
                and (booked_at >= ${instant(time.period.from)}::timestamptz or booked_at < ${
            instant(sameTime)
          }::timestamptz)
            ) as moved`
      }),
      /** By name. */
      tills: SqlSchema.findAll({
        Request: unencoded<StatusScope>(),
        Result: TillNow,
        execute: ({ eventId, tillIds }) =>
          sql`
            select till.id, till.name, till.node_id, terminal.id as terminal_id, terminal.name as terminal_name,
              case when terminal.session_hash is not null then terminal.last_seen end as last_seen, usr.id as user_id,
              coalesce(nullif(usr.display_name, ''), usr.login) as user_name, role.name as role_name,
              register.id as cash_register_id, register.name as cash_register_name, account.balance as drawer_balance,
              newest.booked_at as last_booked_at
            from till
              left join terminal on terminal.event_id = till.event_id and terminal.id = till.terminal_id
              left join usr on usr.id = terminal.active_user_id
              left join user_role role on role.id = terminal.active_user_role_id
              left join cash_register register
                on register.event_id = till.event_id and register.id = till.cash_register_id
              left join account on account.event_id = register.event_id and account.id = register.account_id
              left join lateral (
                select booked_at from ordr where ordr.event_id = till.event_id and ordr.till_id = till.id
                order by ordr.id desc limit 1
              ) newest on true
            where till.event_id = ${eventId} and till.id = any(${tillIds}::bigint[]) and not till.is_virtual
            order by till.name, till.id`
      })
    }
  })
}) {
  static readonly layer = Layer.effect(this, this.make)
}
