import { UserTagVariantRepository } from "@wristbank/core/catalogue/UserTagVariantRepository"
import { mostTags, type Problem, tagsIn } from "@wristbank/core/tag/TagFile"
import { Effect, Schema } from "effect"
import { readFile, stat } from "node:fs/promises"
import { whyUnread } from "./FileFault.ts"

/** Raised when a list of wristbands can't be read, or has mistakes. */
export class TagListNotRead
  extends Schema.TaggedError<TagListNotRead>()("TagListNotRead", { message: Schema.String })
{}

/** The largest file, in bytes: as many wristbands as can be imported at once, with long PINs and kinds. */
const largest = 64 * 2 ** 20

/** Mistakes that are shown before the rest is counted. */
const mostShown = 10

const refuse = (message: string) => Effect.fail(new TagListNotRead({ message }))

const textOf = (path: string) =>
  Effect.tryPromise({
    try: async () => (await stat(path)).size > largest ? null : await readFile(path, "utf8"),
    catch: (cause) => new TagListNotRead({ message: `${path} can't be read: ${whyUnread(cause)}; name another file` })
  })

const written = (problem: Problem): string => {
  if (problem === "noPin") return "has no PIN"
  if (problem === "longPin") return "has a PIN that is too long"
  if (problem === "kind") return "names a kind of wristbands that the event does not have"
  return problem === "taken" ? "has a PIN of another wristband" : `has the PIN of line ${problem.sameAs}`
}

/** The wristbands of a file; those for which it names no kind are of the given ones. */
export const readTags = Effect.fnUntraced(function*(path: string, eventId: bigint, kinds: ReadonlyArray<string>) {
  const text = yield* textOf(path)
  const known = yield* UserTagVariantRepository.use(({ list }) => Effect.orDie(list(eventId)))
  const names = known.map(({ variant_name }) => variant_name)
  if (text === null) return yield* refuse(`${path} is larger than 64 MiB: split it`)
  const tags = tagsIn(text, names)
  const mistakes = tags.flatMap(({ line, problem }) =>
    problem === undefined ? [] : [`line ${line} ${written(problem)}`]
  )
  if (mistakes.length > mostShown) mistakes.splice(mostShown, Infinity, `${mistakes.length - mostShown} more`)
  if (mistakes.length > 0) return yield* refuse(`${path}: ${mistakes.join("; ")}`)
  if (tags.length > mostTags) return yield* refuse(`${path} has more than ${mostTags} wristbands: split it`)
  return tags.map(({ kinds: own, pin }) => ({ pin, restriction: null, variant_names: [...(own ?? kinds)] }))
})
