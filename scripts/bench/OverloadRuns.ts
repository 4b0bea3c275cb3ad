// Sales that are due faster than the server can book them: how many are booked all the same, and how long these take.
import { Effect } from "effect"
import { counted, tell } from "../../test/support/Torture.ts"
import { called, type Place } from "./CallRuns.ts"
import type { LoadOrder, LoadResult } from "./load.ts"
import { mixes } from "./Requests.ts"

/** Connections with a call under way while the capacity is measured. */
const usual = 64

/** Multiples of the capacity that are due; the last one for the whole time. */
const multiples = [1, 2, 5]

/** The longest run of all but the last, in seconds. */
const longestOther = 30

/** What a server keeps to in an overload, also on a machine that the calls come from and that does other work. */
const limits = { leastShare: 0.25, p99: 2_000, memory: 512 }

interface Options extends Place {
  readonly seconds: number
  readonly warmUpSeconds: number
  /** Connections that the due calls come from. */
  readonly connections: number
  readonly load: (folder: string, order: LoadOrder) => Effect.Effect<LoadResult>
}

const cells = ["due a second", "booked a second", "refused", "p50 ms", "p99 ms", "p99 ms refused", "server ms", "MiB"]

const print = (values: ReadonlyArray<string | number | undefined>) => {
  process.stdout.write(`| ${values.map((value) => value ?? "?").join(" | ")} |\n`)
}

type Measured = Effect.Success<ReturnType<typeof called>>

/** The faults of a run in an overload; empty when it passed. */
export const faults = (
  capacity: Pick<Measured, "perSecond">,
  overload: Pick<Measured, "errors" | "p99" | "perSecond" | "refused" | "serverMemory">
): ReadonlyArray<string> => {
  const { errors, p99, perSecond, refused, serverMemory = 0 } = overload
  const share = perSecond / capacity.perSecond
  return [
    ...share >= limits.leastShare
      ? []
      : [`${perSecond} sales a second of the ${capacity.perSecond} without an overload`],
    ...p99 <= limits.p99 ? [] : [`of a hundred booked sales, one took longer than ${p99} ms`],
    ...errors === refused ? [] : [`${errors - refused} answers that neither booked nor said when to try again`],
    ...serverMemory <= limits.memory ? [] : [`the server took ${serverMemory} MiB`]
  ]
}

const say = (capacity: Measured, { multiple, p99, perSecond, refused, seconds, serverMemory }: Measured & {
  readonly multiple: number
  readonly seconds: number
}) =>
  tell(
    `${multiple} times the capacity for ${seconds} s: ${counted(perSecond)} sales booked a second of ` +
      `${counted(capacity.perSecond)} (${Math.round(100 * perSecond / capacity.perSecond)} %), p99 ${
        counted(p99)
      } ms, ` +
      `${counted(refused)} refused, ${serverMemory ?? "?"} MiB`
  )

/** Measures the capacity, then multiples of it, and prints a table as pages have them. */
export const measureOverload = Effect.fnUntraced(function*(options: Options) {
  const { connections, seconds, warmUpSeconds } = options
  const others = Math.min(seconds, longestOther)
  const sales = { mix: mixes.get("sale") ?? [], firstTicket: 0, tickets: 0, warmUpSeconds, fromSent: true }
  const show = (due: string | number, result: Measured) => {
    const { p50, p99, perSecond, refused, refusedP99, serverMemory, serverMillis } = result
    print([due, perSecond, refused, p50, p99, refusedP99, serverMillis, serverMemory])
  }
  print(cells)
  print(cells.map(() => "---"))
  const capacity = yield* called(options, { ...sales, seconds: others, connections: usual })
  show(`as many as are answered, ${usual} at once`, capacity)
  const overloads = []
  for (const multiple of multiples) {
    const rate = multiple * capacity.perSecond
    const whole = multiple === multiples.at(-1)
    const run = { ...sales, seconds: whole ? seconds : others, connections, rate }
    const result = { multiple, seconds: run.seconds, ...yield* called(options, run) }
    show(rate, result)
    if (whole) say(capacity, result)
    overloads.push(result)
  }
  return { capacity, overloads, faults: overloads.flatMap((overload) => faults(capacity, overload)) }
})
