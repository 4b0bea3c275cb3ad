import { assert, it } from "@effect/vitest"
import { newsOf, type Reminded, reminderMillis } from "@wristbank/core/sql/LogCopies"
import fc from "fast-check"

it("stopped copies are told at once and every ten minutes, and once when they go on", () => {
  const look = fc.record({ is_stopped: fc.boolean(), pause: fc.integer({ min: 1, max: 2 * reminderMillis }) })
  fc.assert(fc.property(fc.array(look), (looks) => {
    let [reminded, now, wasStopped]: [Reminded, number, boolean] = [undefined, 0, false]
    let lastLine = -Infinity
    for (const { is_stopped, pause } of looks) {
      now += pause
      const news = newsOf(reminded, { is_stopped }, now)
      const isDue = is_stopped && (!wasStopped || now - lastLine >= reminderMillis)
      assert.strictEqual(news.line, isDue ? "stopped" : wasStopped && !is_stopped ? "goes on" : undefined)
      if (news.line === "stopped") lastLine = now
      reminded = news.reminded
      wasStopped = is_stopped
    }
  }))
})
