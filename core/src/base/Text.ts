import { Schema, SchemaTransformation } from "effect"
import { visible } from "./VisibleText.ts"

/**
 * Limits the length of a text, in characters. It must be the first check of every incoming text: it ends the
 * validation, so that no pattern or other check reads a longer text.
 */
export const atMost = (length: number, expected?: string) =>
  Schema.isMaxLength(length, expected === undefined ? {} : { expected }).abort()

/** PostgreSQL text can't contain U+0000, and a leading one marks a JSON number that a double would round. */
const withoutNul = Schema.makeFilter((text: string) => !text.includes("\u0000"), { expected: "text without U+0000" })

/** Free text such as a description or a comment: at most 10,000 characters, without U+0000. */
export const Text = Schema.String.check(atMost(10_000), withoutNul)
export type Text = typeof Text.Type

const NormalName = Schema.String.check(atMost(255), withoutNul, Schema.isMinLength(1))

/**
 * A name that people read and type: 1 to 255 characters. Surrounding spaces and what can't be seen are removed and
 * letters composed (NFC), so that names that look the same are the same. With these it may have 1,000 characters.
 */
export const Name = Schema.String.check(atMost(1000)).pipe(
  Schema.decodeTo(
    NormalName,
    SchemaTransformation.transform({
      decode: (text) => visible(text).normalize("NFC"),
      encode: (name) => name
    })
  )
)
export type Name = typeof Name.Type

/** Text in one line, such as a subject or a host name: at most 1,000 characters, without line breaks. */
export const SingleLine = Schema.String.check(
  atMost(1000),
  Schema.isPattern(/^[^\u0000-\u001f\u007f\u2028\u2029]*$/, { expected: "text in one line" })
)

/** Removes from a text what can't be seen, which comes along when it is pasted, and surrounding spaces. */
export const seen = SchemaTransformation.transform<string, string>({ decode: visible, encode: (text) => text })

/** Text in one line that is copied from elsewhere, such as an address, a key or the name of an account: what can't be seen is removed. */
export const PastedLine = SingleLine.pipe(Schema.decodeTo(SingleLine, seen))

/** A long text for guests: at most 200,000 characters, without U+0000. */
export const LongText = Schema.String.check(atMost(200_000), withoutNul)

/** A search term as it was typed or pasted: at most 1,000 characters. */
export const SearchText = Schema.String.check(atMost(1000)).pipe(Schema.decodeTo(Schema.String, seen))

/** Removes the slashes at the end. */
export const withoutEndSlashes = (text: string): string => {
  let end = text.length
  while (text[end - 1] === "/") end--
  return text.slice(0, end)
}
