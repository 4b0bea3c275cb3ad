import { Context, DateTime, Effect, Layer, Result } from "effect"
import { type InvalidArgument, refuse } from "../base/Refusal.ts"
import { type EventConfiguration, eventPathTo, subtreeOf } from "../event/EventConfiguration.ts"
import { EventConfigurations } from "../event/EventConfigurations.ts"
import { EventRepository } from "../event/EventRepository.ts"
import { Access } from "../organisation/Access.ts"
import type { AtEvent } from "../organisation/Caller.ts"
import { mayManage } from "../organisation/Place.ts"
import { DailyHour, DailyReport } from "./DailyReport.ts"
import { DailyRepository, type LineSums, type QuarterSums } from "./DailyRepository.ts"
import {
  bestSellers,
  dailyNode,
  operations,
  type Places,
  type RequestedNode,
  takingsOf,
  vouchersIn
} from "./DailySums.ts"
import { DaySealRepository } from "./DaySealRepository.ts"
import { bookedBefore, businessDay, hourOf, hoursIn, type Period } from "./EventDay.ts"
import { reportHead } from "./ReportHead.ts"
import { ReportReading } from "./ReportReading.ts"
import { reportRules } from "./ReportRules.ts"
import { StatisticsRepository } from "./StatisticsRepository.ts"

/** The day and the nodes of a report. */
interface DailyReportQuery {
  /** The day on which it begins, as 2026-06-30. */
  readonly date: string
  /** The caller's node or nodes below it, each once or more; at least one. */
  readonly nodeIds: ReadonlyArray<bigint>
  /** The figures are those of this moment, without later bookings; null for those of now. */
  readonly asOf: DateTime.Utc | null
}

/**
 * The bookings of one business day. Refused as `InvalidArgument` if the event has no daily end, there is no such day, or a
 * node is not below the caller's.
 */
export class DailyReports extends Context.Service<DailyReports>()("core/DailyReports", {
  make: Effect.gen(function*() {
    const access = yield* Access
    const configurations = yield* EventConfigurations
    const events = yield* EventRepository
    const repository = yield* DailyRepository
    const reading = yield* ReportReading
    const seals = yield* DaySealRepository
    const statistics = yield* StatisticsRepository

    /** The sums of the lines of a day, and its orders by the kinds of their lines. */
    const booked = Effect.fnUntraced(function*(at: OfDay) {
      const sums = yield* repository.sums(at)
      return {
        lines: sums.filter((row): row is LineSums => "till_id" in row),
        quarters: sums.filter((row): row is QuarterSums => "quarter" in row),
        orders: yield* repository.orders(at)
      }
    })

    const read = Effect.fn("DailyReports.read")(
      function*(caller: AtEvent, { asOf, date, nodeIds }: DailyReportQuery) {
        const { eventId, node } = caller
        yield* access.requireAt(caller, node.id, mayManage)
        const configuration = yield* configurations.current(eventId)
        const requested = yield* Effect.fromResult(requestedNodes(configuration, node.id, nodeIds))
        const tillIds = Array.from(new Set(requested.flatMap(({ tills }) => Array.from(tills))))
        return yield* reading.once(
          Effect.gen(function*() {
            const settings = yield* events.settings(eventId)
            const day = yield* Effect.fromResult(businessDay(settings, date))
            const at = { eventId, tillIds, ...bookedBefore(day, asOf) }
            const { lines, orders, quarters } = yield* booked(at)
            const nodes = Array.from(new Set(requested.flatMap(({ id }) => Array.from(subtreeOf(configuration, id)))))
            const { sale_exit, voucher_create } = configuration.systemAccounts
            const issued = nodeIds.includes(eventId)
              ? yield* Effect.orDie(statistics.vouchers({ ...at, saleExit: sale_exit, voucherCreate: voucher_create }))
              : null
            const made_at = yield* DateTime.now
            return new DailyReport({
              head: reportHead({ eventId, node, settings, period: day, as_of: asOf, made_at }),
              report_date: date,
              first_order_id: orders.map(({ first_id }) => first_id).reduce(lower, null),
              last_order_id: orders.map(({ last_id }) => last_id).reduce(higher, null),
              operations: operations({ lines, orders }, requested, placesOf(configuration, requested)),
              nodes: requested.map((one) => dailyNode({ lines, orders }, one)),
              total: takingsOf(lines),
              hours: dailyHours(DateTime.zoneMakeNamedUnsafe(settings.time_zone), day, quarters),
              best_sellers: bestSellers(lines),
              vouchers_spent: vouchersIn(lines),
              vouchers_issued: issued?.vouchers_issued ?? null,
              registers: yield* repository.registers({ ...at, nodeIds: nodes }),
              unverified_cards: yield* repository.unverified({ ...at, asOf }),
              seal: asOf === null ? yield* seals.hashOf(eventId, date) : null
            })
          })
        )
      }
    )

    return {
      /** The report of a day, from one reading of the ledger. */
      read
    }
  })
}) {
  static readonly layer = Layer.effect(this, this.make).pipe(
    Layer.provide([Access.layer, EventConfigurations.layer, ReportReading.layer]),
    Layer.provide([DailyRepository.layer, DaySealRepository.layer, EventRepository.layer, StatisticsRepository.layer])
  )
}

interface OfDay extends Period {
  readonly eventId: bigint
  readonly tillIds: ReadonlyArray<bigint>
}

const lower = (a: bigint | null, b: bigint) => a === null || b < a ? b : a
const higher = (a: bigint | null, b: bigint) => a === null || b > a ? b : a

/** The requested nodes, each once, with their tills; refused unless all are the caller's node or below it. */
const requestedNodes = (
  configuration: EventConfiguration,
  nodeId: bigint,
  nodeIds: ReadonlyArray<bigint>
): Result.Result<ReadonlyArray<RequestedNode>, InvalidArgument> => {
  if (nodeIds.length === 0) return refuse(reportRules.node_missing)
  const below = subtreeOf(configuration, nodeId)
  const outside = nodeIds.find((id) => !below.has(id))
  if (outside !== undefined) return refuse(reportRules.node_not_below, { node: outside })
  return Result.succeed(Array.from(new Set(nodeIds), (id) => {
    const nodes = subtreeOf(configuration, id)
    const tills = Array.from(configuration.tills.values()).filter((till) => nodes.has(till.node_id))
    return { id, name: configuration.nodes.get(id)?.name ?? "", tills: new Set(tills.map((till) => till.id)) }
  }))
}

const placesOf = (configuration: EventConfiguration, requested: ReadonlyArray<RequestedNode>): Places => {
  const ids = new Set(requested.map(({ id }) => id))
  const tills = Array.from(configuration.tills.values())
  return {
    nodeOf: new Map(tills.map((till) => [till.id, till.node_id])),
    nearest: new Map(tills.flatMap((till) => {
      const nearest = eventPathTo(configuration, till.node_id).findLast((id) => ids.has(id))
      return nearest === undefined ? [] : [[till.id, nearest]]
    })),
    nameOf: (id) => configuration.nodes.get(id)?.name ?? ""
  }
}

const dailyHours = (zone: DateTime.TimeZone, day: Period, quarters: ReadonlyArray<QuarterSums>) => {
  const byHour = Map.groupBy(quarters, ({ quarter }) => hourOf(quarter, zone).epochMilliseconds)
  return hoursIn(day, zone).map(({ from, to }) =>
    new DailyHour({ from_time: from, to_time: to, ...takingsOf(byHour.get(from.epochMilliseconds) ?? []) })
  )
}
