import { Context, DateTime, Effect, Layer } from "effect"
import { InvalidArgument, NotFound } from "../base/Refusal.ts"
import { type EventConfiguration, subtreeOf } from "../event/EventConfiguration.ts"
import { EventConfigurations } from "../event/EventConfigurations.ts"
import { EventRepository } from "../event/EventRepository.ts"
import type { ProductType } from "../event/Product.ts"
import type { OrderType } from "../journal/Order.ts"
import type { AtEvent, Caller } from "../organisation/Caller.ts"
import { Users } from "../organisation/Users.ts"
import { type TerminalCall, TerminalGuard } from "../till/TerminalGuard.ts"
import { bookedBefore, maxDays, type Period, reportPeriod, reportTime, type RequestedPeriod } from "./EventDay.ts"
import { PaymentMethodsStats, UserVoucherGrantStats } from "./EventStats.ts"
import { HeldPriceStats } from "./HeldPriceStats.ts"
import { productStats } from "./ProductStats.ts"
import { reportRules } from "./ReportRules.ts"
import { StatisticsRepository } from "./StatisticsRepository.ts"
import * as Takings from "./Takings.ts"
import { TakingsRepository } from "./TakingsRepository.ts"
import { RevenueStats, seriesOf, TimeseriesStats } from "./TimeSeries.ts"
import { VoucherStats } from "./VoucherStats.ts"

/**
 * Statistics of bookings by hour and by business day. Each of them fails as `InvalidArgument` if the period ends before
 * it begins; those by hour and day also if the event has no business days.
 */
