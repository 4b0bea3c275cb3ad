// Sales at this build and at another, in turn on one database, so that both meet the same machine in the same minutes.
import { Effect, type Scope } from "effect"
import { execFileSync } from "node:child_process"
import { cpSync, existsSync } from "node:fs"
import { join, resolve } from "node:path"
import { called, type Place } from "./CallRuns.ts"
import type { LoadOrder, LoadResult } from "./load.ts"
import { printTable } from "./MarkdownTable.ts"
import { median } from "./Median.ts"
import { mixes } from "./Requests.ts"

const root = resolve(import.meta.dirname, "../..")

/** Seconds that a server needs until its functions are compiled. */
const warmUpSeconds = 5

/** Workspaces that have packages of their own. */
const workspaces = ["", "core", "http", "cli", "web", "docs", "examples", "test"]

/** The folder of a commit with the packages of this clone, or the given folder of a clone. */
export const buildOf = (place: string, named: string): string => {
  if (existsSync(join(named, "cli/bin/wristbank.js"))) return resolve(named)
  const folder = join(place, "other")
  execFileSync("git", ["worktree", "add", "--detach", folder, named], { cwd: root, stdio: "ignore" })
  for (const workspace of workspaces) {
    const packages = join(root, workspace, "node_modules")
    if (existsSync(packages)) {
      cpSync(packages, join(folder, workspace, "node_modules"), { recursive: true, verbatimSymlinks: true })
    }
  }
  return folder
}

/** Forgets the folder of a commit. */
export const forgetBuilds = (): void => {
  execFileSync("git", ["worktree", "prune"], { cwd: root, stdio: "ignore" })
}

interface Options extends Pick<Place, "festival" | "folder" | "postmaster"> {
  readonly connections: ReadonlyArray<number>
  readonly rounds: number
  readonly seconds: number
  /** Starts the server of the build in a folder. */
  readonly serve: (folder: string) => Effect.Effect<{ readonly pid: number; readonly port: number }, never, Scope.Scope>
  readonly load: (folder: string, order: LoadOrder) => Effect.Effect<LoadResult>
}

const measures = ["perSecond", "p50", "p99", "serverMillis", "databaseMillis", "serverMemory"] as const

/** Measures both builds in turn, and prints the medians of all rounds. */
export const compareBuilds = Effect.fnUntraced(function*(options: Options, other: string) {
  const { festival, folder, load, postmaster, rounds, seconds, serve } = options
  const builds = yield* Effect.forEach(
    [["this build", root], ["the other", other]] as const,
    ([name, place]) => Effect.map(serve(place), (server) => ({ ...server, name }))
  )
  const sell = (build: typeof builds[number], connections: number, warmUp: number) =>
    called({ festival, folder, load, postmaster, port: build.port, server: build.pid }, {
      mix: mixes.get("sale") ?? [],
      connections,
      firstTicket: 0,
      tickets: 0,
      warmUpSeconds: warmUp,
      seconds
    })
  for (const build of builds) yield* sell(build, 64, warmUpSeconds)
  const taken: Array<{ readonly build: string } & LoadRow> = []
  for (const connections of options.connections) {
    for (let round = 0; round < rounds; round++) {
      for (const build of round % 2 === 0 ? builds : builds.toReversed()) {
        taken.push({ build: build.name, ...yield* sell(build, connections, 1) })
      }
    }
  }
  const rows = options.connections.flatMap((connections) =>
    builds.map(({ name }) => {
      const own = taken.filter((row) => row.build === name && row.connections === connections)
      return { build: name, connections, ...mediansOf(own), errors: own.reduce((sum, { errors }) => sum + errors, 0) }
    })
  )
  printTable(
    ["connections", "build", "sales a second", "p50", "p99", "server ms", "database ms", "MiB", "errors"],
    rows.map((row) => [row.connections, row.build, ...measures.map((measure) => row[measure]), row.errors])
  )
  return { rows, taken }
})

type LoadRow = { readonly [M in typeof measures[number]]?: number | undefined } & {
  readonly connections: number
  readonly errors: number
}

const mediansOf = (rows: ReadonlyArray<LoadRow>) =>
  Object.fromEntries(measures.map((measure) => [measure, median(rows.map((row) => row[measure] ?? 0))])) as {
    readonly [M in typeof measures[number]]: number
  }
