import { Layer } from "effect"
import { UserTagRepository } from "./UserTagRepository.ts"
import { UserTags } from "./UserTags.ts"
import { UserTagSecretRepository } from "./UserTagSecretRepository.ts"
import { UserTagSecrets } from "./UserTagSecrets.ts"

/** The services of this room; they need those of `organisation`. */
export const layer = Layer.mergeAll(UserTags.layer, UserTagSecrets.layer).pipe(
  Layer.provide(Layer.mergeAll(UserTagRepository.layer, UserTagSecretRepository.layer))
)
