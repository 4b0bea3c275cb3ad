import { Clock, Effect, Result } from "effect"
import { BoundedMemory } from "../base/BoundedMemory.ts"
import type { Pace, TooManyAttempts } from "./SignInLimit.ts"
import * as ThrottleQueue from "./ThrottleQueue.ts"

/** What tries take turns for, and how fast. */
export interface Lane {
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

  /** The refusal of any try in a lane; undefined if one may wait or start. */
  const refusalOf = ({ name, pace }: Lane, now: number): TooManyAttempts | undefined =>
    ThrottleQueue.refusalOf(queues.get(name, now) ?? ThrottleQueue.empty, pace, now)

  /** Waits until it is a network's turn in each of the lanes. If one of them refuses, none of the others has a turn less. */
  const wait = Effect.fnUntraced(function*(lanes: ReadonlyArray<Lane>, network: string) {
    const now = yield* Clock.currentTimeMillis
    const entered = yield* Effect.fromResult(
      Result.all(
        lanes.map(({ name, pace }) =>
          ThrottleQueue.enter(queues.get(name, now) ?? ThrottleQueue.empty, pace, network, now, processes)
        )
      )
    )
    for (const [n, { queue }] of entered.entries()) queues.note(lanes[n]!.name, queue, queue.free)
    const startsAt = Math.max(now, ...entered.map((each) => each.startsAt))
    const left = Effect.map(Clock.currentTimeMillis, (then) => {
      for (const { name } of lanes) update(name, then, (queue) => ThrottleQueue.leave(queue, network))
    })
    yield* Effect.ensuring(Effect.sleep(startsAt - now), left)
  })

  /** Lets the next tries start as if a right one had not been there. */
  const giveBack = (lanes: ReadonlyArray<Lane>) =>
    Effect.map(Clock.currentTimeMillis, (now) => {
      for (const { name, pace } of lanes) update(name, now, (queue) => ThrottleQueue.giveBack(queue, pace, processes))
    })

  return { forget: (name: string) => queues.forget(name), giveBack, refusalOf, wait }
}
