import { Clock, Effect } from "effect"

/** Seconds of a monotonic clock: an outage must not seem longer or shorter when the time of day is set. */
export const uptimeSeconds = Effect.map(Clock.monotonicTimeNanos, (nanos) => Number(nanos) / 1e9)

/**
 * The time for which a device has been unusable. After an error at an order the outage lasts beyond a new connection: only the
 * answer to the next order shows that the device works again.
 */
export interface TseOutage {
  /** The device is unusable now; called again while that lasts. */
  readonly begin: Effect.Effect<void>
  /** The device failed at an order. */
  readonly orderFailed: Effect.Effect<void>
  /** The device is connected and starts no transaction, for this reason. */
  readonly startsRefused: (reason: string) => Effect.Effect<void>
  /** Why the device refused the newest start, on this connection or an earlier one; null if it did not. */
  readonly startRefusal: Effect.Effect<string | null>
  /** Whether this reason differs from the last one that was logged. */
  readonly isNewReason: (reason: string) => Effect.Effect<boolean>
  /** The device is connected. */
  readonly connected: Effect.Effect<void>
  /** The device answered to an order. */
  readonly end: Effect.Effect<void>
  /** How long the outage has lasted; 0 while the device works. */
  readonly seconds: Effect.Effect<number>
  /**
   * Whether the outage has lasted so long that orders fail. A new owner first tries to connect for as long as orders may wait:
   * the device may have been fine while it had no owner.
   */
  readonly hasLasted: (limitSeconds: number) => Effect.Effect<boolean>
}

/** @param outSeconds since the device last worked; null if it never did */
export const makeTseOutage = (outSeconds: number | null): Effect.Effect<TseOutage> =>
  Effect.map(uptimeSeconds, (takenOver) => {
    let since: number | null = outSeconds === null ? Number.NEGATIVE_INFINITY : takenOver - outSeconds
    let hasFailedOrder = false
    let refusal: string | null = null
    let hasTried = false
    let lastReason: string | null = null
    const begin = Effect.map(uptimeSeconds, (now) => {
      since ??= now
      hasTried = true
    })
    const orderFailed = Effect.andThen(begin, Effect.sync(() => hasFailedOrder = true))
    const secondsAt = (now: number) => since === null ? 0 : Math.max(0.001, now - since)
    return {
      begin,
      orderFailed,
      startsRefused: (reason) => Effect.andThen(orderFailed, Effect.sync(() => refusal = reason)),
      startRefusal: Effect.sync(() => refusal),
      isNewReason: (reason) =>
        Effect.sync(() => {
          const before = lastReason
          lastReason = reason
          return reason !== before
        }),
      connected: Effect.sync(() => {
        lastReason = null
        if (!hasFailedOrder) since = null
      }),
      end: Effect.sync(() => {
        since = null
        hasFailedOrder = false
        refusal = null
      }),
      seconds: Effect.map(uptimeSeconds, secondsAt),
      hasLasted: (limitSeconds) =>
        Effect.map(
          uptimeSeconds,
          (now) => secondsAt(now) >= limitSeconds && (hasTried || now - takenOver >= limitSeconds)
        )
    }
  })
