import { defineRules } from "../primitives/Rule.ts"

/** Why reports and statistics are refused. */
export const reportRules = defineRules("report", {
  event_undated: {
    en: "Set the start, the end and the daily end time of the event first",
    de: "Erst Beginn, Ende und tägliche Endzeit der Veranstaltung festlegen",
    remedy: "Set `start_date`, `end_date` and `daily_end_time` in the settings of the event."
  },
  period_too_long: {
    en: "A report covers {days} days at most",
    de: "Ein Bericht umfasst höchstens {days} Tage",
    remedy: "Ask for a shorter period."
  },
  period_ends_before: {
    en: "The period must not end before it begins",
    de: "Der Zeitraum darf nicht vor seinem Beginn enden",
    remedy: "Send other bounds; one that is left out is that of the event."
  },
  whole_event_only: {
    en: "These numbers are those of a whole event: ask at its own node",
    de: "Diese Zahlen gibt es nur für die ganze Veranstaltung: an ihrem eigenen Knoten abrufen",
    remedy: "Ask with the `node_id` of the event."
  }
})
