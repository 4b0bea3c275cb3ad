import { type Diagnosis, type Examination, invariants } from "@wristbank/core/doctor/Invariants"
import { printable } from "./Table.ts"

/** A diagnosis as a table: a line an invariant, each with its violations below it and what to do about them. */
export const reportLines = (diagnosis: Diagnosis): ReadonlyArray<string> => [
  ...diagnosis.examinations.flatMap(linesOf),
  "",
  ...diagnosis.notices.map(({ event_id, message }) =>
    `${event_id === null ? "Database" : `Event ${event_id}`}: ${printable(message)}`
  ),
  diagnosis.count === 0 ? "Everything holds." : `Found: ${diagnosis.count}`
]

const width = Math.max(...Object.keys(invariants).map((name) => name.length))

const linesOf = ({ count, findings, invariant, remedy }: Examination): ReadonlyArray<string> => {
  const verdict = count === 0 ? "holds" : String(count)
  const line = `${verdict.padStart(6)}  ${invariant.padEnd(width)}  ${invariants[invariant]}`
  const listed = findings.map(({ event_id, expected, found, ids, object }) => {
    const place = event_id === null ? "" : `event ${event_id}, `
    return `        ${place}${[object, ids.join(", ")].join(" ").trim()}: expected ${expected}; found ${found}`
  })
  const more = count - findings.length
  const rest = more > 0 ? [`        and ${more} more`] : []
  return [line, ...listed, ...rest, ...(count > 0 ? [`        To do: ${remedy}`] : [])]
}
