import { BadTseFrame, escapeNonAscii, textOf } from "@wristbank/core/tse/TseFrame"
import { Predicate, Result, Schema } from "effect"

/** A frame as this device writes it: with a space after each comma and colon, in ASCII. */
export const frameOf = (answer: Schema.JsonObject): string => `\u0002${spaced(answer)}\u0003\n`

/**
 * The content of a frame. Fails with `framing` when the frame is invalid; the device then stays silent. Fails with `json`
 * when the content can't be read at all or is a mere number, truth value or null; the device then ends the connection.
 */
export const readFrame = (message: string): Result.Result<Schema.Json, BadTseFrame> =>
  Result.flatMap(textOf(message), (text) => {
    const value = parse(text)
    return Result.isSuccess(value) && (Predicate.isString(value.success) || Predicate.isObjectOrArray(value.success))
      ? Result.succeed(value.success)
      : Result.fail(new BadTseFrame({ reason: "json" }))
  })

const parse = Schema.decodeUnknownResult(Schema.fromJsonString(Schema.Json))
const leaf = Schema.encodeSync(Schema.fromJsonString(Schema.Json))

const spaced = (value: Schema.Json): string => {
  if (Predicate.isString(value)) return escapeNonAscii(leaf(value))
  if (isArray(value)) return `[${value.map(spaced).join(", ")}]`
  if (!isFields(value)) return leaf(value)
  return `{${
    Object.entries(value).map(([name, field]) => `${escapeNonAscii(leaf(name))}: ${spaced(field)}`).join(", ")
  }}`
}

const isArray = (value: Schema.Json): value is ReadonlyArray<Schema.Json> => Array.isArray(value)

const isFields = (value: Schema.Json): value is Schema.JsonObject => Predicate.isObject(value)
