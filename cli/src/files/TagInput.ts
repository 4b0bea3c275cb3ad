import { tableText } from "@wristbank/core/base/TableText"
import { UserTagVariantRepository } from "@wristbank/core/event/UserTagVariantRepository"
import { mostTags, type Problem, tagsIn } from "@wristbank/core/wristband/TagFile"
import { Effect, Schema } from "effect"
import { readInputFile } from "./InputFile.ts"

/** Raised when a list of wristbands has mistakes. */
export class TagListNotRead
  extends Schema.TaggedError<TagListNotRead>()("TagListNotRead", { message: Schema.String })
{}

/** Mistakes that are shown before the rest is counted. */
const mostShown = 10

const refuse = (message: string) => Effect.fail(new TagListNotRead({ message }))

const words = {
  cells: "has more cells than the first line",
  cut: "is the last, and shorter than all others without a line break: the file may be cut off",
  kind: "names a kind of wristbands that the event does not have",
  longPin: "has a PIN that is too long",
  noPin: "has no PIN",
  quote: "has a quotation mark without a counterpart",
  spoilt: "looks like a number or a date that a spreadsheet has put in place of the PIN",
  taken: "has a PIN of another wristband",
  untypable: "has a PIN with a character that can't be typed"
} as const

const written = (problem: Problem): string =>
  typeof problem === "string" ? words[problem] : `has the PIN of line ${problem.sameAs}`

/** The wristbands of a file; those for which it names no kind are of the given ones. */
export const readTags = Effect.fnUntraced(function*(path: string, eventId: bigint, kinds: ReadonlyArray<string>) {
  const text = tableText(yield* readInputFile(path))
  const known = yield* UserTagVariantRepository.use(({ list }) => Effect.orDie(list(eventId)))
  const tags = tagsIn(text, known.map(({ variant_name }) => variant_name))
  const mistakes = tags.flatMap(({ line, problem }) =>
    problem === undefined ? [] : [`line ${line} ${written(problem)}`]
  )
  if (mistakes.length > mostShown) mistakes.splice(mostShown, Infinity, `${mistakes.length - mostShown} more`)
  if (mistakes.length > 0) return yield* refuse(`${path}: ${mistakes.join("; ")}`)
  if (tags.length > mostTags) return yield* refuse(`${path} has more than ${mostTags} wristbands: split it`)
  return tags.map(({ kinds: own, pin }) => ({ pin, restriction: null, variant_names: [...(own ?? kinds)] }))
})
