import { defineRules } from "../primitives/Rule.ts"

/** Why days of an export are refused. */
export const exportRules = defineRules("dsfinvk", {
  days_reversed: {
    en: "{first} is after {last}",
    de: "{first} ist nach {last}",
    remedy: "Name the earlier day first."
  },
  day_invalid: {
    en: "{day} is no day: write it as 2026-06-30",
    de: "{day} ist kein Tag: bitte wie 2026-06-30 schreiben",
    remedy: "Write year, month and day, with hyphens."
  }
})
