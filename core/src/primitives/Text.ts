import { Schema, SchemaTransformation } from "effect"

/**
 * The limit of a text's length, in characters. It is the first check of every text that comes in and ends its validation: no
 * pattern and no other check reads a text above it.
 */
export const atMost = (length: number, expected?: string) =>
  Schema.isMaxLength(length, expected === undefined ? {} : { expected }).abort()

/** PostgreSQL text can't hold U+0000, and a leading one marks a JSON number that a double would round. */
const withoutNul = Schema.makeFilter((text: string) => !text.includes("\u0000"), { expected: "text without U+0000" })

/** Free text such as a description or a comment: at most 10,000 characters, no U+0000. */
export const Text = Schema.String.check(atMost(10_000), withoutNul)
export type Text = typeof Text.Type

const NormalName = Schema.String.check(atMost(255), withoutNul, Schema.isMinLength(1))

/**
 * A name people read and type: 1 to 255 characters. Spaces around it are dropped and letters composed (NFC), so that two
 * names that look the same are the same; with those spaces it may have 1,000 characters.
 */
export const Name = Schema.String.check(atMost(1000)).pipe(
  Schema.decodeTo(
    NormalName,
    SchemaTransformation.transform({
      decode: (text) => text.normalize("NFC").trim(),
      encode: (name) => name
    })
  )
)
export type Name = typeof Name.Type

/** Names in a message, as many as people read: the others are counted. */
export const listed = (names: ReadonlyArray<string>): string =>
  names.slice(0, listedAtMost).join(", ") +
  (names.length > listedAtMost ? ` and ${names.length - listedAtMost} more` : "")

const listedAtMost = 10

/** Text in one line, such as a subject or an address of a host: at most 1,000 characters, nothing that ends a line. */
export const SingleLine = Schema.String.check(
  atMost(1000),
  Schema.isPattern(/^[^\u0000-\u001f\u007f\u2028\u2029]*$/, { expected: "text in one line" })
)

/** A text people write for guests: at most 200,000 characters, no U+0000. */
export const LongText = Schema.String.check(atMost(200_000), withoutNul)

/** What somebody looks for, as typed: at most 1,000 characters. */
export const SearchText = Schema.String.check(atMost(1000))

/** The text without the slashes at its end. */
export const withoutEndSlashes = (text: string): string => {
  let end = text.length
  while (text[end - 1] === "/") end--
  return text.slice(0, end)
}
