import { Schema } from "effect"
import { isEmailAddress } from "./EmailAddress.ts"
import { atMost, seen } from "./Text.ts"

/** An e-mail address as it is typed or pasted. */
export const Email = Schema.String.annotate({ format: "email" }).check(atMost(1000)).pipe(
  Schema.decodeTo(
    Schema.String.check(Schema.makeFilter((text) => isEmailAddress(text), { expected: "an e-mail address" })),
    seen
  )
)

/** An e-mail address in an answer, or as it was stored under an earlier rule. */
export const StoredEmail = Schema.String.annotate({ format: "email" })
