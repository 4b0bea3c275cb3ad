import { DateTime, Result } from "effect"
import { isDate } from "../base/ExecutionDate.ts"
import { type InvalidArgument, refuse } from "../base/Refusal.ts"
import { exportRules } from "./ExportRules.ts"

/** From the start of one day to the end of another, which is not included; null for no limit. */
export interface ClosingDays {
  readonly from: DateTime.Utc | null
  readonly to: DateTime.Utc | null
}

/** The time between two days (YYYY-MM-DD) in a time zone, both included; null for no limit. */
export const daysBetween = (
  timeZone: string,
  first: string | null,
  last: string | null
): Result.Result<ClosingDays, InvalidArgument> =>
  Result.gen(function*() {
    const from = first === null ? null : yield* midnight(timeZone, first)
    const begin = last === null ? null : yield* midnight(timeZone, last)
    const to = begin === null ? null : DateTime.toUtc(DateTime.add(begin, { days: 1 }))
    if (from !== null && to !== null && !DateTime.isLessThan(from, to)) {
      return yield* refuse(exportRules.days_reversed, { first: String(first), last: String(last) })
    }
    return { from: from === null ? null : DateTime.toUtc(from), to }
  })

const midnight = (timeZone: string, day: string): Result.Result<DateTime.Zoned, InvalidArgument> =>
  isDate(day)
    ? Result.succeed(
      DateTime.makeZonedUnsafe(`${day}T00:00:00Z`, {
        timeZone: DateTime.zoneMakeNamedUnsafe(timeZone),
        adjustForTimeZone: true
      })
    )
    : refuse(exportRules.day_invalid, { day })
