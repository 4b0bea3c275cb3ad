import { Result } from "effect"
import { TooManyAttempts, waitSeconds } from "./SignInLimit.ts"

/** Milliseconds between the starts of two slowed tries at a server: 7,200 an hour. Its processes share them. */
export const pauseMillis = 500

/** Number of networks that may wait at once: the last of them gets its turn before its call times out. */
export const mostWaiting = 4

/** The longest wait for a turn, in milliseconds. */
const longestWait = pauseMillis * mostWaiting

/** The queue of slowed tries for one account or event; times in milliseconds. */
export interface ThrottleQueue {
  /** Earliest start of the next try. */
  readonly free: number
  /** The waiting networks, with one try each, so that no network takes all places. */
  readonly waiting: ReadonlySet<string>
}

export const empty: ThrottleQueue = { free: 0, waiting: new Set() }

/**
 * Assigns the next turn to a network and returns its start; the caller must call `leave` at that time. Each of several
 * processes of a server keeps a queue of its own, so it pauses for longer.
 */
export const enter = (
  queue: ThrottleQueue,
  network: string,
  now: number,
  processes = 1
): Result.Result<{ readonly queue: ThrottleQueue; readonly startsAt: number }, TooManyAttempts> => {
  const startsAt = Math.max(now, queue.free)
  if (queue.waiting.has(network) || queue.waiting.size >= mostWaiting || startsAt - now > longestWait) {
    return Result.fail(new TooManyAttempts({ retry_after_seconds: waitSeconds((startsAt - now) / 1000) }))
  }
  return Result.succeed({
    queue: { free: startsAt + pauseMillis * processes, waiting: new Set([...queue.waiting, network]) },
    startsAt
  })
}

/** The queue after a network's turn has come, or the network no longer waits. */
export const leave = (queue: ThrottleQueue, network: string): ThrottleQueue => ({
  free: queue.free,
  waiting: new Set([...queue.waiting].filter((waiting) => waiting !== network))
})
