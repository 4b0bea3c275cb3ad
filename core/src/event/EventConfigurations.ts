import { Clock, Context, Effect, Layer, Scope, Semaphore } from "effect"
import { NotFound } from "../base/Refusal.ts"
import { sharedProbe } from "../sql/SharedProbe.ts"
import { CatalogueVersions } from "./CatalogueVersions.ts"
import { type EventConfiguration, type InForce, inForceAt, isDue } from "./EventConfiguration.ts"
import { EventConfigurationRepository, type LoadedConfiguration } from "./EventConfigurationRepository.ts"

interface Slot {
  loaded: LoadedConfiguration | undefined
  /** What was read, with the products that are in force. */
  inForce: InForce | undefined
  readonly loading: Semaphore.Semaphore
}

/** The configuration in memory as it is now, if it is of this version or a later one. A planned change needs no reading. */
const configurationIn = (slot: Slot, version: bigint, clock: Clock.Clock): EventConfiguration | undefined => {
  const { inForce, loaded } = slot
  if (loaded === undefined || loaded.configuration.version < version) return undefined
  const now = clock.currentTimeMillisUnsafe()
  if (isDue(loaded.configuration, now)) return undefined
  if (inForce !== undefined && now < inForce.until) return inForce.configuration
  slot.inForce = inForceAt(loaded.configuration, now)
  return slot.inForce.configuration
}

/**
 * The configurations that a transaction has read, for one that makes several changes; null outside of such. Their versions may never
 * be committed, and another change may get the same number, so no one else sees them.
 */
export const ReadInTransaction = Context.Reference<Map<bigint, Slot> | null>("core/reference/ReadInTransaction", {
  defaultValue: () => null
})

/**
 * The configurations of events in memory. Queries for other data return the current version as well. Their callers then
 * ask for `atLeast` that version, so the next call sees a change made by another process. A newer version is read in one statement,
 * which returns only what has changed since the version in memory. Planned changes of products are part of it, so at their moment
 * nothing is read.
 */
export class EventConfigurations extends Context.Service<EventConfigurations>()("core/EventConfigurations", {
  make: Effect.gen(function*() {
    const repository = yield* EventConfigurationRepository
    const catalogue = yield* CatalogueVersions
    const committed = new Map<bigint, Slot>()

    const slotOf = (eventId: bigint, slots: Map<bigint, Slot>): Slot => {
      const known = slots.get(eventId)
      if (known !== undefined) return known
      const slot: Slot = { loaded: undefined, inForce: undefined, loading: Semaphore.makeUnsafe(1) }
      slots.set(eventId, slot)
      return slot
    }

    /** A change of a tax rate that is due ends the closings of the tills first, so that no booking after it is in one from before. */
    const read = Effect.fnUntraced(
      function*(eventId: bigint, known: LoadedConfiguration | undefined, clock: Clock.Clock) {
        const loaded = yield* repository.load(eventId, known)
        const now = clock.currentTimeMillisUnsafe()
        if (loaded === undefined || !isDue(loaded.configuration, now)) return loaded
        yield* catalogue.beginDue(eventId, now)
        return yield* repository.load(eventId, loaded)
      }
    )

    const load = (eventId: bigint, version: bigint, slot: Slot, clock: Clock.Clock) =>
      slot.loading.withPermit(Effect.gen(function*() {
        const present = configurationIn(slot, version, clock)
        if (present !== undefined) return present
        const loaded = yield* Effect.orDie(read(eventId, slot.loaded ?? committed.get(eventId)?.loaded, clock))
        if (loaded === undefined) return yield* new NotFound({ element_type: "event", element_id: eventId })
        slot.loaded = loaded
        slot.inForce = inForceAt(loaded.configuration, clock.currentTimeMillisUnsafe())
        return slot.inForce.configuration
      }))

    /** Returns this version or a later one. Concurrent callers that lack it cause one load. */
    const atLeast = (eventId: bigint, version: bigint) =>
      Effect.flatMap(ReadInTransaction, (slots) =>
        Clock.clockWith((clock) => {
          const slot = slotOf(eventId, slots ?? committed)
          const present = configurationIn(slot, version, clock)
          return present === undefined ? load(eventId, version, slot, clock) : Effect.succeed(present)
        }))

    /** The configuration in memory, which may be outdated; for calls that compare the version later. */
    const cached = (eventId: bigint) => atLeast(eventId, 0n)

    /** The current configuration, at the cost of one query. */
    const current = Effect.fnUntraced(function*(eventId: bigint) {
      const version = yield* Effect.orDie(repository.version(eventId))
      if (version === undefined) return yield* new NotFound({ element_type: "event", element_id: eventId })
      return yield* atLeast(eventId, version)
    })

    const scope = yield* Effect.scope
    const versions = new Map<bigint, Effect.Effect<bigint | undefined>>()

    /** The current version of an event, read once a second at most for all callers together. */
    const recentVersion = Effect.fnUntraced(function*(eventId: bigint) {
      const known = versions.get(eventId)
      if (known !== undefined) return yield* known
      const shared = yield* Scope.provide(sharedProbe(Effect.orDie(repository.version(eventId))), scope)
      versions.set(eventId, shared)
      return yield* shared
    })

    /** The configuration as it was a second ago, or a later one; for calls that tills make again and again. */
    const recent = Effect.fnUntraced(function*(eventId: bigint) {
      return yield* atLeast(eventId, (yield* recentVersion(eventId)) ?? 0n)
    })

    return { atLeast, cached, current, recent }
  })
}) {
  static readonly layer = Layer.effect(this, this.make).pipe(Layer.provide([
    CatalogueVersions.layer,
    EventConfigurationRepository.layer
  ]))
}
