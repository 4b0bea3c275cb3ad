import { Effect, Schema } from "effect"

/** Raised when the embedded PostgreSQL can't be set up, started or kept running; the message names the remedy. */
export class EmbeddedPostgresError extends Schema.TaggedError<EmbeddedPostgresError>()("EmbeddedPostgresError", {
  message: Schema.String,
  cause: Schema.optional(Schema.Defect())
}) {}

/** Runs a promise. Its failure becomes a message for the operator: "what failed: why". */
export const attempt = <A>(what: string, promise: () => Promise<A>): Effect.Effect<A, EmbeddedPostgresError> =>
  Effect.tryPromise({
    try: promise,
    catch: (cause) =>
      new EmbeddedPostgresError({
        message: `${what}: ${cause instanceof Error ? cause.message : String(cause)}`,
        cause
      })
  })
