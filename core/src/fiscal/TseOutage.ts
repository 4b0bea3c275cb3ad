import { Clock, Effect } from "effect"

/** Seconds of a monotonic clock: an outage must not seem longer or shorter when the time of day is set. */
export const uptimeSeconds = Effect.map(Clock.monotonicTimeNanos, (nanos) => Number(nanos) / 1e9)

/**
 * Since when a device can't be used. It goes on after a new connection when the device failed at an order before: only its
 * answer to the next order shows that it works again.
 */
export interface TseOutage {
  /** It can't be used now; called again while that lasts. */
  readonly begin: Effect.Effect<void>
  /** It failed at an order. */
  readonly suspect: Effect.Effect<void>
  /** It is connected and begins no transaction, for this reason. */
  readonly refuseStarts: (why: string) => Effect.Effect<void>
  /** Why it began none when it was asked last, whatever became of its connection since; null: it does, or was not asked. */
  readonly startsRefused: Effect.Effect<string | null>
  /** Whether these words on why it can't be used are others than the last. */
  readonly isNews: (words: string) => Effect.Effect<boolean>
  /** It is connected. */
  readonly connected: Effect.Effect<void>
  /** It answered to an order. */
  readonly end: Effect.Effect<void>
  /** For how long; 0: it can be used. */
  readonly seconds: Effect.Effect<number>
  /**
   * Whether it has lasted so long that orders fail. Who just took the device over first tries to connect, for as long as
   * orders may wait: the device is not to blame that it had no owner.
   */
  readonly hasLasted: (limitSeconds: number) => Effect.Effect<boolean>
}

/** @param outSeconds since it could last be used; null: it never was */
export const makeTseOutage = (outSeconds: number | null): Effect.Effect<TseOutage> =>
  Effect.map(uptimeSeconds, (takenOver) => {
    let since: number | null = outSeconds === null ? Number.NEGATIVE_INFINITY : takenOver - outSeconds
    let suspected = false
    let refused: string | null = null
    let tried = false
    let told: string | null = null
    const begin = Effect.map(uptimeSeconds, (now) => {
      since ??= now
      tried = true
    })
    const suspect = Effect.andThen(begin, Effect.sync(() => suspected = true))
    const lastsAt = (now: number) => since === null ? 0 : Math.max(0.001, now - since)
    return {
      begin,
      suspect,
      refuseStarts: (why) => Effect.andThen(suspect, Effect.sync(() => refused = why)),
      startsRefused: Effect.sync(() => refused),
      isNews: (words) =>
        Effect.sync(() => {
          const before = told
          told = words
          return words !== before
        }),
      connected: Effect.sync(() => {
        told = null
        if (!suspected) since = null
      }),
      end: Effect.sync(() => {
        since = null
        suspected = false
        refused = null
      }),
      seconds: Effect.map(uptimeSeconds, lastsAt),
      hasLasted: (limitSeconds) =>
        Effect.map(uptimeSeconds, (now) => lastsAt(now) >= limitSeconds && (tried || now - takenOver >= limitSeconds))
    }
  })
