import { DateTime, Effect, Option, Schema, SchemaIssue, SchemaTransformation } from "effect"
import { atMost } from "./Text.ts"

/** A date, a time and an offset: without an offset, text would mean a different moment on every machine. */
const momentPattern = /^\d{4}-\d{2}-\d{2}[Tt ]\d{2}:\d{2}(:\d{2}(\.\d{1,9})?)?([Zz]|[+-]\d{2}:?\d{2})$/

/** A point in time. Its JSON form is ISO 8601 text in UTC; text with another offset is accepted. */
export const Moment = Schema.declare((u): u is DateTime.Utc => DateTime.isDateTime(u) && DateTime.isUtc(u), {
  identifier: "Moment",
  expected: "a date and time with an offset from UTC",
  toCodecJson: () =>
    Schema.link<DateTime.Utc>()(
      Schema.String.annotate({ format: "date-time" }).check(atMost(100)),
      SchemaTransformation.transformEffect({
        decode: (text) =>
          Option.match(momentPattern.test(text) ? DateTime.make(text) : Option.none(), {
            onNone: () =>
              Effect.fail(
                new SchemaIssue.InvalidValue({ message: "Expected a date and time with an offset from UTC" })
              ),
            onSome: (moment) => Effect.succeed(DateTime.toUtc(moment))
          }),
        encode: (moment) => Effect.succeed(DateTime.formatIso(moment))
      })
    ),
  toCodecArbitrary: () =>
    Schema.link<DateTime.Utc>()(
      Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 4_000_000_000_000 })),
      SchemaTransformation.transform({
        decode: (millis: number) => DateTime.makeUnsafe(millis),
        encode: (moment: DateTime.Utc) => moment.epochMilliseconds
      })
    )
})
export type Moment = typeof Moment.Type

/** A moment as an SQL parameter: the driver can't encode a `DateTime`. */
export const instant = (at: DateTime.Utc | null): string | null => at === null ? null : DateTime.formatIso(at)

/** Hours, minutes and seconds, optionally with the fraction and the offset that published applications add. */
const timePattern = /^(\d{2}:\d{2})(:\d{2})?(?:\.\d{1,9})?(?:[Zz]|[+-]\d{2}:?\d{2})?$/

/**
 * A time of day as HH:MM:SS. HH:MM is accepted too; a fraction of a second or an offset is ignored, as the context
 * defines the time zone.
 */
export const TimeOfDay = Schema.String.check(atMost(100)).pipe(
  Schema.decodeTo(
    Schema.String.check(
      Schema.isPattern(/^([01]\d|2[0-3]):[0-5]\d:[0-5]\d$/, { expected: "a time of day as HH:MM:SS" })
    )
      .annotate({ format: "time" }),
    SchemaTransformation.transform({
      decode: (text) => text.replace(timePattern, (_, minutes: string, seconds = ":00") => `${minutes}${seconds}`),
      encode: (time) => time
    })
  )
)

/** A day as 2026-06-30; only the form is checked. */
export const DayText = Schema.String.annotate({ format: "date" }).check(
  atMost(10, "a date as 2026-06-30"),
  Schema.isPattern(/^\d{4}-\d{2}-\d{2}$/u, { expected: "a date as 2026-06-30" })
)

/** The name of an IANA time zone, such as Europe/Berlin. */
export const TimeZone = Schema.String.check(
  atMost(100, "an IANA time zone such as Europe/Berlin"),
  Schema.makeFilter((name) => /^[A-Z]/i.test(name) && Option.isSome(DateTime.zoneMakeNamed(name)), {
    expected: "an IANA time zone such as Europe/Berlin"
  })
)
