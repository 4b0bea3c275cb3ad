import { Effect, Schema, SchemaTransformation } from "effect"

/** A yes or no in a query, as published clients spell it; `usual` is what it means when it is left out. */
export const queryFlag = (usual: boolean) =>
  Schema.Literals(["true", "false", "True", "False", "1", "0"]).pipe(
    Schema.decodeTo(
      Schema.Boolean,
      SchemaTransformation.transform({
        decode: (text) => text === "true" || text === "True" || text === "1",
        encode: (flag) => flag ? "true" as const : "false" as const
      })
    ),
    Schema.withDecodingDefaultKey(Effect.succeed(usual ? "true" as const : "false" as const))
  )
