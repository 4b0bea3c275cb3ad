import { assert, describe, it } from "@effect/vitest"
import { type Pace, paces } from "@wristbank/core/base/limits/Limits"
import * as ThrottleQueue from "@wristbank/core/base/limits/ThrottleQueue"
import { Result } from "effect"
import fc from "fast-check"

/** Networks, and their delay after the previous one in milliseconds. */
const arrivals = fc.array(fc.record({
  network: fc.constantFrom("a", "b", "c", "d", "e", "f"),
  after: fc.integer({ min: 0, max: 700 })
}))

const anyPace = fc.constantFrom<Pace>(...Object.values(paces))

/** Lets networks enter one after the other at one of the processes of a server; each leaves when its turn has come. */
const pass = (
  coming: ReadonlyArray<{ readonly network: string; readonly after: number }>,
  pace: Pace,
  processes = 1
) => {
  let queue = ThrottleQueue.empty
  let now = 1_000_000
  let waiting: ReadonlyArray<{ readonly network: string; readonly startsAt: number }> = []
  return coming.map(({ after, network }) => {
    now += after
    for (const gone of waiting.filter(({ startsAt }) => startsAt <= now)) {
      queue = ThrottleQueue.leave(queue, gone.network)
    }
    waiting = waiting.filter(({ startsAt }) => startsAt > now)
    const before = waiting
    const wait = Math.max(0, queue.free - now)
    const entered = ThrottleQueue.enter(queue, pace, network, now, processes)
    if (Result.isSuccess(entered)) {
      queue = entered.success.queue
      waiting = [...waiting, { network, startsAt: entered.success.startsAt }]
      return { network, now, before, wait, startsAt: entered.success.startsAt }
    }
    return { network, now, before, wait, startsAt: undefined }
  })
}

describe("tries that go slowly", () => {
  it("start one after the other with a pause between them, and soon enough for a call", () =>
    fc.assert(fc.property(arrivals, anyPace, fc.integer({ min: 1, max: 8 }), (coming, pace, processes) => {
      const begun = pass(coming, pace, processes).filter(({ startsAt }) => startsAt !== undefined)
      const starts = begun.map(({ startsAt }) => startsAt!)
      for (const [n, start] of starts.entries()) {
        assert.isAtMost(start - begun[n]!.now, pace.pauseMillis * pace.mostWaiting)
        if (n > 0) assert.isAtLeast(start - starts[n - 1]!, pace.pauseMillis * processes)
      }
    })))

  it("are refused only when all places are taken, or those of the network, or none may wait", () =>
    fc.assert(fc.property(arrivals, anyPace, (coming, pace) => {
      for (const { before, network, startsAt, wait } of pass(coming, pace)) {
        const refused = wait > 0 && (before.length >= pace.mostWaiting ||
          before.filter((waiting) => waiting.network === network).length >= pace.mostOfNetwork)
        assert.strictEqual(startsAt === undefined, refused)
      }
    })))

  it("go on as if a right one had not been there", () =>
    fc.assert(fc.property(fc.integer({ min: 1, max: 50 }), anyPace, (count, pace) => {
      let queue = ThrottleQueue.empty
      for (let n = 0; n < count; n++) {
        const entered = Result.getOrThrow(ThrottleQueue.enter(queue, pace, "a", 1_000_000))
        assert.strictEqual(entered.startsAt, 1_000_000)
        queue = ThrottleQueue.giveBack(ThrottleQueue.leave(entered.queue, "a"), pace)
      }
    })))
})
