import { assert, it } from "@effect/vitest"
import { dueWork, nextReading, pauseAfterFailures, withOverlap } from "@wristbank/core/presale/PresaleReading"
import { DateTime } from "effect"

const at = (seconds: number) => DateTime.makeUnsafe(Date.UTC(2026, 6, 10) + seconds * 1000)
const none = { readAt: null, failedAt: null, failures: 0, requestedAt: null }

it("a shop is read at once, then at the interval, and at once again when an operator asks", () => {
  assert.isNull(nextReading(none, 300))
  assert.deepStrictEqual(nextReading({ ...none, readAt: at(0) }, 300), at(300))
  assert.isNull(nextReading({ ...none, readAt: at(0), requestedAt: at(5) }, 300))
})

it("failures make the pause longer, up to an hour, and a request ends it once", () => {
  assert.deepStrictEqual([1, 2, 3, 8, 9, 1000].map(pauseAfterFailures), [15, 30, 60, 1920, 3600, 3600])
  const failed = { ...none, readAt: at(0), failedAt: at(100), failures: 3 }
  assert.deepStrictEqual(nextReading(failed, 300), at(160))
  assert.isNull(nextReading({ ...failed, requestedAt: at(101) }, 300))
  assert.deepStrictEqual(nextReading({ ...failed, requestedAt: at(99) }, 300), at(160))
})

it("what the shop reports waits while readings pause after failures, and check-ins do not", () => {
  const waiting = { ...none, readAt: at(0), isReported: true, hasCheckIns: true }
  assert.deepStrictEqual(dueWork(waiting, 300, at(1)), ["reported", "checkIns"])
  assert.deepStrictEqual(dueWork(waiting, 300, at(300)), ["reading", "reported", "checkIns"])
  const failed = { ...waiting, failedAt: at(400), failures: 2 }
  assert.deepStrictEqual(dueWork(failed, 300, at(429)), ["checkIns"])
  assert.deepStrictEqual(dueWork(failed, 300, at(430)), ["reading", "reported", "checkIns"])
  assert.deepStrictEqual(dueWork({ ...none, readAt: at(0), isReported: false, hasCheckIns: false }, 300, at(1)), [])
})

it("a reading goes back five minutes before the one before it, in any writing of the time", () => {
  assert.strictEqual(withOverlap("2026-11-29T02:09:14.812345+01:00"), "2026-11-29T01:04:14.812Z")
  assert.isNull(withOverlap(null))
})
