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
  if (input.isTTY !== true) return refuse(`${question}: nobody can be asked here, so say --yes`)
  return Effect.flatMap(
    Effect.promise(async (signal) => {
      const lines = createInterface({ input, output })
      // The end of the input counts as no.
      const ended = new Promise<string>((end) => lines.once("close", () => end("")))
      const answer = await Promise.race([lines.question(`${question}? Type yes: `, { signal }), ended])
      lines.close()
      return answer
    }),
    (answer) => answer.trim().toLowerCase() === "yes" ? Effect.void : refuse("Nothing was changed")
  )
}

const refuse = (message: string) => Effect.fail(new NotConfirmed({ message }))
