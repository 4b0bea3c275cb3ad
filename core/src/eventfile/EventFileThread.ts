import { Result } from "effect"
import { giveWayToBookings } from "../base/ThreadPriority.ts"
import type { PrintTask } from "./EventFilePrinter.ts"
import type { FileAnswer, FileTask } from "./EventFileReader.ts"
import { parse, print } from "./EventFileText.ts"

/** Before each task. */
export const begin = giveWayToBookings

// What `readEventFile` and `printEventFile` have done in a thread.
export default (task: FileTask | PrintTask): FileAnswer | string =>
  "printed" in task ? print(task.printed) : answerTo(task)

const answerTo = ({ language, missing, name, pictures, text }: FileTask): FileAnswer => {
  const known = new Map(Object.entries(pictures))
  const parsed = parse(name, text, {
    language,
    readBeside: (path) => Result.fromNullishOr(known.get(path) ?? known.get(path.split("/").at(-1)!), () => missing)
  })
  if (Result.isFailure(parsed)) return { problems: parsed.failure.problems }
  const { contents, locate } = parsed.success
  const places = Object.entries(contents).map(([section, entries = []]) =>
    [section, {
      whole: locate({ path: [section], message: "" }),
      entries: entries.map((_, index) => locate({ path: [section, index], message: "" }))
    }] as const
  )
  return { contents, places: Object.fromEntries(places) }
}
