import { Effect, Schema, SchemaTransformation } from "effect"

/** A yes or no in a query, as published clients spell it. */
export const flag = Schema.Literals(["true", "false", "True", "False", "1", "0"]).pipe(
  Schema.decodeTo(
    Schema.Boolean,
    SchemaTransformation.transform({
      decode: (text) => text === "true" || text === "True" || text === "1",
      encode: (yes) => yes ? "true" as const : "false" as const
    })
  )
)

/** As `flag`; `usual` is what it means when it is left out. */
export const queryFlag = (usual: boolean) =>
  flag.pipe(Schema.withDecodingDefaultKey(Effect.succeed(usual ? "true" as const : "false" as const)))
