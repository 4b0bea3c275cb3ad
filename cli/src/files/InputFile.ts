import { Effect, Schema } from "effect"
import { open } from "node:fs/promises"
import { whyUnread } from "./FileFault.ts"

/** Raised when a file that a command is to read can't be read, or is too large. */
export class InputFileNotRead
  extends Schema.TaggedError<InputFileNotRead>()("InputFileNotRead", { message: Schema.String })
{}

/** The largest file, in bytes: some 500,000 tickets. */
const largest = 64 * 2 ** 20

/** The content of a file. */
export const readInputFile = (path: string): Effect.Effect<Uint8Array, InputFileNotRead> =>
  Effect.flatMap(
    Effect.tryPromise({
      try: () => contentOf(path),
      catch: (cause) =>
        new InputFileNotRead({ message: `${path} can't be read: ${whyUnread(cause)}; name another file` })
    }),
    (bytes) =>
      bytes === null
        ? Effect.fail(new InputFileNotRead({ message: `${path} is larger than 64 MiB: split it` }))
        : Effect.succeed(bytes)
  )

const contentOf = async (path: string): Promise<Uint8Array | null> => {
  const file = await open(path)
  try {
    return (await file.stat()).size > largest ? null : await file.readFile()
  } finally {
    await file.close()
  }
}
