import { Schema } from "effect"

/** Raised when the value of a flag or an argument is invalid. */
export class FlagNotRead extends Schema.TaggedError<FlagNotRead>()("FlagNotRead", { message: Schema.String }) {}
