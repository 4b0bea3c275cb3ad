import { DateTime, Effect, Option, Schema } from "effect"

/** Raised when a moment can't be read. */
class NoMoment extends Schema.TaggedError<NoMoment>()("NoMoment", { text: Schema.String }) {
  override readonly message = `${this.text} is no moment: write 2026-07-11T22:15:00Z, or +02:00 in place of Z`
}

/** The moment that a text names, with its offset. */
export const momentOf = (text: string | undefined): Effect.Effect<DateTime.Utc | undefined, NoMoment> => {
  if (text === undefined) return Effect.succeed(undefined)
  const moment = /T.*(?:Z|[+-]\d{2}:\d{2})$/.test(text) ? DateTime.make(text) : Option.none()
  return Option.isSome(moment) ? Effect.succeed(DateTime.toUtc(moment.value)) : Effect.fail(new NoMoment({ text }))
}

/** The moment that a text names; without an offset it is that of clocks in the time zone, as 2027-01-01T06:00. */
export const localMomentOf = (text: string | undefined, timeZone: string) =>
  text !== undefined && /^\d{4}-\d{2}-\d{2}[T ]\d{2}:\d{2}$/.test(text)
    ? Option.match(DateTime.makeZoned(text.replace(" ", "T"), { timeZone, adjustForTimeZone: true }), {
      onNone: () => Effect.fail(new NoMoment({ text })),
      onSome: (local) => Effect.succeed(DateTime.toUtc(local))
    })
    : momentOf(text)
