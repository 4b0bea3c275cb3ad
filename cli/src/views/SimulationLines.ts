import type { Diagnosis } from "@wristbank/core/overview/Invariants"
import type { Loaded } from "@wristbank/stand-ins/simulation/LoadTest"
import type { StepCounts } from "@wristbank/stand-ins/simulation/Performer"
import type { StepKind } from "@wristbank/stand-ins/simulation/Step"
import { reportLines } from "./DiagnosisLines.ts"
import { tableLines } from "./Table.ts"

/** What happened at a simulated festival. */
interface Happened {
  readonly steps: { readonly [kind: string]: number }
  /** Real seconds for the steps. */
  readonly seconds: number
  readonly bookings: number
  readonly bookings_per_second: number
}

export interface Summary extends Happened {
  readonly violations: number
  /** What `wristbank doctor` would list; empty when everything holds. */
  readonly report: ReadonlyArray<string>
  readonly files: ReadonlyArray<{ readonly path: string; readonly records: number }>
}

/** The summary of a load test; latencies in milliseconds from the moment at which a step was due. */
export interface LoadSummary extends Happened {
  readonly event: string
  readonly p50: number
  readonly p99: number
  readonly longest: number
}

const bookingKinds: ReadonlyArray<StepKind> = ["entry", "topUp", "sale", "cupReturn", "cancel", "payOut"]

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
  providerRecovers: "recoveries of the card provider",
  deviceStops: "stops of the signing device",
  deviceRecovers: "recoveries of the signing device"
}

const happened = ({ counts, seconds }: { readonly counts: StepCounts; readonly seconds: number }): Happened => {
  const bookings = bookingKinds.reduce((sum, kind) => sum + (counts.get(kind) ?? 0), 0)
  return {
    steps: Object.fromEntries(Object.keys(words).map((kind) => [kind, counts.get(kind as StepKind) ?? 0])),
    seconds: Math.round(seconds * 10) / 10,
    bookings,
    bookings_per_second: Math.round(bookings / Math.max(seconds, 0.001))
  }
}

export const summaryOf = ({ diagnosis, files, ...done }: {
  readonly counts: StepCounts
  readonly diagnosis: Diagnosis
  readonly files: Summary["files"]
  readonly seconds: number
}): Summary => ({
  ...happened(done),
  violations: diagnosis.count,
  report: diagnosis.count === 0 ? [] : reportLines(diagnosis),
  files
})

export const loadSummaryOf = ({ event, latencies, ...done }: Loaded): LoadSummary => ({
  ...happened(done),
  event,
  p50: Math.round(latencies.at(0.5)),
  p99: Math.round(latencies.at(0.99)),
  longest: Math.round(latencies.longest)
})

const happenedLines = ({ bookings, bookings_per_second, seconds, steps }: Happened): ReadonlyArray<string> => [
  ...tableLines(["step", "count"], Object.entries(words).map(([kind, word]) => [word, `${steps[kind]}`])),
  "",
  `${bookings} bookings in ${seconds} s, ${bookings_per_second} a second`
]

export const summaryLines = (summary: Summary): ReadonlyArray<string> => [
  ...happenedLines(summary),
  ...(summary.violations === 0 ? ["Doctor finds no violation: everything holds."] : summary.report),
  ...summary.files.map(({ path, records }) => `${records} records written to ${path}`)
]

export const loadSummaryLines = (summary: LoadSummary): ReadonlyArray<string> => [
  ...happenedLines(summary),
  `from the moment that each was due: half within ${summary.p50} ms, 99 % within ${summary.p99} ms, all within ` +
  `${summary.longest} ms`,
  `The event ${summary.event} stays there; wristbank doctor checks its books.`
]
