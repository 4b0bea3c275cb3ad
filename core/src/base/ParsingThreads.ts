import { type Duration, Effect, Semaphore } from "effect"
import { Tinypool } from "tinypool"
import { admission } from "./Admission.ts"
import type { ServiceUnavailable } from "./Refusal.ts"

/** Texts of users that may be read or wait. Further ones are refused at once: they would wait longer than a call may take. */
const places = 8

/** Longest time for one text, with the start of the thread; then that is ended. */
const usualTimeout = "20 seconds"

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

const admitted = admission(places).run
const turn = Semaphore.makeUnsafe(1)

/**
 * Has a thread do what the default export of a script does with a task: reading a text of a user can take seconds, in which no one could
 * book. Task and answer are copied. The thread ends when the caller leaves, and when the text takes too long, which answers `tooLong`.
 */
export const inParsingThread =
  <Task, Answer>(script: URL, tooLong: (task: Task) => Answer, timeout: Duration.Input = usualTimeout) =>
  (task: Task): Effect.Effect<Answer, ServiceUnavailable> =>
    admitted(turn.withPermit(
      Effect.promise<Answer>((signal) => pool().run(task, { filename: script.href, signal })).pipe(
        Effect.timeoutOrElse({ duration: timeout, orElse: () => Effect.sync(() => tooLong(task)) })
      )
    ))
