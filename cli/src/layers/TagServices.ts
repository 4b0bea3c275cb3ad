import { InvalidArgument } from "@wristbank/core/base/Refusal"
import { UserTagVariantRepository } from "@wristbank/core/event/UserTagVariantRepository"
import { mayManage } from "@wristbank/core/organisation/Place"
import { tagRules } from "@wristbank/core/wristband/TagRules"
import { UserTagRepository } from "@wristbank/core/wristband/UserTagRepository"
import { UserTags } from "@wristbank/core/wristband/UserTags"
import { UserTagSecretRepository } from "@wristbank/core/wristband/UserTagSecretRepository"
import { Effect, Layer } from "effect"
import { FlagNotRead } from "../flags/FlagNotRead.ts"

/** Services for making and listing wristbands. */
export const tagServices = {
  privileges: mayManage,
  layer: Layer.mergeAll(
    Layer.provide(UserTags.layer, Layer.merge(UserTagRepository.layer, UserTagSecretRepository.layer)),
    UserTagSecretRepository.layer,
    UserTagVariantRepository.layer
  )
}

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
