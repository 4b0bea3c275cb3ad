import { Effect, Schema } from "effect"
import { readFile } from "node:fs/promises"
import { text as textOf } from "node:stream/consumers"
import { whyUnread } from "./FileFault.ts"

/** Raised when the file with a receipt's code, or standard input, can't be read or holds several codes. */
export class ReceiptCodeNotRead
  extends Schema.TaggedError<ReceiptCodeNotRead>()("ReceiptCodeNotRead", { message: Schema.String })
{}

/**
 * The text of a receipt's code: the argument if it has semicolons, else the content of standard input (-) or of the file.
 */
export const readReceiptCode = (source: string): Effect.Effect<string, ReceiptCodeNotRead> =>
  Effect.flatMap(textIn(source.trim()), (text) =>
    // Process data has no line ends, so a second line is another code.
    /[\r\n]/.test(text)
      ? refuse("There are several lines: a code is one line, so verify one after the other")
      : Effect.succeed(text))

const textIn = (source: string): Effect.Effect<string, ReceiptCodeNotRead> => {
  if (source === "") return refuse("Give the text of a code, a file that holds it, or - for standard input")
  if (source.includes(";")) return Effect.succeed(source)
  return Effect.map(
    Effect.tryPromise({
      try: () => source === "-" ? textOf(process.stdin) : readFile(source, "utf8"),
      catch: (cause) =>
        new ReceiptCodeNotRead({
          message: `${source === "-" ? "Standard input" : source} can't be read: ${whyUnread(cause)}; name another file`
        })
    }),
    (text) => text.trim()
  )
}

const refuse = (message: string) => Effect.fail(new ReceiptCodeNotRead({ message }))
