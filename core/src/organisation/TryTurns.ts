import { Clock, Effect, Result } from "effect"
import { BoundedMemory } from "../base/BoundedMemory.ts"
import type { Pace } from "../base/limits/Limits.ts"
import * as ThrottleQueue from "../base/limits/ThrottleQueue.ts"
import { TooManyAttempts, waitSeconds } from "./SignInLimit.ts"

/** A line in which tries wait for their turn, and how fast it moves. */
export interface WaitingLine {
  readonly name: string
  readonly pace: Pace
}

/** The queues of a process, by name. It remembers at most `most` of them; `processes` serve together. */
export const tryTurns = (most: number, processes: number) => {
  const queues = new BoundedMemory<ThrottleQueue.ThrottleQueue>(most)

  const update = (
    name: string,
    now: number,
    change: (queue: ThrottleQueue.ThrottleQueue) => ThrottleQueue.ThrottleQueue
  ) => {
    const queue = queues.get(name, now)
    if (queue === undefined) return
    const changed = change(queue)
    queues.note(name, changed, changed.free)
  }

  /** The refusal of any try in a line; undefined if one may wait or start. */
  const refusalOf = ({ name, pace }: WaitingLine, now: number): TooManyAttempts | undefined => {
    const millis = ThrottleQueue.refusedFor(queues.get(name, now) ?? ThrottleQueue.empty, pace, now)
    return millis === undefined ? undefined : refusedFor(millis)
  }

  /** Waits until it is a network's turn in each of the lines. If one of them refuses, none of the others has a turn less. */
  const wait = Effect.fnUntraced(function*(lines: ReadonlyArray<WaitingLine>, network: string) {
    const now = yield* Clock.currentTimeMillis
    const entered = yield* Effect.fromResult(
      Result.all(
        lines.map(({ name, pace }) =>
          ThrottleQueue.enter(queues.get(name, now) ?? ThrottleQueue.empty, pace, network, now, processes)
        )
      ).pipe(Result.mapError(refusedFor))
    )
    for (const [n, { queue }] of entered.entries()) queues.note(lines[n]!.name, queue, queue.free)
    const startsAt = Math.max(now, ...entered.map((each) => each.startsAt))
    const left = Effect.map(Clock.currentTimeMillis, (then) => {
      for (const { name } of lines) update(name, then, (queue) => ThrottleQueue.leave(queue, network))
    })
    yield* Effect.ensuring(Effect.sleep(startsAt - now), left)
  })

  /** Lets the next tries start as if a right one had not been there. */
  const giveBack = (lines: ReadonlyArray<WaitingLine>) =>
    Effect.map(Clock.currentTimeMillis, (now) => {
      for (const { name, pace } of lines) update(name, now, (queue) => ThrottleQueue.giveBack(queue, pace, processes))
    })

  return { forget: (name: string) => queues.forget(name), giveBack, refusalOf, wait }
}

const refusedFor = (millis: number) => new TooManyAttempts({ retry_after_seconds: waitSeconds(millis / 1000) })
