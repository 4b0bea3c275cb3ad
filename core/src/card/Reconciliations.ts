import { Context, DateTime, Effect, Layer, Result } from "effect"
import { isDate } from "../base/ExecutionDate.ts"
import { InvalidArgument, NotFound, refuse } from "../base/Refusal.ts"
import { EventConfigurations } from "../event/EventConfigurations.ts"
import { EventRepository } from "../event/EventRepository.ts"
import { Access } from "../organisation/Access.ts"
import type { AtEvent } from "../organisation/Caller.ts"
import { keepGoing } from "../sql/Outages.ts"
import { maxPageSize, type Page } from "../sql/Page.ts"
import { CardHistory } from "./CardHistory.ts"
import { CardMerchants } from "./CardMerchants.ts"
import type { CardMerchant } from "./CardProvider.ts"
import { cardRules } from "./CardRules.ts"
import { maySeePayments } from "./ListedPayment.ts"
import { ProviderUpdates } from "./ProviderUpdates.ts"
import { type CardOrder, reconcile, totalsOf, uuidOf } from "./Reconciliation.ts"
import { ReconciliationDayRepository } from "./ReconciliationDayRepository.ts"
import { publishMetrics } from "./ReconciliationMetrics.ts"
import { ReconciliationRepository, type Report, type Run } from "./ReconciliationRepository.ts"

/** The worker's name in the log. */
const worker = "card reconciliation"

/**
 * Seconds between the end of a day and its comparison. Payments of the last minutes are usually booked by the end of
 * this time.
 */
const settlingSeconds = 3600

/** Time after its last heartbeat for which a process keeps a day. */
const lease = { minutes: 1 }

/** Interval of heartbeats. */
const heartbeatInterval = "15 seconds"

/** Minutes until the next try after each failure; further failures use the last value. */
const pauses = [5, 15, 60, 240]

