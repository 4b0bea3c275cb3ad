import { Schema, SchemaTransformation } from "effect"

/** PostgreSQL text can't hold U+0000, and a leading one marks a JSON number that a double would round. */
const withoutNul = Schema.makeFilter((text: string) => !text.includes("\u0000"), { expected: "text without U+0000" })

/** Free text such as a description or a comment: at most 10,000 characters, no U+0000. */
export const Text = Schema.String.check(withoutNul, Schema.isMaxLength(10_000))
export type Text = typeof Text.Type

const NormalName = Schema.String.check(withoutNul, Schema.isMinLength(1), Schema.isMaxLength(255))

/**
 * A name people read and type: 1 to 255 characters. Spaces around it are dropped and letters composed (NFC), so that two
 * names that look the same are the same.
 */
export const Name = Schema.String.pipe(
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
  Schema.isPattern(/^[^\u0000-\u001f\u007f\u2028\u2029]*$/, { expected: "text in one line" }),
  Schema.isMaxLength(1000)
)

/** A text people write for guests: at most 200,000 characters, no U+0000. */
export const LongText = Schema.String.check(withoutNul, Schema.isMaxLength(200_000))
