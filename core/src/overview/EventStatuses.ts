import { Cache, Context, DateTime, Duration, Effect, Exit, Layer, Result } from "effect"
import { NotFound } from "../base/Refusal.ts"
import { complete } from "../event/EventCompleteness.ts"
import { type EventConfiguration, subtreeOf } from "../event/EventConfiguration.ts"
import { EventConfigurations } from "../event/EventConfigurations.ts"
import { EventRepository } from "../event/EventRepository.ts"
import type { SealedSecrets } from "../event/EventSecrets.ts"
import type { EventSettings } from "../event/EventSettings.ts"
import type { AtEvent } from "../organisation/Caller.ts"
import { AlertFact, alertsOf } from "./Alert.ts"
import { AlertRepository } from "./AlertRepository.ts"
import { businessDay, EventStatus, seenWith, silentTills, takingsToday } from "./EventStatus.ts"
import { EventStatusRepository, type StatusScope } from "./EventStatusRepository.ts"

/**
 * Milliseconds for which a status is reused, from the milliseconds that reading it took. Many screens ask for the same one every
 * few seconds, and reading the takings of a large event must leave the database to bookings: at most a tenth of the time.
 */
export const reuseMillis = (reading: number): number => Math.min(60_000, Math.max(2_000, 10 * reading))

export const StatusReuse = Context.Reference<(reading: number) => number>("core/reference/StatusReuse", {
  defaultValue: () => reuseMillis
})

/** The most nodes whose status is kept. */
const capacity = 1_000

/** The present state of events: takings, tills, and what needs attention. */
export class EventStatuses extends Context.Service<EventStatuses>()("core/EventStatuses", {
  make: Effect.gen(function*() {
    const configurations = yield* EventConfigurations
    const alerts = yield* AlertRepository
    const events = yield* EventRepository
    const repository = yield* EventStatusRepository
    const age = yield* StatusReuse

    const takingsOf = Effect.fnUntraced(function*(
      configuration: EventConfiguration,
      scope: StatusScope,
      day: ReturnType<typeof businessDay>
    ) {
      const { sale_exit, voucher_create } = configuration.systemAccounts
      const vouchers = scope.nodeId === scope.eventId
        ? repository.vouchers({ ...scope, day, voucherCreate: voucher_create, saleExit: sale_exit })
        : Effect.succeed(null)
      const [slices, moved] = yield* Effect.all([repository.takings({ ...scope, day }), vouchers], {
        concurrency: "unbounded"
      })
      return takingsToday(day, slices, moved, configuration)
    })

    const read = Effect.fnUntraced(function*(eventId: bigint, nodeId: bigint) {
      const configuration = yield* configurations.current(eventId)
      const [event] = yield* events.list([eventId])
      if (event === undefined) return yield* new NotFound({ element_type: "event", element_id: eventId })
      const nodes = subtreeOf(configuration, nodeId)
      const tills = Array.from(configuration.tills.values()).filter((till) => nodes.has(till.node_id))
      const scope = { eventId, nodeId, nodeIds: [...nodes], tillIds: tills.map(({ id }) => id) }
      const day = businessDay(event.settings, yield* DateTime.now)
      const [takings, tillsNow, facts] = yield* Effect.all([
        takingsOf(configuration, scope, day),
        repository.tills(scope),
        alerts.facts({ ...scope, day })
      ], { concurrency: "unbounded" })
      const missing = nodeId === eventId ? missingSettings(eventId, configuration, event) : []
      return new EventStatus({
        node_id: nodeId,
        at: day.now,
        currency_identifier: event.settings.currency_identifier,
        time_zone: event.settings.time_zone,
        archived: configuration.nodes.get(nodeId)?.read_only ?? false,
        day_start: day.time.period.from,
        day_end: day.time.period.to,
        takings,
        tills: tillsNow,
        needs_somebody: alertsOf([...facts, ...silentTills(tillsNow), ...missing], day.now, day.time.period.from)
      })
    })

    const statuses = yield* Cache.makeWith((key: string) => {
      const [eventId, nodeId] = key.split("/").map(BigInt)
      return Effect.timed(Effect.orDie(read(eventId!, nodeId!)))
    }, {
      capacity,
      timeToLive: (exit) => age(Exit.isSuccess(exit) ? Duration.toMillis(exit.value[0]) : 0)
    })

    /** The state of the caller's node and the nodes below it, as far as the caller may see it; as old as `StatusReuse` allows. */
    const now = Effect.fn("EventStatuses.now")(({ eventId, node, privileges }: AtEvent) =>
      Effect.map(Cache.get(statuses, `${eventId}/${node.id}`), ([, status]) => seenWith(status, privileges))
    )

    /** The state of a whole event, for the operator of the server, who may read the database anyway. */
    const ofEvent = (eventId: bigint) =>
      Effect.map(Cache.get(statuses, `${eventId}/${eventId}`), ([, status]) => status)

    return { now, ofEvent }
  })
}) {
  static readonly layer = Layer.effect(this, this.make).pipe(
    Layer.provide(EventConfigurations.layer),
    Layer.provide([AlertRepository.layer, EventRepository.layer, EventStatusRepository.layer])
  )
}

/** The settings that an enabled feature lacks, and the dates without which there are no statistics. */
const missingSettings = (
  eventId: bigint,
  configuration: EventConfiguration,
  { secrets, settings }: { readonly secrets: SealedSecrets; readonly settings: EventSettings }
): ReadonlyArray<AlertFact> => {
  const result = complete(settings, secrets)
  const dates = [settings.start_date, settings.end_date, settings.daily_end_time].filter((date) => date === null).length
  const count = dates + (Result.isFailure(result) ? result.failure.problems?.length ?? 1 : 0)
  return count === 0 ? [] : [
    new AlertFact({
      kind: "settings_missing",
      subject: "event",
      id: eventId,
      name: configuration.nodes.get(eventId)?.name ?? "",
      node_id: eventId,
      count,
      amount: null,
      since: null,
      state: null
    })
  ]
}
