import { Effect } from "effect"
import { extname } from "node:path"
import { inParsingThread } from "../base/ParsingThreads.ts"
import { ServiceUnavailable } from "../base/Refusal.ts"
import type { Contents } from "./EventFile.ts"

/** An event to be written as a file. */
export interface PrintTask {
  readonly printed: Contents
}

const apart = inParsingThread<PrintTask, string | null>(
  new URL(`EventFileThread${extname(import.meta.url)}`, import.meta.url),
  () => null
)

/** Writes an event as a file in a thread: that of a large festival takes a tenth of a second. */
export const printEventFile = (printed: Contents): Effect.Effect<string, ServiceUnavailable> =>
  Effect.flatMap(
    apart({ printed }),
    (text) => text === null ? Effect.fail(new ServiceUnavailable()) : Effect.succeed(text)
  )
