import { defineRules } from "./Rule.ts"

/** Why a day can't be one of execution. */
export const primitiveRules = defineRules("primitives", {
  date_invalid: {
    en: "{date} is not a date",
    de: "{date} ist kein Datum",
    remedy: "Give a day of the calendar, such as 2026-06-30."
  },
  execution_date_over: {
    en: "The execution date {date} is over, today is {today}",
    de: "Der Ausführungstag {date} ist vorbei, heute ist {today}",
    remedy: "Choose today or a later day."
  },
  execution_date_far: {
    en: "The execution date {date} is more than {days} days ahead",
    de: "Der Ausführungstag {date} liegt mehr als {days} Tage voraus",
    remedy: "Choose an earlier day."
  }
})
