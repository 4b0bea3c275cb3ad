import { assert, describe, it } from "@effect/vitest"
import * as ThrottleQueue from "@wristbank/core/organisation/ThrottleQueue"
import { Result } from "effect"
import fc from "fast-check"

/** Networks, and their delay after the previous one in milliseconds. */
const arrivals = fc.array(fc.record({
  network: fc.constantFrom("a", "b", "c", "d", "e", "f"),
  after: fc.integer({ min: 0, max: 700 })
}))

/** Lets networks enter one after the other at one of the processes of a server; each leaves when its turn has come. */
const pass = (coming: ReadonlyArray<{ readonly network: string; readonly after: number }>, processes = 1) => {
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
    const entered = ThrottleQueue.enter(queue, network, now, processes)
    if (Result.isSuccess(entered)) {
      queue = entered.success.queue
      waiting = [...waiting, { network, startsAt: entered.success.startsAt }]
      return { network, now, before, startsAt: entered.success.startsAt }
    }
    return { network, now, before, startsAt: undefined }
  })
}

describe("tries that go slowly", () => {
  it("start one after the other with a pause between them, and soon enough for a call", () =>
    fc.assert(fc.property(arrivals, fc.integer({ min: 1, max: 8 }), (coming, processes) => {
      const begun = pass(coming, processes).filter(({ startsAt }) => startsAt !== undefined)
      const starts = begun.map(({ startsAt }) => startsAt!)
      for (const [n, start] of starts.entries()) {
        assert.isAtMost(start - begun[n]!.now, ThrottleQueue.pauseMillis * ThrottleQueue.mostWaiting)
        if (n > 0) assert.isAtLeast(start - starts[n - 1]!, ThrottleQueue.pauseMillis * processes)
      }
    })))

  it("are refused only when the network waits already or all places are taken", () =>
    fc.assert(fc.property(arrivals, (coming) => {
      for (const { before, network, startsAt } of pass(coming)) {
        const refused = before.length >= ThrottleQueue.mostWaiting ||
          before.some((waiting) => waiting.network === network)
        assert.strictEqual(startsAt === undefined, refused)
      }
    })))
})
