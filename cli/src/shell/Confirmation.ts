import { Effect, Schema } from "effect"
import { createInterface } from "node:readline/promises"

/** Raised when the answer is not yes, or when there is no terminal to ask at; nothing was changed. */
export class NotConfirmed extends Schema.TaggedError<NotConfirmed>()("NotConfirmed", { message: Schema.String }) {}

/** Streams for questions. */
export interface Asking {
  readonly input: NodeJS.ReadableStream & { readonly isTTY?: boolean }
  readonly output: NodeJS.WritableStream
}

// Questions do not use standard output, as a program may read it.
const terminal: Asking = { input: process.stdin, output: process.stderr }

/** Succeeds when the user at the terminal types yes, or at once when the answer was given with the command. */
export const confirm = (
  question: string,
  options: { readonly yes: boolean },
  { input, output }: Asking = terminal
): Effect.Effect<void, NotConfirmed> => {
  if (options.yes) return Effect.void
  if (input.isTTY !== true) return refuse(`${question}: no one can be asked here, so say --yes`)
  return Effect.flatMap(
    ask(`${question}? Type yes: `, { input, output }),
    // The end of the input counts as no.
    (answer) => answer?.trim().toLowerCase() === "yes" ? Effect.void : refuse("Nothing was changed")
  )
}

/** The line that the user types at the terminal; null at Ctrl-C, and at the end of the input. */
export const ask = (question: string, { input, output }: Asking = terminal): Effect.Effect<string | null> =>
  Effect.promise(async (signal) => {
    const lines = createInterface({ input, output })
    const ended = new Promise<null>((end) => lines.once("close", () => end(null)))
    try {
      return await Promise.race([lines.question(question, { signal }), ended])
    } finally {
      lines.close()
    }
  })

const refuse = (message: string) => Effect.fail(new NotConfirmed({ message }))
