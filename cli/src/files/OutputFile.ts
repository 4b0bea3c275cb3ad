import { isAlive } from "@wristbank/core/base/ProcessId"
import { Effect, Schema } from "effect"
import { randomUUID } from "node:crypto"
import { createReadStream } from "node:fs"
import { link, mkdtemp, readdir, rename, rm, stat, unlink, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { basename, dirname, join, resolve } from "node:path"
import { pipeline } from "node:stream/promises"

/** Raised when a file can't be written, or exists already. */
export class FileNotWritten
  extends Schema.TaggedError<FileNotWritten>()("FileNotWritten", { message: Schema.String })
{}

/** The name of a file that stands for standard output. */
export const standardOutput = "-"

/** Where to write a file. */
export interface Destination {
  /** `standardOutput`, or the path of a file. */
  readonly path: string
  /** Replaces an existing file. */
  readonly force: boolean
}

/** Fails when the file exists already or has no folder. For work that should not even start then. */
export const mayWrite = ({ force, path }: Destination): Effect.Effect<void, FileNotWritten> =>
  Effect.gen(function*() {
    if (path === standardOutput) return
    const folder = dirname(resolve(path))
    if (!(yield* attempt(path, () => isThere(folder)))) {
      return yield* new FileNotWritten({
        message: `${path} was not written: there is no folder ${folder}, so make it first`
      })
    }
    if (!force && (yield* attempt(path, () => isThere(path)))) return yield* exists(path)
  })

/** Writes a file that only its owner can read, either whole or not at all; returns its full path. Standard output gets it once it is whole. */
export const writeWhole = (
  destination: Destination,
  content: string | Uint8Array
): Effect.Effect<string, FileNotWritten> =>
  Effect.map(
    writeWholeBy(
      destination,
      (draft) => attempt(destination.path, () => writeFile(draft, content, { mode: 0o600, flag: "wx", flush: true }))
    ),
    ({ path }) => path
  )

/**
 * As `writeWhole`, for content that is too large for memory: the work writes to the given path. Returns the result of the
 * work.
 */
export const writeWholeBy = <A, E, R>(
  destination: Destination,
  work: (draft: string) => Effect.Effect<A, E, R>
): Effect.Effect<{ readonly path: string; readonly made: A }, E | FileNotWritten, R> => {
  if (destination.path === standardOutput) return printedBy(work)
  const path = resolve(destination.path)
  // The process id lets a later writer of the same file see whether this process still works on it.
  const draft = `${path}.${process.pid}.${randomUUID()}`
  const place = attempt(destination.path, () => destination.force ? rename(draft, path) : link(draft, path))
  return Effect.promise(() => sweep(path)).pipe(
    Effect.andThen(work(draft)),
    Effect.flatMap((made) => Effect.as(place, { path, made })),
    Effect.ensuring(Effect.promise(() => unlink(draft).catch(() => undefined)))
  )
}

/** Prints what the work writes once it is whole, so that a failure prints nothing. */
const printedBy = <A, E, R>(work: (draft: string) => Effect.Effect<A, E, R>) =>
  Effect.scoped(Effect.gen(function*() {
    const folder = yield* Effect.acquireRelease(
      Effect.promise(() => mkdtemp(join(tmpdir(), "wristbank-output-"))),
      (made) => Effect.promise(() => rm(made, { recursive: true, force: true }))
    )
    const draft = join(folder, "draft")
    const made = yield* work(draft)
    // A reader that has gone, as `head` does, wanted no more; of other faults `watchOutput` tells.
    yield* Effect.promise(() =>
      pipeline(createReadStream(draft), process.stdout, { end: false }).catch(() => undefined)
    )
    return { path: "standard output", made }
  }))

/** The suffix of a draft's name: process id and uuid. Folders that the work makes beside it have the suffix too. */
const draftSuffix = /^\.(\d+)\.[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}(?:-\w{6})?$/

/** Removes the drafts of killed processes: they contain bank data, and no one would look for them. */
const sweep = async (path: string): Promise<void> => {
  const [folder, file] = [dirname(path), basename(path)]
  for (const name of await readdir(folder).catch(() => [])) {
    const prefix = [file, `.${file}`].find((start) => name.startsWith(start))
    const writer = prefix === undefined ? undefined : draftSuffix.exec(name.slice(prefix.length))?.[1]
    if (writer === undefined || isAtWork(Number(writer))) continue
    await rm(join(folder, name), { recursive: true, force: true }).catch(() => undefined)
  }
}

/**
 * Checks other processes only. In a container each of them may have this process's id, and one process writes a file once
 * at a time.
 */
const isAtWork = (pid: number): boolean => pid !== process.pid && isAlive(pid)

const attempt = <A>(path: string, work: () => Promise<A>): Effect.Effect<A, FileNotWritten> =>
  Effect.tryPromise({
    try: work,
    catch: (cause) => {
      if (codeOf(cause) === "EEXIST") return exists(path)
      return new FileNotWritten({
        message: `${path} was not written: ${cause instanceof Error ? cause.message : cause}; name another file`
      })
    }
  })

const isThere = (path: string): Promise<boolean> =>
  stat(path).then(() => true, (error) => codeOf(error) === "ENOENT" ? false : Promise.reject(error))

const codeOf = (error: unknown) => error instanceof Error && "code" in error ? error.code : undefined

const exists = (path: string) =>
  new FileNotWritten({ message: `${path} is there already: name another file with --output, or say --force` })
