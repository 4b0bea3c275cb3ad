import anyAscii from "any-ascii"
import { Schema } from "effect"
import { atMost } from "../base/Text.ts"

const expected = "a reference to an environment variable, such as ${SMTP_PASSWORD}: the file has no secrets in clear"

/** The place of a secret in an event's file: the name of an environment variable, as `${SMTP_PASSWORD}`. */
export const SecretReference = Schema.String.check(
  atMost(200, expected),
  Schema.isPattern(/^\$\{[A-Z][A-Z0-9_]*\}$/, { expected })
)

/** The environment variable that a reference names. */
export const variableOf = (reference: string): string => reference.slice(2, -1)

/** A reference to the environment variable with these words, of which the first begins with a letter. */
export const referenceTo = (...words: ReadonlyArray<string>): string =>
  `\${${anyAscii(words.join("_")).toUpperCase().replaceAll(/[^A-Z0-9]+/g, "_").slice(0, 190)}}`
