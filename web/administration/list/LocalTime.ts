import { localTextOf, momentOfLocal } from "@wristbank/core/base/LocalTime"
import type { Formats } from "../../kit/Formats.ts"

type Zone = Pick<Formats, "timeZone">

/** A moment as a date and time field takes it, such as `2026-07-03T18:00`, in the event's zone. */
export const localText = (iso: string, { timeZone }: Zone): string => localTextOf(Date.parse(iso), timeZone)

/** The moment of a date and time in the event's zone, as ISO text in UTC; of a time that the clock skips, the one after it. */
export const fromLocalText = (text: string, { timeZone }: Zone): string => momentOfLocal(text, timeZone)
