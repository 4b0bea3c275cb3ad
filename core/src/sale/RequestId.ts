import { Effect, Schema } from "effect"
import { orNull } from "../base/OptionalField.ts"
import { Uuid } from "../base/Uuid.ts"

/** Made by the terminal: a repeated request with this id is not done twice. */
export const RequestId = orNull(Uuid).pipe(Schema.withConstructorDefault(Effect.succeed(null)))
