import { Effect, Schema } from "effect"
import { SqlError } from "effect/sql"

/** A failure that no caller caused and only an operator can put right: the database is away, or a stored row is malformed. */
export type Infrastructure = SqlError.SqlError | Schema.SchemaError

const isInfrastructure = (error: unknown): error is Infrastructure =>
  SqlError.isSqlError(error) || Schema.isSchemaError(error)

/**
 * Turns failures of the infrastructure into defects, and leaves the refusals of the domain. An effect that can't refuse,
 * or whose refusal would be a defect as well, takes `Effect.orDie` instead. A missing row stays a failure: the caller that looked
 * for it decides what that means.
 */
export const dieOnInfrastructure = <A, E, R>(
  effect: Effect.Effect<A, E, R>
): Effect.Effect<A, Exclude<E, Infrastructure>, R> =>
  Effect.catchIf(effect, isInfrastructure, Effect.die) as Effect.Effect<A, Exclude<E, Infrastructure>, R>
