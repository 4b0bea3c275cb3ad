// What bookings at tills lose beside other work: their load, and the comparison with bookings alone.
import type { Place } from "./CallRuns.ts"
import type { LoadOrder, LoadResult } from "./load.ts"
import { median } from "./Median.ts"

/** How fast tills book. */
export interface Pace {
  readonly name: string
  readonly tills: number
  /** Milliseconds between the sales of a till; 0 for no pause. */
  readonly everyMillis: number
}

export const paces: ReadonlyArray<Pace> = [
  { name: "32 tills, a sale every 500 ms", tills: 32, everyMillis: 500 },
  { name: "8 tills without a pause", tills: 8, everyMillis: 0 }
]

/** The load of sales at a pace. */
export const salesAt = (
  pace: Pace,
  { festival, port, seconds }: Pick<Place, "festival" | "port"> & Pick<LoadOrder, "seconds">
): LoadOrder => ({
  festivals: [festival],
  mix: ["sale"],
  firstTicket: 0,
  tickets: 0,
  port,
  connections: pace.tills,
  warmUpSeconds: 1,
  seconds,
  ...(pace.everyMillis === 0 ? {} : { rate: pace.tills * 1000 / pace.everyMillis })
})

const rounded = (value: number) => Math.round(value * 100) / 100

const middle = (results: ReadonlyArray<LoadResult>) => ({
  perSecond: median(results.map(({ perSecond }) => perSecond)),
  p50: median(results.map(({ p50 }) => p50)),
  p99: median(results.map(({ p99 }) => p99))
})

/** The medians of rounds alone and beside, in milliseconds and bookings a second, and their ratios. */
export const compared = (alone: ReadonlyArray<LoadResult>, beside: ReadonlyArray<LoadResult>) => {
  const [before, during] = [middle(alone), middle(beside)]
  return {
    alone: before,
    beside: during,
    ratios: {
      perSecond: rounded(during.perSecond / before.perSecond),
      p50: rounded(during.p50 / before.p50),
      p99: rounded(during.p99 / before.p99)
    },
    errors: beside.reduce((sum, { errors }) => sum + errors, 0)
  }
}
