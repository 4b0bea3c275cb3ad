import { Context, DateTime, Effect, Layer } from "effect"
import * as Money from "../base/Money.ts"
import { type EventConfiguration, eventPathTo, subtreeOf } from "../event/EventConfiguration.ts"
import { EventConfigurations } from "../event/EventConfigurations.ts"
import { EventRepository } from "../event/EventRepository.ts"
import { Access } from "../organisation/Access.ts"
import type { AtEvent } from "../organisation/Caller.ts"
import { mayManage } from "../organisation/Place.ts"
import { bookedBefore, reportPeriod, reportTime } from "./EventDay.ts"
import { feeAt } from "./NodeFee.ts"
import { NodeFeeRepository } from "./NodeFeeRepository.ts"
import { reportHead } from "./ReportHead.ts"
import { ReportReading } from "./ReportReading.ts"
import { maxListedOrders, RevenueReport } from "./RevenueReport.ts"
import { RevenueRepository, type TillDay } from "./RevenueRepository.ts"
import { FeeShares, revenueDays, revenueOrder, revenueSums, type Terms } from "./RevenueSums.ts"
import { SettlementReport, SettlementRow } from "./SettlementReport.ts"

/**
 * The sales of a node and below it in the event's period, and what its stalls are owed. With `asOf` the figures are those of
 * that moment, without later bookings and with the fees of that time.
 */
export class RevenueReports extends Context.Service<RevenueReports>()("core/RevenueReports", {
  make: Effect.gen(function*() {
    const access = yield* Access
    const configurations = yield* EventConfigurations
    const events = yield* EventRepository
    const nodeFees = yield* NodeFeeRepository
    const repository = yield* RevenueRepository
    const reading = yield* ReportReading

    const scopeOf = Effect.fnUntraced(function*(caller: AtEvent) {
      yield* access.requireAt(caller, caller.node.id, mayManage)
      const configuration = yield* configurations.current(caller.eventId)
      return { configuration, places: placesIn(configuration, caller.node.id) }
    })

    const termsOf = Effect.fnUntraced(function*(scope: Scope, asOf: DateTime.Utc | null) {
      const fees = yield* nodeFees.fees(scope.configuration.eventId, asOf)
      return {
        nodeOf: new Map(scope.places.flatMap(({ id, tillIds }) => tillIds.map((till) => [till, id]))),
        feeOf: new Map(scope.places.map(({ id, path }) => [id, feeAt(path, fees)]))
      }
    })

    /** The sales by day and their first orders. Fails as `InvalidArgument` if the event has no business days. */
    const revenue = Effect.fn("RevenueReports.revenue")(function*(caller: AtEvent, asOf: DateTime.Utc | null) {
      const { eventId, node } = caller
      const scope = yield* scopeOf(caller)
      return yield* reading.once(Effect.gen(function*() {
        const settings = yield* events.settings(eventId)
        const time = yield* Effect.fromResult(reportTime(settings, wholeEvent))
        const terms: Terms = yield* termsOf(scope, asOf)
        const at = { eventId, tillIds: tillsIn(scope), ...bookedBefore(time.period, asOf) }
        const rows = yield* repository.days({ ...at, dayEnds: time.dayEnds })
        const first = yield* repository.first({ ...at, limit: maxListedOrders })
        const shares = new FeeShares(terms)
        const rates = new Set(terms.feeOf.values())
        return new RevenueReport({
          head: reportHead({
            ...caller,
            settings,
            period: time.period,
            as_of: asOf,
            made_at: yield* DateTime.now,
            node
          }),
          fee_rate: rates.size > 1 ? null : Array.from(rates)[0] ?? 0,
          total: revenueSums(rows, terms),
          days: revenueDays(rows, time, terms),
          orders: first.map((order) => revenueOrder(order, shares))
        })
      }))
    })

    /** What each stall is owed; for an event without dates of everything so far. */
    const settlement = Effect.fn("RevenueReports.settlement")(function*(caller: AtEvent, asOf: DateTime.Utc | null) {
      const { eventId, node } = caller
      const scope = yield* scopeOf(caller)
      return yield* reading.once(Effect.gen(function*() {
        const settings = yield* events.settings(eventId)
        const period = yield* Effect.fromResult(reportPeriod(settings, wholeEvent))
        const terms: Terms = yield* termsOf(scope, asOf)
        const at = { eventId, tillIds: tillsIn(scope), ...bookedBefore(period, asOf) }
        const rows = yield* repository.days({ ...at, dayEnds: [] })
        return new SettlementReport({
          head: reportHead({ eventId, settings, period, as_of: asOf, made_at: yield* DateTime.now, node }),
          rows: scope.places.map((place) => settlementRow(place, rows, terms)),
          total: revenueSums(rows, terms)
        })
      }))
    })

    return { revenue, settlement }
  })
}) {
  static readonly layer = Layer.effect(this, this.make).pipe(
    Layer.provide([Access.layer, EventConfigurations.layer, ReportReading.layer]),
    Layer.provide([EventRepository.layer, NodeFeeRepository.layer, RevenueRepository.layer])
  )
}

const wholeEvent = { from: null, to: null }

/** A node with tills of its own. */
interface TillPlace {
  readonly id: bigint
  /** The ids from the event down to the node itself. */
  readonly path: ReadonlyArray<bigint>
  /** The names of the same, without that of the event. */
  readonly names: ReadonlyArray<string>
  readonly name: string
  readonly tillIds: ReadonlyArray<bigint>
}

interface Scope {
  readonly configuration: EventConfiguration
  readonly places: ReadonlyArray<TillPlace>
}

const tillsIn = ({ places }: Scope) => places.flatMap(({ tillIds }) => tillIds)

/** The nodes at and below a node that have tills, in the order of the tree by name. */
const placesIn = (configuration: EventConfiguration, nodeId: bigint): ReadonlyArray<TillPlace> => {
  const nodes = subtreeOf(configuration, nodeId)
  const nameOf = (id: bigint) => configuration.nodes.get(id)?.name ?? ""
  const tills = Array.from(configuration.tills.values()).filter((till) => nodes.has(till.node_id))
  return Array.from(Map.groupBy(tills, ({ node_id }) => node_id), ([id, own]) => {
    const path = eventPathTo(configuration, id)
    return { id, path, names: path.slice(1).map(nameOf), name: nameOf(id), tillIds: own.map((till) => till.id) }
  }).toSorted((a, b) => comparePaths(a.names, b.names) || (a.id < b.id ? -1 : 1))
}

/** A node comes before the nodes below it. */
const comparePaths = (a: ReadonlyArray<string>, b: ReadonlyArray<string>): number => {
  const at = a.findIndex((name, n) => name !== b[n])
  if (at < 0) return a.length - b.length
  return at >= b.length ? 1 : a[at]! < b[at]! ? -1 : 1
}

const settlementRow = (place: TillPlace, rows: ReadonlyArray<TillDay>, terms: Terms) => {
  const own = rows.filter(({ till_id }) => place.tillIds.includes(till_id))
  const paidBy = (...methods: ReadonlyArray<TillDay["payment_method"]>) =>
    Money.sum(own.filter(({ payment_method }) => methods.includes(payment_method)).map((row) => row.revenue))
  return new SettlementRow({
    node_id: place.id,
    node_name: place.name,
    path: place.names,
    fee_rate: terms.feeOf.get(place.id) ?? 0,
    tag: paidBy("tag"),
    cash: paidBy("cash"),
    card: paidBy("sumup", "sumup_online"),
    ...revenueSums(own, terms)
  })
}
