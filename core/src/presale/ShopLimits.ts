import { Clock, Context, Effect, Layer } from "effect"
import { Configuration } from "../base/Configuration.ts"
import { type Allowance, mayTake, take } from "../base/limits/Allowance.ts"
import { organizerOf, type ShopOrganizer } from "../event/ShopEvent.ts"

interface Slot {
  allowance: Allowance | undefined
  /** Milliseconds since 1970; the shop asked for no calls before. */
  pausedUntil: number
}

/**
 * Limits the calls to each organiser of a ticket shop, as the shop does. All calls of this process share it, so those of several
 * events of an organiser do; their worker is in one process.
 */
export class ShopLimits extends Context.Service<ShopLimits>()("core/ShopLimits", {
  make: Effect.gen(function*() {
    const { presaleRequestsPerMinute } = yield* Configuration
    const perSecond = presaleRequestsPerMinute / 60
    const size = { most: Math.max(1, perSecond), perSecond }
    const slots = new Map<string, Slot>()

    const slotOf = (at: ShopOrganizer): Slot => {
      const name = organizerOf(at)
      const known = slots.get(name)
      if (known !== undefined) return known
      const slot: Slot = { allowance: undefined, pausedUntil: 0 }
      slots.set(name, slot)
      return slot
    }

    /** Waits until the organiser may be called once more. */
    const enter = (at: ShopOrganizer): Effect.Effect<void> =>
      Effect.flatMap(Clock.currentTimeMillis, (now) => {
        const slot = slotOf(at)
        const isFree = slot.pausedUntil <= now && mayTake(slot.allowance, size, now)
        if (!isFree) {
          return Effect.delay(Effect.suspend(() => enter(at)), Math.max(slot.pausedUntil - now, 1000 / perSecond))
        }
        slot.allowance = take(slot.allowance, size, now)
        return Effect.void
      })

    /** Delays all calls to the organiser for this time. */
    const pause = (at: ShopOrganizer, seconds: number) =>
      Effect.map(Clock.currentTimeMillis, (now) => {
        const slot = slotOf(at)
        slot.pausedUntil = Math.max(slot.pausedUntil, now + seconds * 1000)
      })

    return { enter, pause }
  })
}) {
  static readonly layer = Layer.effect(this, this.make)
}
