import { Result } from "effect"
import type { Pace } from "./Limits.ts"

/** The queue of tries that take turns; times in milliseconds. */
export interface ThrottleQueue {
  /** Earliest start of the next try. */
  readonly free: number
  /** The network of each waiting try. */
  readonly waiting: ReadonlyArray<string>
}

export const empty: ThrottleQueue = { free: 0, waiting: [] }

/** A queue with a place taken, and the time at which the turn comes. */
export interface Entered {
  readonly queue: ThrottleQueue
  readonly startsAt: number
}

/**
 * The milliseconds until a turn is free, if the next try, from any network or from the given one, is refused; undefined if it may wait
 * or start.
 */
export const refusedFor = (
  queue: ThrottleQueue,
  pace: Pace,
  now: number,
  network?: string
): number | undefined => {
  const wait = queue.free - now
  if (wait <= 0) return undefined
  const ofNetwork = queue.waiting.filter((waiting) => waiting === network).length
  // Who waits must get the turn before the call times out.
  const fits = queue.waiting.length < pace.mostWaiting && ofNetwork < pace.mostOfNetwork &&
    wait <= pace.pauseMillis * pace.mostWaiting
  return fits ? undefined : wait
}

/**
 * Assigns the next turn to a try from a network; the caller must call `leave` at its start. Fails as `refusedFor` says. Each of several processes of a
 * server keeps a queue of its own, so it pauses for longer.
 */
export const enter = (
  queue: ThrottleQueue,
  pace: Pace,
  network: string,
  now: number,
  processes = 1
): Result.Result<Entered, number> => {
  const refused = refusedFor(queue, pace, now, network)
  if (refused !== undefined) return Result.fail(refused)
  const startsAt = Math.max(now, queue.free)
  return Result.succeed({
    queue: { free: startsAt + pace.pauseMillis * processes, waiting: [...queue.waiting, network] },
    startsAt
  })
}

/** The queue after a try's turn has come, or the try no longer waits. */
export const leave = (queue: ThrottleQueue, network: string): ThrottleQueue => {
  const place = queue.waiting.indexOf(network)
  return { free: queue.free, waiting: queue.waiting.filter((_, n) => n !== place) }
}

/** The queue after a try was right: the next one need not wait for it. */
export const giveBack = (queue: ThrottleQueue, pace: Pace, processes = 1): ThrottleQueue => ({
  ...queue,
  free: queue.free - pace.pauseMillis * processes
})
