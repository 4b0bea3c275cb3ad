import type { Diagnosis } from "@wristbank/core/doctor/Invariants"
import { reportLines } from "../../views/DiagnosisLines.ts"
import { tableLines } from "../../views/Table.ts"
import type { StepCounts } from "./Performer.ts"
import type { StepKind } from "./Step.ts"

/** What happened at a simulated festival. */
export interface Summary {
  readonly steps: { readonly [kind: string]: number }
  /** Real seconds for the steps. */
  readonly seconds: number
  readonly bookings: number
  readonly bookings_per_second: number
  readonly violations: number
  /** What `wristbank doctor` would list; empty when everything holds. */
  readonly report: ReadonlyArray<string>
  readonly files: ReadonlyArray<{ readonly path: string; readonly records: number }>
}

const booked: ReadonlyArray<StepKind> = ["entry", "topUp", "sale", "cupReturn", "cancel", "payOut"]

const words: { readonly [Kind in StepKind]: string } = {
  shiftStart: "shifts begun",
  shiftEnd: "shifts ended",
  entry: "groups let in",
  topUp: "top-ups",
  sale: "sales",
  cupReturn: "returns of glasses",
  cancel: "cancels",
  payOut: "pay-outs",
  lostTag: "wristbands replaced",
  providerLags: "lags of the card provider",
  providerRecovers: "recoveries of the card provider"
}

export const summaryOf = ({ counts, diagnosis, files, seconds }: {
  readonly counts: StepCounts
  readonly diagnosis: Diagnosis
  readonly files: Summary["files"]
  readonly seconds: number
}): Summary => {
  const bookings = booked.reduce((sum, kind) => sum + (counts.get(kind) ?? 0), 0)
  return {
    steps: Object.fromEntries(Object.keys(words).map((kind) => [kind, counts.get(kind as StepKind) ?? 0])),
    seconds: Math.round(seconds * 10) / 10,
    bookings,
    bookings_per_second: Math.round(bookings / Math.max(seconds, 0.001)),
    violations: diagnosis.count,
    report: diagnosis.count === 0 ? [] : reportLines(diagnosis),
    files
  }
}

export const summaryLines = (summary: Summary): ReadonlyArray<string> => [
  ...tableLines(["step", "count"], Object.entries(words).map(([kind, word]) => [word, `${summary.steps[kind]}`])),
  "",
  `${summary.bookings} bookings in ${summary.seconds} s, ${summary.bookings_per_second} a second`,
  ...(summary.violations === 0 ? ["Doctor finds no violation: everything holds."] : summary.report),
  ...summary.files.map(({ path, records }) => `${records} records written to ${path}`)
]
