import { defineRules } from "../base/Rule.ts"

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
  daily_end_missing: {
    en: "Set the daily end time of the event first",
    de: "Erst die tägliche Endzeit der Veranstaltung festlegen",
    remedy: "Set `daily_end_time` in the settings of the event."
  },
  date_unknown: {
    en: "There is no day {date}",
    de: "Den Tag {date} gibt es nicht",
    remedy: "Send a day of the calendar as 2026-06-30."
  },
  node_not_below: {
    en: "Node {node} is neither this node nor below it",
    de: "Knoten {node} ist weder dieser Knoten noch unter ihm",
    remedy: "Request the report at a node that contains all nodes it is about."
  },
  node_missing: {
    en: "Name at least one node",
    de: "Mindestens einen Knoten angeben",
    remedy: "Send the nodes that the report is about."
  },
  whole_event_only: {
    en: "These numbers are those of a whole event: ask at its own node",
    de: "Diese Zahlen gibt es nur für die ganze Veranstaltung: an ihrem eigenen Knoten abrufen",
    remedy: "Ask with the `node_id` of the event."
  }
})
