import type { Answered, LoadResult } from "./load.ts"
import type { Raw } from "./RawCeiling.ts"

export interface Row extends LoadResult {
  readonly load: string
  /** For sales. */
  readonly raw: Raw | undefined
  /** Sales over HTTP ÷ sales of the storing statement in batches. */
  readonly ratio: number | undefined
  /** Share of one core. */
  readonly serverCpu: number | undefined
  readonly databaseCpu: number | undefined
  /** Between server and database for a call, with the background work of a server that has one call under way. */
  readonly roundTrips: number | undefined
  /** Milliseconds of CPU time that a call takes of the server and of the database, warm-up included. */
  readonly serverMillis: number | undefined
  readonly databaseMillis: number | undefined
  /** MiB. */
  readonly serverMemory: number | undefined
}

const line = (cells: ReadonlyArray<unknown>) =>
  process.stdout.write(`${cells.map((cell) => String(cell ?? "").padStart(11)).join(" ")}\n`)

export const printHeading = () =>
  line([
    "load",
    "in flight",
    "calls/s",
    "p50 ms",
    "p99 ms",
    "errors",
    "trips",
    "CPU server",
    "CPU db",
    "ms server",
    "ms db",
    "MiB",
    "raw/s",
    "raw 1 by 1",
    "HTTP/raw"
  ])

const seen = ({ errors, p50, p99, perSecond }: Answered) => [perSecond, p50, p99, errors]

/** Prints a load, then each kind of call in it if there are several. */
export const print = (row: Row) => {
  const used = [row.roundTrips, row.serverCpu, row.databaseCpu, row.serverMillis, row.databaseMillis, row.serverMemory]
    .map((value) => value ?? "n/a")
  const ceiling = row.raw === undefined ? [] : [row.raw.together, row.raw.alone, row.ratio]
  line([row.load, row.inFlight, ...seen(row), ...used, ...ceiling])
  if (row.byKind.length > 1) {
    for (const { kind, ...answered } of row.byKind) {
      line([`· ${kind}`, "", ...seen(answered)])
    }
  }
  for (const sample of row.samples) process.stdout.write(`${sample}\n`)
}
