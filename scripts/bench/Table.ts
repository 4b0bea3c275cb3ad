import type { Answered, LoadResult } from "./load.ts"
import type { Raw } from "./RawCeiling.ts"

export interface Row extends LoadResult {
  readonly load: string
  /** For sales. */
  readonly raw: Raw | undefined
  /** Sales over HTTP ÷ sales of the storing statement in lanes. */
  readonly ratio: number | undefined
  /** Share of one core. */
  readonly serverCpu: number | undefined
  readonly databaseCpu: number | undefined
  /** MiB. */
  readonly serverMemory: number | undefined
}

const line = (cells: ReadonlyArray<unknown>) =>
  process.stdout.write(`${cells.map((cell) => String(cell ?? "").padStart(10)).join(" ")}\n`)

export const printHeading = () =>
  line([
    "load",
    "in flight",
    "booked/s",
    "p50 ms",
    "p99 ms",
    "errors",
    "CPU server",
    "CPU db",
    "MiB",
    "raw/s",
    "raw 1 by 1",
    "HTTP/raw"
  ])

const seen = ({ errors, p50, p99, perSecond }: Answered) => [perSecond, p50, p99, errors]

/** Prints a load, then each kind of booking in it if there are several. */
export const print = (row: Row) => {
  const used = [row.serverCpu, row.databaseCpu, row.serverMemory].map((value) => value ?? "n/a")
  const ceiling = row.raw === undefined ? [] : [row.raw.together, row.raw.alone, row.ratio]
  line([row.load, row.connections, ...seen(row), ...used, ...ceiling])
  if (row.byKind.length > 1) {
    for (const { kind, ...answered } of row.byKind) {
      line([`· ${kind}`, "", ...seen(answered)])
    }
  }
  for (const sample of row.samples) process.stdout.write(`${sample}\n`)
}
