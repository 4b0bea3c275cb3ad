import { beginOf, historyOf, isHistory, isLogFile, logFileBytes, logFileOf, nameOf, placeOf } from "./LogFile.ts"

/** The part of the log that a backup brings itself. */
export interface OwnLog {
  readonly firstLogFile: string
  readonly lastLogFile: string
  /** Whether PostgreSQL copied its log beside the backup when that was made. */
  readonly archived: boolean
}

/** What an archive of the log has. */
export interface ArchivedLog {
  /** The names of the files of the log. */
  readonly files: ReadonlySet<string>
  /** The texts of the histories of timelines, by their names. */
  readonly histories: ReadonlyMap<string, string>
  /** The SHA-256 that a file of the log, or a history, had when it was copied, by its name. */
  readonly sums: ReadonlyMap<string, string>
}

/** What a restore to the newest state takes from an archive. */
export interface Repetition {
  /** Histories and files of the log. */
  readonly files: ReadonlyArray<string>
  /** The file of the log that it must reach. */
  readonly newest: string
  /** What is missing, a sentence each. */
  readonly gaps: ReadonlyArray<string>
}

/** A timeline, and the number of the file in which it leaves the one before. */
interface Branch {
  readonly timeline: number
  readonly from: number
}

/** Decides what a restore needs. PostgreSQL follows the newest timeline to which the histories lead. */
export const repetitionOf = (own: OwnLog, { files, histories, sums }: ArchivedLog): Repetition => {
  const branches = branchesTo(newestTimeline(logFileOf(own.firstLogFile).timeline, histories), histories)
  // A checksum is written before its file, so it tells of one that is gone.
  const known = new Set([...files, ...Array.from(sums.keys()).filter(isLogFile)])
  const reachable = [own.lastLogFile, ...known].filter((name) =>
    name === own.lastLogFile || candidates(branches, logFileOf(name).number).includes(name)
  )
  const newest = reachable.reduce((left, right) => logFileOf(right).number > logFileOf(left).number ? right : left)
  const [found, missing] = filesOnPath(own, branches, newest, files)
  const needed = branches.length === 1 ? found : [historyOf(branches[0]!.timeline), ...found]
  const gaps = [
    ...missingHistories(branches, known, sums, histories),
    ...spans(missing).map((span) => `${span} of the log is missing`),
    ...found.filter((name) => !sums.has(name)).map((name) => `the checksum of ${name} is missing`),
    ...(own.archived && !Array.from(known).some((name) => name >= own.lastLogFile)
      ? ["the log since the backup is missing, though it was copied"]
      : [])
  ]
  return { files: needed, newest, gaps }
}

/** Whether a restore that ended at this place (such as 1/A000028) repeated something of the file. */
export const isReached = (place: string, logFile: string): boolean => placeOf(place) > beginOf(logFile)

/** PostgreSQL looks for the next history until there is none. */
const newestTimeline = (from: number, histories: ReadonlyMap<string, string>): number =>
  histories.has(historyOf(from + 1)) ? newestTimeline(from + 1, histories) : from

/** The timelines that lead to one, that one first. A line of a history has a timeline and the place where it was left. */
const branchesTo = (timeline: number, histories: ReadonlyMap<string, string>): ReadonlyArray<Branch> => {
  const left = Array.from((histories.get(historyOf(timeline)) ?? "").matchAll(/^\s*(\d+)\s+([0-9A-F]+\/[0-9A-F]+)/gm))
  const timelines = [...left.map(([, earlier]) => Number(earlier)), timeline]
  const begins = [0, ...left.map(([, , place = ""]) => Math.floor(placeOf(place) / logFileBytes))]
  return timelines.map((each, at) => ({ timeline: each, from: begins[at]! })).toReversed()
}

/** The names that a file of the log may have, as PostgreSQL looks for them: the one in which a timeline begins is of two. */
const candidates = (branches: ReadonlyArray<Branch>, number: number): ReadonlyArray<string> => {
  const begun = branches.filter(({ from }) => from <= number)
  const last = begun.findIndex(({ from }) => from < number)
  return begun.slice(0, last === -1 ? undefined : last + 1).map(({ timeline }) => nameOf({ timeline, number }))
}

/** The files from the first of the backup to the newest: those in the archive, and those that are nowhere. */
const filesOnPath = (own: OwnLog, branches: ReadonlyArray<Branch>, newest: string, files: ReadonlySet<string>) => {
  const found: Array<string> = []
  const missing: Array<string> = []
  const ownLast = logFileOf(own.lastLogFile).number
  for (let number = logFileOf(own.firstLogFile).number; number <= logFileOf(newest).number; number++) {
    const names = candidates(branches, number)
    const name = names.find((each) => files.has(each))
    if (name !== undefined) found.push(name)
    else if (number > ownLast) missing.push(names[0]!)
  }
  return [found, missing] as const
}

/** Histories that the archive had, or that its files tell of. */
const missingHistories = (
  branches: ReadonlyArray<Branch>,
  known: ReadonlySet<string>,
  sums: ReadonlyMap<string, string>,
  histories: ReadonlyMap<string, string>
) => {
  const expected = [
    ...Array.from(sums.keys()).filter(isHistory),
    ...Array.from(known, (name) => historyOf(logFileOf(name).timeline))
  ]
  const later = Array.from(new Set(expected)).filter((name) => name > historyOf(branches[0]!.timeline))
  return later.toSorted().filter((name) => !histories.has(name)).map((name) => `${name} is missing`)
}

/** Names of files that follow each other as one text. */
const spans = (names: ReadonlyArray<string>): ReadonlyArray<string> => {
  const runs: Array<Array<string>> = []
  for (const name of names) {
    const run = runs.at(-1)
    if (run !== undefined && logFileOf(name).number === logFileOf(run.at(-1)!).number + 1) run.push(name)
    else runs.push([name])
  }
  return runs.map((run) => run.length === 1 ? run[0]! : `${run[0]} to ${run.at(-1)} (${run.length} files)`)
}
