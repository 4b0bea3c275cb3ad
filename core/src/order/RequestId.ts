import { Effect, Schema } from "effect"
import { atMost } from "../primitives/Text.ts"

/** Made by the terminal: a repeated request with this id is not done twice. */
export const RequestId = Schema.NullOr(Schema.String.check(atMost(36, "a UUID"), Schema.isUUID())).pipe(
  Schema.withDecodingDefaultKey(Effect.succeed(null)),
  Schema.withConstructorDefault(Effect.succeed(null))
)