export class Statistics extends Context.Service<Statistics>()("core/Statistics", {
  make: Effect.gen(function*() {
    const configurations = yield* EventConfigurations
    const events = yield* EventRepository
    const guard = yield* TerminalGuard
    const repository = yield* StatisticsRepository
    const takingsRepository = yield* TakingsRepository
    const users = yield* Users

    const settingsOf = Effect.fnUntraced(function*(eventId: bigint) {
      const [event] = yield* Effect.orDie(events.list([eventId]))
      return event?.settings ?? (yield* new NotFound({ element_type: "event", element_id: eventId }))
    })

    const timeOf = Effect.fnUntraced(function*(eventId: bigint, asked: RequestedPeriod) {
      const time = yield* Effect.fromResult(reportTime(yield* settingsOf(eventId), asked))
      return { time, between: { eventId, ...bookedBefore(time.period, asked.asOf), dayEnds: time.dayEnds } }
    })

    /** Sales at the tills of the terminal's node and below it, with any payment method, less cancelled ones. */
    const revenue = Effect.fn("Statistics.revenue")(function*(
      terminal: TerminalCall<"view_node_stats">,
      asked: RequestedPeriod
    ) {
      const { configuration, node } = yield* guard.require(terminal, { till: true, write: false })
      const { between, time } = yield* timeOf(configuration.eventId, asked)
      const sold = yield* Effect.orDie(repository.sold({ ...between, tillIds: tillsAt(configuration, node.id) }))
      return new RevenueStats(seriesOf(time, sold))
    })

    /** Sales at the tills of the caller's node and below it, also by product. Fails above events. */
    const products = Effect.fn("Statistics.products")(function*({ eventId, node }: Caller, asked: RequestedPeriod) {
      if (eventId === null) return yield* new NotFound({ element_type: "event", element_id: node.id })
      const { between, time } = yield* timeOf(eventId, asked)
      const tillIds = tillsAt(yield* configurations.current(eventId), node.id)
      return productStats(time, yield* Effect.orDie(repository.soldByProduct({ ...between, tillIds })))
    })

    /** Sales at the tills of the caller's node and below it that had the prices of an earlier moment. Fails above events. */
    const heldPrices = Effect.fn("Statistics.heldPrices")(function*({ eventId, node }: Caller, asked: RequestedPeriod) {
      if (eventId === null) return yield* new NotFound({ element_type: "event", element_id: node.id })
      const period = yield* Effect.fromResult(reportPeriod(yield* settingsOf(eventId), asked))
      const tillIds = tillsAt(yield* configurations.current(eventId), node.id)
      const held = yield* Effect.orDie(
        repository.heldPrices({ eventId, ...bookedBefore(period, asked.asOf), tillIds })
      )
      return new HeldPriceStats({ from_time: period.from, to_time: period.to, held })
    })

    const booked = (product: ProductType, orders: ReadonlyArray<OrderType>) =>
      Effect.fn("Statistics.booked")(function*(caller: AtEvent, asked: RequestedPeriod) {
        yield* wholeEvent(caller)
        const { between, time } = yield* timeOf(caller.eventId, asked)
        const slices = yield* Effect.orDie(repository.booked({ ...between, product, orders }))
        return new TimeseriesStats(seriesOf(time, slices))
      })

    const periodOf = Effect.fnUntraced(function*(caller: AtEvent, asked: RequestedPeriod) {
      yield* wholeEvent(caller)
      return yield* Effect.fromResult(reportPeriod(yield* settingsOf(caller.eventId), asked))
    })

    const paymentMethods = Effect.fn("Statistics.paymentMethods")(
      function*(caller: AtEvent, asked: RequestedPeriod) {
        const period = yield* periodOf(caller, asked)
        const { eventId } = caller
        const stats = yield* Effect.orDie(repository.byPaymentMethod({ eventId, ...bookedBefore(period, asked.asOf) }))
        return new PaymentMethodsStats({ from_time: period.from, to_time: period.to, stats })
      }
    )

    const freeTickets = Effect.fn("Statistics.freeTickets")(function*(caller: AtEvent, asked: RequestedPeriod) {
      const period = yield* periodOf(caller, asked)
      const between = { eventId: caller.eventId, ...bookedBefore(period, asked.asOf) }
      return yield* Effect.orDie(repository.freeTickets(between))
    })

    /** The vouchers that a user of the caller's node, or of one above, gave guests before a moment; none above events. */
    const voucherGrants = Effect.fn("Statistics.voucherGrants")(function*(
      caller: Caller,
      userId: bigint,
      asOf: DateTime.Utc | null
    ) {
      const { id } = yield* users.seenBy(caller, userId)
      if (caller.eventId === null) return UserVoucherGrantStats.none
      const { systemAccounts: { voucher_create } } = yield* configurations.current(caller.eventId)
      const granted = { eventId: caller.eventId, voucherCreate: voucher_create, userId: id, before: asOf }
      return yield* Effect.orDie(repository.voucherGrants(granted))
    })

    const vouchers = Effect.fn("Statistics.vouchers")(function*(caller: AtEvent, asked: RequestedPeriod) {
      const period = yield* periodOf(caller, asked)
      const { eventId } = caller
      const { systemAccounts: { sale_exit, voucher_create } } = yield* configurations.current(eventId)
      const moved = { eventId, ...bookedBefore(period, asked.asOf), saleExit: sale_exit, voucherCreate: voucher_create }
      return new VoucherStats(yield* Effect.orDie(repository.vouchers(moved)))
    })

    /**
     * The takings at the tills of the caller's node and below it, divided in one way, and compared with an earlier period
     * if asked. Fails above events.
     */
    const takings = Effect.fn("Statistics.takings")(function*(
      { eventId, node }: Caller,
      { asked, by, compared }: TakingsQuery
    ) {
      if (eventId === null) return yield* new NotFound({ element_type: "event", element_id: node.id })
      const time = yield* Effect.fromResult(Takings.takingsTime(yield* settingsOf(eventId), by, asked, maxDays))
      const configuration = yield* configurations.current(eventId)
      const tillIds = tillsAt(configuration, node.id)
      const slicesIn = (period: Period, dayEnds: ReadonlyArray<DateTime.Utc>) =>
        Effect.orDie(
          takingsRepository.slices({ eventId, by, ...bookedBefore(period, asked.asOf), tillIds, dayEnds })
        )
      const earlier = compared === null ? null : Takings.comparedTime(time, compared)
      const found = {
        slices: yield* slicesIn(time.period, time.dayEnds),
        earlier: earlier === null ? null : {
          period: earlier.period,
          slices: yield* slicesIn(earlier.period, earlier.dayEnds)
        },
        compared
      }
      return Takings.takings(by, time, found, configuration, asked.asOf ?? (yield* DateTime.now))
    })

    return {
      /** Tickets sold in the event, including those for ticket vouchers. */
      entries: booked("ticket", ["ticket"]),
      /** Tickets that were given out for free in the event. */
      freeTickets,
      heldPrices,
      paymentMethods,
      /** Cash paid out at the tills of the event; negative. */
      payOuts: booked("payout", ["pay_out"]),
      products,
      revenue,
      takings,
      voucherGrants,
      /** Top-ups in the event, including those that come with tickets. */
      topUps: booked("topup", ["ticket", "top_up"]),
      /** Vouchers of the event. */
      vouchers
    }
  })
}) {
  static readonly layer = Layer.effect(this, this.make).pipe(
    Layer.provide([EventConfigurations.layer, TerminalGuard.layer, Users.layer]),
    Layer.provide([EventRepository.layer, StatisticsRepository.layer, TakingsRepository.layer])
  )
}

/** A period of takings, how to divide it, and the earlier period to compare it with, if any. */
export interface TakingsQuery {
  readonly asked: RequestedPeriod
  readonly by: Takings.TakingsBy
  readonly compared: Takings.ComparedWith | null
}

/** The tills of a node and of all nodes below it. */
const tillsAt = (configuration: EventConfiguration, nodeId: bigint): ReadonlyArray<bigint> => {
  const nodes = subtreeOf(configuration, nodeId)
  return Array.from(configuration.tills.values()).filter((till) => nodes.has(till.node_id)).map((till) => till.id)
}

const wholeEvent = ({ eventId, node }: AtEvent) =>
  node.id === eventId
    ? Effect.void
    : Effect.fail(InvalidArgument.of(reportRules.whole_event_only))
