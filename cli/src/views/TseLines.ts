import { printable } from "@wristbank/core/base/VisibleText"
import type { Tse } from "@wristbank/core/fiscal/Tse"
import type { LogReport } from "@wristbank/core/tse/LogCheck"
import type { LogOwners } from "@wristbank/core/tse/LogComparison"
import { moment, tableLines } from "./Table.ts"

/** Signing devices as a table: a line each, below a heading. */
export const tseLines = (tses: ReadonlyArray<Tse>, timeZone: string): ReadonlyArray<string> =>
  tses.length === 0
    ? ["There is no signing device."]
    : tableLines(
      ["device", "name", "status", "connected", "tills", "waiting", "since", "certificate until", "fault"],
      tses.map((tse) => [
        String(tse.id),
        printable(tse.name),
        tse.status,
        tse.connected ? "yes" : "no",
        String(tse.tills),
        String(tse.queue_length),
        moment(tse.oldest_unsigned, timeZone),
        moment(tse.certificate_end, timeZone).slice(0, 10),
        printable(tse.fault ?? "")
      ])
    )

/** All fields of one device, a line each. */
export const tseDetailLines = (tse: Tse, timeZone: string): ReadonlyArray<string> =>
  tableLines([`Device ${tse.id}`, printable(tse.name)], [
    ["status", tse.status],
    ["fault", printable(tse.fault ?? "none")],
    ["since", moment(tse.fault_since, timeZone)],
    ["password refused", tse.password_refused ? "yes" : "no"],
    ["connected", tse.connected ? "yes" : "no"],
    ["last contact", moment(tse.last_contact, timeZone)],
    ["address", printable(tse.ws_url)],
    ["serial number", tse.serial ?? ""],
    ["description", printable(tse.tse_description ?? "")],
    ["certificate until", printable(tse.certificate_date ?? "")],
    ["newest transaction", String(tse.last_transaction ?? "")],
    ["newest counter", String(tse.last_counter ?? "")],
    ["tills", String(tse.tills)],
    ["orders waiting", String(tse.queue_length)],
    ["oldest booked", moment(tse.oldest_unsigned, timeZone)]
  ])

/** The result of a check of a device's log. File names may be anything that the archive contains. */
export const tseLogLines = (report: LogReport, owners: LogOwners | null): ReadonlyArray<string> => {
  const { firstCounter, lastCounter, messages, problemCount, problems, started, unfinished } = report
  const counters = firstCounter === null ? "" : `, counters ${firstCounter} to ${lastCounter}`
  return [
    ...problems.map(({ file, problem }) => file === null ? problem : `${printable(file)}: ${problem}`),
    ...(problemCount > problems.length ? [`and ${problemCount - problems.length} more`] : []),
    `${messages} messages${counters}; ${started} transactions begun, ${unfinished} of them not ended`,
    ...(owners === null ? [] : ownerLines(owners)),
    problemCount === 0 ? "Nothing is wrong." : `${problemCount} things are wrong.`
  ]
}

const ownerLines = ({ givenUp, others, recorded, recordedElsewhere, unanswered }: LogOwners): ReadonlyArray<string> => [
  `on record: ${recorded} signatures of this event, ${recordedElsewhere} of others`,
  `of transactions that were given up: ${givenUp}; of orders whose answer was lost: ${unanswered}`,
  `of others, who are not on record here: ${others}`
]
