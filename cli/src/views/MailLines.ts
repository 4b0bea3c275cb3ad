import { printable } from "@wristbank/core/base/VisibleText"
import type { ListedMail } from "@wristbank/core/mail/Mail"
import { type EventZones, moment, tableLines } from "./Table.ts"

const heading = ["event", "mail", "to", "about", "since", "tries", "next try", "problem"]

/** Unsent mail as a table: a line each, below a heading. */
export const mailLines = (mails: ReadonlyArray<ListedMail>, zones: EventZones): ReadonlyArray<string> => {
  if (mails.length === 0) return ["No mail failed."]
  return tableLines(heading, mails.map(cellsOf(zones)))
}

const cellsOf = (zones: EventZones) => (mail: ListedMail): ReadonlyArray<string> => [
  String(mail.event_id),
  String(mail.id),
  printable(mail.recipient),
  mail.template,
  moment(mail.created_at, zones.get(mail.event_id)!),
  String(mail.attempts),
  mail.next_try === null ? "none" : moment(mail.next_try, zones.get(mail.event_id)!),
  printable(mail.problem ?? "")
]
