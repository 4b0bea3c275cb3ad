import { Result } from "effect"
import { TooManyAttempts, waitSeconds } from "./SignInLimit.ts"

/** Between the starts of two tries that go slowly, in milliseconds: 7,200 an hour for each server process. */
export const pauseMillis = 500

/** Networks that may wait at once: the last of them gets its turn before a call is given up. */
export const mostWaiting = 4

/** Tries for one account or event that go one after the other; times in milliseconds. */
export interface SlowLane {
  /** When the next try may start. */
  readonly free: number
  /** Who waits for its turn: one try of each network, so that no network takes all places. */
  readonly waiting: ReadonlySet<string>
}

export const empty: SlowLane = { free: 0, waiting: new Set() }

/** Gives a network the next turn, and says when it is; the caller leaves the lane at that time. */
export const enter = (
  lane: SlowLane,
  network: string,
  now: number
): Result.Result<{ readonly lane: SlowLane; readonly startsAt: number }, TooManyAttempts> => {
  const startsAt = Math.max(now, lane.free)
  if (lane.waiting.has(network) || lane.waiting.size >= mostWaiting) {
    return Result.fail(new TooManyAttempts({ retry_after_seconds: waitSeconds((startsAt - now) / 1000) }))
  }
  return Result.succeed({
    lane: { free: startsAt + pauseMillis, waiting: new Set([...lane.waiting, network]) },
    startsAt
  })
}

/** The lane when a network's turn has come, or it no longer waits. */
export const leave = (lane: SlowLane, network: string): SlowLane => ({
  free: lane.free,
  waiting: new Set([...lane.waiting].filter((waiting) => waiting !== network))
})
