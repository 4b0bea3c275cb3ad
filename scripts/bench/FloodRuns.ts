import { Effect } from "effect"
import { execFile } from "node:child_process"
import { writeFileSync } from "node:fs"
import { platform } from "node:os"
import { join } from "node:path"
import { promisify } from "node:util"
import type { Festival } from "./Festival.ts"
import type { FloodOrder, FloodResult } from "./flood.ts"
import { type LargeAnswers, largeAnswers } from "./LargeAnswers.ts"
import type { LoadOrder, LoadResult } from "./load.ts"
import { median } from "./Median.ts"
import * as Usage from "./Usage.ts"

/**
 * The load beside the bookings: none, as many cheap calls, wrong sign-ins and unknown tokens, or eight who read large answers: of
 * one kind, or all kinds in turn.
 */
const largeKinds = ["documents", "statics", "pictures", "receipts", "large"] as const
type LargeKind = typeof largeKinds[number]
const kinds = ["none", "health", "flood", ...largeKinds] as const
type Kind = typeof kinds[number]

const isLarge = (kind: Kind): kind is LargeKind => largeKinds.some((large) => large === kind)

const addressesOf = (answers: LargeAnswers, kind: LargeKind) =>
  kind === "large" ? Object.values(answers).flat() : answers[kind]

export const tills = 32

/** A till books every half second: a busy evening, but not all that the machine can do. */
const everyMillis = 500

interface FloodRun {
  readonly beside: Kind
  readonly booked: LoadResult
  readonly flood: FloodResult | undefined
  /** Memory of the server at the end, in MiB. */
  readonly serverMemory: number | undefined
  /** Processor time of the server, in percent of one core. */
  readonly serverCpu: number
}

/** A server with a festival, and its process. */
export interface Served {
  readonly festival: Festival
  readonly folder: string
  readonly port: number
  /** Process id. */
  readonly server: number
  readonly load: (folder: string, order: LoadOrder) => Effect.Effect<LoadResult>
}

export interface FloodOptions extends Served {
  /** Only these kinds and none, by default all. */
  readonly beside: ReadonlyArray<string> | undefined
  /** How often each kind is measured, in turn, as the machine may have other work. */
  readonly rounds: number
  readonly seconds: number
  readonly warmUpSeconds: number
}

export const flood = (options: Served, beside: Kind, seconds: number, large: ReadonlyArray<string> = []) =>
  beside === "none" ? Effect.succeed(undefined) : Effect.promise(async (): Promise<FloodResult> => {
    const order: FloodOrder = {
      eventId: options.festival.eventId,
      port: options.port,
      connections: isLarge(beside) ? 8 : 100,
      signInsPerSecond: 500,
      unknownTokensPerSecond: 300,
      healthOnly: beside === "health",
      large,
      // Only Linux has further loopback addresses without being configured.
      addresses: platform() === "linux" ? 10 : 1,
      seconds
    }
    const file = join(options.folder, "flood.json")
    writeFileSync(file, JSON.stringify(order))
    const { stdout } = await promisify(execFile)(process.execPath, [join(import.meta.dirname, "flood.ts"), file])
    return JSON.parse(stdout)
  })

const measured = Effect.fnUntraced(function*(options: FloodOptions, beside: Kind) {
  const { festival, folder, load, port, seconds, warmUpSeconds } = options
  const order = { festivals: [festival], mix: ["sale"], firstTicket: 0, tickets: 0, port } as const
  const large = isLarge(beside) ? addressesOf(yield* largeAnswers({ eventId: festival.eventId, port }), beside) : []
  const before = Usage.ofServer(options.server)
  const [booked, result] = yield* Effect.all([
    load(folder, { ...order, connections: tills, rate: tills * 1000 / everyMillis, seconds, warmUpSeconds }),
    flood(options, beside, warmUpSeconds + seconds, large)
  ], { concurrency: 2 })
  const after = Usage.ofServer(options.server)
  const run: FloodRun = {
    beside,
    booked,
    flood: result,
    serverMemory: after?.memory,
    serverCpu: Math.round(((after?.cpuSeconds ?? 0) - (before?.cpuSeconds ?? 0)) / (warmUpSeconds + seconds) * 100)
  }
  const { errors, longest, p50, p99 } = booked
  const answers = result === undefined
    ? ""
    : `${result.sent} calls, ${Math.round(result.received / 2 ** 20)} MiB, ${JSON.stringify(result.statuses)}`
  process.stdout.write(
    `beside ${beside.padEnd(9)} p50 ${p50} ms, p99 ${p99} ms, longest ${longest} ms, ${errors} errors, ` +
      `${run.serverMemory} MiB, ${run.serverCpu} % CPU ${answers}\n`
  )
  return run
})

/** Compares bookings at 32 tills alone, beside a flood of anonymous calls, beside as many cheap calls, and beside large answers. */
export const compareFloods = Effect.fnUntraced(function*(options: FloodOptions) {
  process.stdout.write(
    `${tills} tills, a sale every ${everyMillis} ms each, beside 500 wrong sign-ins and 300 unknown tokens a second, ` +
      "and beside eight who read large answers\n"
  )
  const asked = kinds.filter((kind) => kind === "none" || (options.beside?.includes(kind) ?? true))
  const runs: Array<FloodRun> = []
  for (let round = 0; round < options.rounds; round++) {
    for (const beside of asked) runs.push(yield* measured(options, beside))
  }
  const p99 = (kind: Kind) => median(runs.filter(({ beside }) => beside === kind).map(({ booked }) => booked.p99))
  const ratios = Object.fromEntries(
    asked.filter((kind) => kind !== "none").map((kind) => [kind, Math.round(p99(kind) / p99("none") * 100) / 100])
  )
  const said = Object.entries(ratios).map(([kind, ratio]) => `${kind} ${ratio}`).join(", ")
  process.stdout.write(`p99 of bookings, medians of ${options.rounds}, ÷ that of none: ${said}\n`)
  return { runs, ratios }
})
