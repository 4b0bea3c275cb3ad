import { assert, it } from "@effect/vitest"
import { refusalName } from "@wristbank/core/base/Rule"
import { daysBetween } from "@wristbank/core/fiscal/ClosingDays"
import { DateTime, Result } from "effect"

const between = (first: string | null, last: string | null) =>
  Result.map(
    daysBetween("Europe/Berlin", first, last),
    ({ from, to }) => [from, to].map((time) => time === null ? null : DateTime.formatIso(time))
  )

it("days begin and end by the clocks at the event, both included", () => {
  assert.deepStrictEqual(Result.getOrThrow(between("2026-03-29", "2026-03-29")), [
    "2026-03-28T23:00:00.000Z",
    "2026-03-29T22:00:00.000Z"
  ])
  assert.deepStrictEqual(Result.getOrThrow(between("2026-06-30", null)), ["2026-06-29T22:00:00.000Z", null])
  assert.deepStrictEqual(Result.getOrThrow(between(null, null)), [null, null])
})

it.each([
  ["2026-02-30", null, "day_invalid"],
  ["30.06.2026", null, "day_invalid"],
  [null, "2026-6-1", "day_invalid"],
  ["2026-06-30", "2026-06-29", "days_reversed"]
])(
  "from %s to %s is no period of days",
  (first, last, rule) =>
    assert.strictEqual(refusalName(Result.getOrThrow(Result.flip(between(first, last)))), `dsfinvk.${rule}`)
)
