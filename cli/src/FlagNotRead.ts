import { Schema } from "effect"

/** Raised when a flag or an argument does not hold what it should. */
export class FlagNotRead extends Schema.TaggedError<FlagNotRead>()("FlagNotRead", { message: Schema.String }) {}
