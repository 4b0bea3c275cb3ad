import { DateTime } from "effect"
import type { Sentence } from "./Sentence.ts"

/** A moment as people read it where the event is: its IANA time zone, with the day of the week. */
export const momentIn = (moment: DateTime.Utc, timeZone: string): Sentence => (language) =>
  DateTime.formatIntl(
    moment,
    new Intl.DateTimeFormat(language === "de" ? "de-DE" : "en-GB", { timeZone, dateStyle: "full", timeStyle: "short" })
  )
