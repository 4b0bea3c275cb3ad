import { Effect } from "effect"
import { counted, tell } from "../../test/support/Torture.ts"
import { flood, type Served, tills } from "./FloodRuns.ts"
import { mixes } from "./Requests.ts"
import * as Usage from "./Usage.ts"

/** Bookings of all tills: each books every half second, on a busy evening. */
const perSecond = tills * 2

/** In seconds. */
const warmUp = 3
const minute = 60

/** The memory is read after each of these intervals, in seconds: two at least, as it is compared. */
export const intervals = (minutes: number): { readonly count: number; readonly seconds: number } => {
  const count = Math.max(2, Math.floor(minutes))
  return { count, seconds: minutes < 2 ? minutes * minute / 2 : minute }
}

const mix = mixes.get("mixed")!

/** Tags for the tickets of one interval of a minute at most. */
export const ticketsPerInterval = Math.ceil(
  perSecond * minute * mix.filter((kind) => kind === "ticket").length / mix.length
) + 1

/** The most that the server's memory may grow, as a factor from the first minute to the end. */
const mostGrowth = 1.5

export interface SoakInterval {
  readonly bookings: number
  readonly errors: number
  /** In milliseconds. */
  readonly p99: number
  /** MiB of the server at the end. */
  readonly serverMemory: number
}

/** The faults of a soak; empty when it passed. */
export const faults = (taken: ReadonlyArray<SoakInterval>): ReadonlyArray<string> => {
  const failed = taken.reduce((sum, { errors }) => sum + errors, 0)
  const [first, last] = [taken[0]?.serverMemory ?? 0, taken.at(-1)?.serverMemory ?? 0]
  return [
    ...failed > 0 ? [`${failed} bookings failed`] : [],
    ...last > first * mostGrowth
      ? [`the server grew from ${first} MiB at first to ${last} MiB, more than ${mostGrowth} times as much`]
      : []
  ]
}

/** Makes all kinds of bookings at 32 tills beside a flood of anonymous calls, for the given minutes. */
export const soak = Effect.fnUntraced(function*(served: Served, minutes: number) {
  const { festival, folder, load, port } = served
  const taken: Array<SoakInterval> = []
  const { count, seconds } = intervals(minutes)
  for (let n = 0; n < count; n++) {
    const range = { firstTicket: n * ticketsPerInterval, tickets: ticketsPerInterval }
    const order = { festivals: [festival], mix, ...range, port, connections: tills, rate: perSecond }
    const [{ calls: bookings, errors, p99, samples }, sent] = yield* Effect.all([
      load(folder, { ...order, warmUpSeconds: warmUp, seconds: seconds - warmUp }),
      flood(served, "flood", seconds)
    ], { concurrency: 2 })
    const serverMemory = Usage.ofServer(served.server)?.memory ?? 0
    taken.push({ bookings, errors, p99, serverMemory })
    process.stdout.write(
      `${
        Math.round((n + 1) * seconds)
      } s: ${bookings} bookings, p99 ${p99} ms, ${errors} failed, ${serverMemory} MiB, ` +
        `${sent?.sent} anonymous calls\n${samples.map((answer) => `${answer}\n`).join("")}`
    )
  }
  const [first, last] = [taken[0]?.serverMemory, taken.at(-1)?.serverMemory]
  const bookings = taken.reduce((sum, one) => sum + one.bookings, 0)
  const failed = taken.reduce((sum, { errors }) => sum + errors, 0)
  tell(
    `${counted(bookings)} bookings in ${(count * seconds / 60).toFixed(1)} minutes, ${counted(failed)} failed, ` +
      `${first} MiB after ${Math.round(seconds)} s, ${last} MiB at the end`
  )
  return taken
})
