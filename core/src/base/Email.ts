import { Schema } from "effect"
import { atMost, seen } from "./Text.ts"

/** A domain is at least one character, then a full stop, then more. The pattern reads each character only once. */
const emailPattern =
  /^[^\s\u0000-\u001f\u007f@<>,;:"()[\]\\]+@[^\s\u0000-\u001f\u007f@<>,;:"()[\]\\][^.\s\u0000-\u001f\u007f@<>,;:"()[\]\\]*\.[^\s\u0000-\u001f\u007f@<>,;:"()[\]\\]+$/u

export const Email = Schema.String.annotate({ format: "email" }).check(atMost(1000)).pipe(
  Schema.decodeTo(
    Schema.String.check(atMost(1000), Schema.isPattern(emailPattern, { expected: "an e-mail address" })),
    seen
  )
)

export const isEmail = Schema.is(Email)