/** Compares the card provider's records with the booked orders, day by day. */
export class Reconciliations extends Context.Service<Reconciliations>()("core/Reconciliations", {
  make: Effect.gen(function*() {
    const access = yield* Access
    const configurations = yield* EventConfigurations
    const events = yield* EventRepository
    const days = yield* ReconciliationDayRepository
    const history = yield* CardHistory
    const merchants = yield* CardMerchants
    const updates = yield* ProviderUpdates
    const repository = yield* ReconciliationRepository

    /** The provider's movements of a day, with their orders. */
    const compared = Effect.fnUntraced(function*(run: Run, day: Day, merchant: CardMerchant) {
      const { movements: listed, unreadable } = yield* history.between(merchant, day.from, day.to)
      const asked = (uuids: ReadonlyArray<string>) =>
        Effect.orDie(repository.orders({
          eventId: run.eventId,
          from: day.from,
          to: day.to,
          uuids,
          ids: listed.map(({ id }) => id),
          codes: listed.flatMap(({ transactionCode }) => transactionCode ?? [])
        }))
      const isKnown = namesOf(yield* asked([]))
      const movements = yield* history.withReferences(merchant, listed, isKnown)
      const uuids = movements.flatMap(({ reference }) => uuidOf(reference) ?? [])
      const orders = yield* asked(uuids)
      const first = reconcile({ merchantCode: merchant.merchantCode, orders, movements, otherEvents: new Set() })
      const lacking = new Set(first.flatMap(({ kind, order_uuid }) => kind === "not_at_provider" ? [order_uuid] : []))
      const others = yield* history.paymentsOf(merchant, orders.filter(({ uuid }) => lacking.has(uuid)))
      const otherEvents = yield* Effect.orDie(repository.otherEvents(run.eventId, uuids))
      const found = reconcile({
        merchantCode: merchant.merchantCode,
        orders,
        movements: [...movements, ...others],
        otherEvents
      })
      return { found, totals: totalsOf({ currency: merchant.currency, movements, orders }, found), unreadable }
    })

    /**
     * Compares a day. Consequences of the differences take effect before the report is finished, so that a killed
     * process leaves none out. Returns false if another process has taken over because heartbeats were missing.
     */
    const work = Effect.fnUntraced(function*(run: Run, day: Day, merchant: CardMerchant) {
      const { found, totals, unreadable } = yield* compared(run, day, merchant)
      const differences = found.filter(({ kind }) => kind !== "matched")
      if (!(yield* Effect.orDie(repository.store(run, differences)))) return false
      const late = differences.flatMap(({ kind, order_uuid, resolved }) =>
        kind === "not_booked" && !resolved ? [order_uuid] : []
      )
      for (const uuid of new Set(late)) if (uuid !== null) yield* updates.recheck(run.eventId, uuid)
      for (const { charged_back, order_uuid, refunded } of yield* Effect.orDie(repository.returned(run))) {
        yield* updates.note(run.eventId, order_uuid, { refunded, chargedBack: charged_back })
      }
      if (!(yield* Effect.orDie(repository.finish(run, totals, unreadable, yield* DateTime.now)))) return false
      if (totals.unresolved > 0) {
        yield* Effect.logWarning(`Card payments of ${day.name}: ${totals.unresolved} need an operator`)
      }
      return true
    })

    /** Sends heartbeats for ever. */
    const sendHeartbeats = (run: Run): Effect.Effect<never> =>
      DateTime.now.pipe(
        Effect.flatMap((now) => repository.extendLease(run, DateTime.add(now, lease))),
        keepGoing(worker, "A heartbeat could not be sent"),
        Effect.delay(heartbeatInterval),
        Effect.forever
      )

    const failed = Effect.fnUntraced(function*(run: Run, failures: number, problem: string) {
      const pause = pauses[Math.min(failures, pauses.length - 1)]!
      const nextTry = DateTime.add(yield* DateTime.now, { minutes: pause })
      yield* Effect.orDie(repository.fail(run, problem, nextTry))
    })

    /** Compares a day; returns null if another process holds it. `atOnce` ignores the pause after a failure. */
    const compare = Effect.fn("Reconciliations.compare")(
      function*(eventId: bigint, day: Day, merchant: CardMerchant, atOnce: boolean) {
        const now = yield* DateTime.now
        const claim = { eventId, day: day.name, now, leaseUntil: DateTime.add(now, lease), atOnce }
        const claimed = yield* Effect.orDie(repository.claim(claim))
        if (claimed === undefined) return null
        const run: Run = { eventId, id: claimed.id, startedAt: now }
        const isDone = yield* Effect.raceFirst(work(run, day, merchant), sendHeartbeats(run)).pipe(
          Effect.tapError(({ message }) => failed(run, claimed.failures, message)),
          Effect.tapDefect(() =>
            failed(run, claimed.failures, "It could not be compared: the server's log has the cause")
          )
        )
        return isDone ? run : null
      },
      (effect, eventId, { name }) => Effect.annotateLogs(effect, { event_id: eventId, day: name })
    )

    const zoneOf = (eventId: bigint) => Effect.map(events.settings(eventId), ({ time_zone }) => time_zone)

    /** Publishes the metrics of all events with a merchant account, even if its key can't be decrypted. */
    const measure = Effect.fnUntraced(function*() {
      for (const event of yield* days.measured({ now: yield* DateTime.now, settlingSeconds })) {
        yield* Effect.gen(function*() {
          const { card } = yield* configurations.current(event.event_id)
          if (card.apiKey !== null && card.merchantCode !== "") yield* publishMetrics(event)
        }).pipe(keepGoing(worker, `The metrics of the event ${event.event_id} could not be published`))
      }
    })

    /** Compares every ended day that was not compared yet. A failure of one event or day does not affect the others. */
    const sweep = Effect.fn("Reconciliations.sweep")(function*() {
      const due = yield* days.due({ now: yield* DateTime.now, settlingSeconds })
      for (const { day, event_id: eventId } of due) {
        yield* Effect.gen(function*() {
          const merchant = yield* Effect.flatMap(configurations.current(eventId), merchants.configured)
          if (merchant === null) return
          yield* compare(eventId, dayOf(day, yield* zoneOf(eventId)), merchant, false)
        }).pipe(keepGoing(worker, `Card payments of the event ${eventId} on ${day} could not be compared`))
      }
      yield* measure()
    })

    const get = Effect.fnUntraced(function*({ eventId, id }: Report, page: Page) {
      const report = yield* Effect.orDie(repository.find({ eventId, id }))
      if (report === undefined) return yield* new NotFound({ element_type: "reconciliation", element_id: id })
      return { ...report, entries: yield* Effect.orDie(repository.differences({ eventId, id, ...page })) }
    })

    /** Compares the given day, or yesterday, now and returns the report. */
    const run = Effect.fn("Reconciliations.run")(function*(eventId: bigint, name: string | null) {
      const zone = yield* zoneOf(eventId)
      const merchant = yield* merchants.required(eventId)
      const now = yield* DateTime.now
      const day = yield* Effect.fromResult(wanted(name, zone, now))
      const done = yield* compare(eventId, day, merchant, true)
      if (done === null) return yield* InvalidArgument.of(cardRules.day_being_compared, { day: day.name })
      return yield* get(done, { limit: maxPageSize, cursor: null })
    })

    const atTop = (caller: AtEvent) => access.requireAt(caller, caller.eventId, maySeePayments)

    return {
      /** A report with a page of its differences. */
      get: Effect.fn("Reconciliations.get")((caller: AtEvent, id: bigint, page: Page) =>
        Effect.andThen(atTop(caller), get({ eventId: caller.eventId, id }, page))
      ),
      /** Reports of the caller's event, newest first. */
      list: Effect.fn("Reconciliations.list")((caller: AtEvent, page: Page) =>
        Effect.andThen(atTop(caller), Effect.orDie(repository.list({ eventId: caller.eventId, ...page })))
      ),
      run,
      sweep
    }
  })
}) {
  static readonly layer = Layer.effect(this, this.make).pipe(
    Layer.provide([Access.layer, CardHistory.layer, CardMerchants.layer, EventConfigurations.layer]),
    Layer.provide([EventRepository.layer, ReconciliationDayRepository.layer, ReconciliationRepository.layer])
  )
}

