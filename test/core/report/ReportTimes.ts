import { DateTime } from "effect"
import fc from "fast-check"

export const at = (text: string): DateTime.Utc => DateTime.toUtc(DateTime.makeUnsafe(text))

const atOrNull = (text: string | null) => text === null ? null : at(text)

/** The requested bounds of a report. */
export const asked = (from: string | null, to: string | null) => ({ from: atOrNull(from), to: atOrNull(to) })

/** An event of four days in Berlin; its business days end at six. */
export const settings = {
  start_date: at("2026-07-01T08:00:00Z"),
  end_date: at("2026-07-05T08:00:00Z"),
  daily_end_time: "06:00:00",
  time_zone: "Europe/Berlin"
}

/**
 * Time zones with offsets of whole hours, half hours and quarters, in both hemispheres, with clock changes of an hour,
 * half an hour, or none.
 */
export const timeZone = fc.constantFrom(
  "UTC",
  "Europe/Berlin",
  "America/New_York",
  "America/St_Johns",
  "Asia/Kathmandu",
  "Australia/Lord_Howe",
  "Pacific/Chatham"
).map(DateTime.zoneMakeNamedUnsafe)

export const dayEnd = fc.tuple(fc.nat(23), fc.nat(59), fc.nat(59)).map((parts) =>
  parts.map((part) => String(part).padStart(2, "0")).join(":")
)

const first = at("2020-01-01T00:00:00Z").epochMilliseconds
const last = at("2035-01-01T00:00:00Z").epochMilliseconds

export const moment = fc.integer({ min: first, max: last }).map(DateTime.makeUnsafe)

/** Up to some 200 days, so that most of them include a clock change. */
export const period = fc.tuple(moment, fc.nat(200 * 86_400_000)).map(([from, length]) => ({
  from,
  to: DateTime.makeUnsafe(from.epochMilliseconds + length)
}))
