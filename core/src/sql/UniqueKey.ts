import { SqlError } from "effect/sql"

/** Whether a statement failed because another row, perhaps stored just now, has the same value under a unique key. */
export const isTaken = (error: unknown): boolean =>
  SqlError.isSqlError(error) && error.reason._tag === "UniqueViolation"