/** A day in the event's time zone: from midnight to the next midnight. */
export interface Day {
  /** As YYYY-MM-DD. */
  readonly name: string
  readonly from: DateTime.Utc
  readonly to: DateTime.Utc
}

/** The day with this name; the zone is an IANA time zone. */
export const dayOf = (name: string, zone: string): Day => {
  const timeZone = DateTime.zoneMakeNamedUnsafe(zone)
  const from = DateTime.makeZonedUnsafe(`${name}T00:00:00`, { timeZone, adjustForTimeZone: true })
  return { name, from: DateTime.toUtc(from), to: DateTime.toUtc(DateTime.add(from, { days: 1 })) }
}

const wanted = (name: string | null, zone: string, now: DateTime.Utc): Result.Result<Day, InvalidArgument> => {
  const local = DateTime.setZone(now, DateTime.zoneMakeNamedUnsafe(zone))
  const today = DateTime.formatIsoDate(local)
  if (name === null) return Result.succeed(dayOf(DateTime.formatIsoDate(DateTime.subtract(local, { days: 1 })), zone))
  if (!isDate(name)) return refuse(cardRules.day_invalid)
  return name > today ? refuse(cardRules.day_not_begun) : Result.succeed(dayOf(name, zone))
}

/** Returns a function that tells whether an order already names a movement. */
const namesOf = (orders: ReadonlyArray<CardOrder>) => {
  const ids = new Set(orders.flatMap(({ paymentId }) => paymentId ?? []))
  const codes = new Set(orders.flatMap(({ transactionCode }) => transactionCode ?? []))
  return (movement: { readonly id: string; readonly transactionCode: string | null }) =>
    ids.has(movement.id) || codes.has(movement.transactionCode ?? "")
}
