import { Effect, Schema } from "effect"
import { readFile } from "node:fs/promises"
import { text as textOf } from "node:stream/consumers"

/** Raised when the file with a receipt's code, or standard input, can't be read. */
export class ReceiptCodeNotRead
  extends Schema.TaggedError<ReceiptCodeNotRead>()("ReceiptCodeNotRead", { message: Schema.String })
{}

/** The text of a receipt's code: what was given if it has semicolons, else what standard input (-) or the file holds. */
export const readReceiptCode = (source: string): Effect.Effect<string, ReceiptCodeNotRead> =>
  source.includes(";") ? Effect.succeed(source.trim()) : Effect.map(
    Effect.tryPromise({
      try: () => source === "-" ? textOf(process.stdin) : readFile(source, "utf8"),
      catch: (cause) =>
        new ReceiptCodeNotRead({
          message: `${source === "-" ? "Standard input" : source} can't be read: ${
            cause instanceof Error ? cause.message : cause
          }`
        })
    }),
    (text) => text.trim()
  )
