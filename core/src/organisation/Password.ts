import { Schema } from "effect"
import { atMost } from "./Text.ts"

const longest = "a password of at most 1,000 characters"

/** A password someone chooses: 10 to 1,000 characters. */
export const NewPassword = Schema.String.check(
  atMost(1000, longest),
  Schema.isMinLength(10, { expected: "a password of at least 10 characters" })
)

/** A password someone shows to sign in: any text that can have been chosen. */
export const ShownPassword = Schema.String.check(atMost(1000, longest))
