import { assert, it } from "@effect/vitest"
import { bankingDay, checkExecutionDate } from "@wristbank/core/base/ExecutionDate"
import { refusalName } from "@wristbank/core/base/Rule"
import { DateTime, Result } from "effect"

const berlin = DateTime.zoneMakeNamedUnsafe("Europe/Berlin")
const check = (date: string, now: string, zone: DateTime.TimeZone = berlin) =>
  checkExecutionDate(date, DateTime.makeUnsafe(now), zone)

it("takes today and the days ahead", () => {
  for (const date of ["2026-06-30", "2026-07-01", "2026-07-10", "2027-06-30"]) {
    assert.isTrue(Result.isSuccess(check(date, "2026-06-30T12:00:00Z")), date)
  }
})

it("refuses days that are over, too far ahead or in no calendar", () => {
  const none = ["2026-02-30", "2026-13-01", "2026-7-1", "", "today", "2026-06-31"]
  const refusals = [
    ["2026-06-29", "primitives.execution_date_over"],
    ["2027-07-01", "primitives.execution_date_far"],
    ...none.map((date) => [date, "primitives.date_invalid"] as const)
  ] as const
  for (const [date, rule] of refusals) {
    const refusal = Result.getOrThrow(Result.flip(check(date, "2026-06-30T12:00:00Z")))
    assert.strictEqual(refusalName(refusal), rule)
    assert.include(refusal.message, date)
  }
})

it("today is the day by the event's clocks", () => {
  // 00:30 on 1 July in Berlin, still 30 June in UTC and in New York
  assert.isTrue(Result.isFailure(check("2026-06-30", "2026-06-30T22:30:00Z")))
  assert.isTrue(Result.isSuccess(check("2026-07-01", "2026-06-30T22:30:00Z")))
  assert.isTrue(
    Result.isSuccess(check("2026-06-30", "2026-06-30T22:30:00Z", DateTime.zoneMakeNamedUnsafe("America/New_York")))
  )
})

it.each([
  ["2026-07-01", "2026-07-01"],
  ["2026-07-04", "2026-07-06"],
  ["2026-01-01", "2026-01-02"],
  ["2026-04-03", "2026-04-07"],
  ["2027-03-26", "2027-03-30"],
  ["2024-03-29", "2024-04-02"],
  ["2038-04-23", "2038-04-27"],
  ["2026-05-01", "2026-05-04"],
  ["2026-12-25", "2026-12-28"],
  ["2025-12-24", "2025-12-24"]
])("banks pay an order for %s on %s", (date, paid) => assert.strictEqual(bankingDay(date), paid))
