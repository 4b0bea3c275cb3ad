import type { ListedMail } from "@wristbank/core/mail/Mail"
import { DateTime } from "effect"

const heading = ["event", "mail", "to", "about", "since", "tries", "next try", "problem"]

/** Mails that were not sent, as a table: a line each, below a heading. */
export const mailLines = (mails: ReadonlyArray<ListedMail>): ReadonlyArray<string> => {
  if (mails.length === 0) return ["No mail failed."]
  const rows = [heading, ...mails.map(cellsOf)]
  const widths = heading.map((_, column) => Math.max(...rows.map((cells) => cells[column]!.length)))
  return rows.map((cells) => cells.map((cell, column) => cell.padEnd(widths[column]!)).join("  ").trimEnd())
}

const cellsOf = (mail: ListedMail): ReadonlyArray<string> => [
  String(mail.event_id),
  String(mail.id),
  printable(mail.recipient),
  mail.template,
  moment(mail.created_at),
  String(mail.attempts),
  mail.next_try === null ? "none" : moment(mail.next_try),
  printable(mail.problem ?? "")
]

const moment = (at: DateTime.Utc): string => DateTime.formatIso(at).slice(0, 19).replace("T", " ")

/** What guests and servers wrote must not steer the terminal. */
const printable = (text: string): string => text.replaceAll(/[\p{Cc}\p{Cf}\u2028\u2029]/gu, "?")
