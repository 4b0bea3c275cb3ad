import { Effect } from "effect"
import { open } from "node:fs/promises"
import { FileNotWritten } from "./OutputFile.ts"

const attempt = <A>(path: string, work: () => Promise<A>) =>
  Effect.tryPromise({
    try: work,
    catch: (cause) =>
      new FileNotWritten({
        message: `${path} was not written: ${cause instanceof Error ? cause.message : cause}; name another file`
      })
  })

/** Writes a new file part by part; only its owner can read it. Returns the result of the work that gives the parts. */
export const appendTo = <A, E, R>(
  path: string,
  work: (take: (text: string) => Effect.Effect<void, FileNotWritten>) => Effect.Effect<A, E, R>
): Effect.Effect<A, E | FileNotWritten, R> =>
  Effect.scoped(
    Effect.gen(function*() {
      const file = yield* Effect.acquireRelease(
        attempt(path, () => open(path, "wx", 0o600)),
        (opened) => Effect.promise(() => opened.close())
      )
      const made = yield* work((text) => Effect.asVoid(attempt(path, () => file.appendFile(text))))
      yield* attempt(path, () => file.sync())
      return made
    })
  )
