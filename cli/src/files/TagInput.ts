import { InvalidArgument } from "@wristbank/core/base/Refusal"
import { tableText } from "@wristbank/core/base/TableText"
import { UserTagVariantRepository } from "@wristbank/core/event/UserTagVariantRepository"
import { mayManage } from "@wristbank/core/organisation/Place"
import { mostTags, type Problem, tagsIn } from "@wristbank/core/wristband/TagFile"
import { tagRules } from "@wristbank/core/wristband/TagRules"
import { UserTags } from "@wristbank/core/wristband/UserTags"
import { UserTagSecretRepository } from "@wristbank/core/wristband/UserTagSecretRepository"
import { Effect, Layer, Schema } from "effect"
import { FlagNotRead } from "../flags/FlagNotRead.ts"
import { readInputFile } from "./InputFile.ts"

/** Services for making and listing wristbands. */
export const tagServices = {
  privileges: mayManage,
  layer: Layer.mergeAll(UserTags.layer, UserTagSecretRepository.layer, UserTagVariantRepository.layer)
}

/** Raised when a list of wristbands has mistakes. */
class TagListNotRead extends Schema.TaggedError<TagListNotRead>()("TagListNotRead", { message: Schema.String }) {}

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

/** The id of the event's chip keys, which every wristband of it has. */
export const theSecret = Effect.fnUntraced(function*(eventId: bigint) {
  const [secret] = yield* UserTagSecretRepository.use(({ list }) => Effect.orDie(list(eventId)))
  return secret?.id ?? (yield* new FlagNotRead({
    message: "The event has no chip keys yet: make them in the back office (Guests, Wristbands, Chip keys)"
  }))
})

/** The ids of kinds of wristbands by their names. */
export const variantIds = Effect.fnUntraced(function*(eventId: bigint, names: ReadonlyArray<string>) {
  const known = yield* UserTagVariantRepository.use(({ list }) => Effect.orDie(list(eventId)))
  return yield* Effect.forEach(names, (name) => {
    const found = known.find(({ variant_name }) => variant_name.toLowerCase() === name.toLowerCase())
    return found === undefined
      ? Effect.fail(InvalidArgument.of(tagRules.import_variants_unknown, { variants: [name] }))
      : Effect.succeed(found.id)
  })
})
