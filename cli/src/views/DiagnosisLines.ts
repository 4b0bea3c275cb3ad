import { printable } from "@wristbank/core/base/VisibleText"
import { type Diagnosis, type Examination, invariants } from "@wristbank/core/overview/Invariants"

/** A diagnosis as a table: a line an invariant, each with its violations below it and what to do about them. */
export const reportLines = (diagnosis: Diagnosis): ReadonlyArray<string> => [
  ...diagnosis.examinations.flatMap((examination) => linesOf(examination, diagnosis.unchecked.length > 0)),
  "",
  ...diagnosis.notices.map(({ event_id, message }) =>
    `${event_id === null ? "Database" : `Event ${event_id}`}: ${printable(message)}`
  ),
  ...diagnosis.unchecked.map((sentence) => `${sentence}.`),
  diagnosis.count > 0
    ? `Found: ${diagnosis.count}`
    : diagnosis.unchecked.length > 0
    ? "Everything that was checked holds."
    : "Everything holds."
]

const width = Math.max(...Object.keys(invariants).map((name) => name.length))

const linesOf = (
  { count, findings, invariant, remedy }: Examination,
  isLimited: boolean
): ReadonlyArray<string> => {
  // Only signatures can be left out.
  const well = isLimited && invariant === "genuine-signatures" ? "partly" : "holds"
  const verdict = count === 0 ? well : String(count)
  const line = `${verdict.padStart(6)}  ${invariant.padEnd(width)}  ${invariants[invariant]}`
  const listed = findings.map(({ event_id, expected, found, ids, object }) => {
    const place = event_id === null ? "" : `event ${event_id}, `
    return `        ${place}${[object, ids.join(", ")].join(" ").trim()}: expected ${expected}; found ${found}`
  })
  const more = count - findings.length
  const rest = more > 0 ? [`        and ${more} more`] : []
  return [line, ...listed, ...rest, ...(count > 0 ? [`        To do: ${remedy}`] : [])]
}
