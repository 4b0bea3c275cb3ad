import { Context, type Duration, Effect, Semaphore } from "effect"
import { Tinypool } from "tinypool"
import { admission } from "./limits/Admission.ts"
import { places } from "./limits/Limits.ts"
import type { ServiceUnavailable } from "./Refusal.ts"

/** Longest time for one text, counted from when the thread has started and read its script; then that is ended. */
export const LongestParsing = Context.Reference<Duration.Input>("core/reference/LongestParsing", {
  defaultValue: () => "20 seconds"
})

/** In MiB, many times what the longest text takes. A thread that needs more ends, and the process goes on. */
const memory = 512

// One text after the other: the thread that books needs the other cores. The thread ends after a minute without work.
let threads: Tinypool | undefined
const pool = () =>
  threads ??= new Tinypool({
    minThreads: 0,
    maxThreads: 1,
    idleTimeout: 60_000,
    resourceLimits: { maxOldGenerationSizeMb: memory },
    // The threads get nothing of the environment, which contains secrets, and no flags for the process.
    env: {},
    execArgv: []
  })

const admitted = admission(places.texts).run
const turn = Semaphore.makeUnsafe(1)

/**
 * Has a thread do what the default export of a script does with a task: reading a text of a user can take seconds, in which no one could
 * book. The script's export `begin` is called before. Task and answer are copied. The thread ends when the caller leaves, and when the text
 * takes too long, which answers `tooLong`.
 */
export const inParsingThread = <Task, Answer>(
  script: URL,
  tooLong: (task: Task) => Answer,
  longest?: Duration.Input
) => {
  const called = (task: unknown, name: "begin" | "default") =>
    Effect.promise((signal) => pool().run(task, { filename: script.href, name, signal }))
  return (task: Task): Effect.Effect<Answer, ServiceUnavailable> =>
    admitted(turn.withPermit(Effect.gen(function*() {
      const duration = longest ?? (yield* LongestParsing)
      // On a busy machine it starts slowly, which says nothing about the text.
      yield* called(undefined, "begin")
      const answered = called(task, "default") as Effect.Effect<Answer>
      return yield* Effect.timeoutOrElse(answered, { duration, orElse: () => Effect.sync(() => tooLong(task)) })
    })))
}
