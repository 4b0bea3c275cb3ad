import { Effect, Schema } from "effect"
import { createInterface } from "node:readline/promises"

/** Raised when somebody does not say yes, or there is nobody to ask; nothing was changed. */
export class NotConfirmed extends Schema.TaggedError<NotConfirmed>()("NotConfirmed", { message: Schema.String }) {}

/** Where questions are asked. */
export interface Asking {
  readonly input: NodeJS.ReadableStream & { readonly isTTY?: boolean }
  readonly output: NodeJS.WritableStream
}

// Not the standard output, which may be read by a program.
const terminal: Asking = { input: process.stdin, output: process.stderr }

/** Succeeds once somebody at the terminal types yes, or at once when the answer was given with the command. */
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
      // An end of the input is no yes.
      const ended = new Promise<string>((end) => lines.once("close", () => end("")))
      const answer = await Promise.race([lines.question(`${question}? Type yes: `, { signal }), ended])
      lines.close()
      return answer
    }),
    (answer) => answer.trim().toLowerCase() === "yes" ? Effect.void : refuse("Nothing was changed")
  )
}

const refuse = (message: string) => Effect.fail(new NotConfirmed({ message }))
