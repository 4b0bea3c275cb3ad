import { useAtomValue } from "jotai"
import { languageAtom, localeOf } from "../../kit/Language.ts"

/** Writes a day of the calendar, given as `2026-07-03`, for the reader. */
export const useCalendarDay = (): (day: string) => string => {
  const format = new Intl.DateTimeFormat(localeOf(useAtomValue(languageAtom)), { dateStyle: "medium", timeZone: "UTC" })
  return (day) => format.format(new Date(day))
}
