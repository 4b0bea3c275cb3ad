import { Data, Predicate, Result, Schema } from "effect"

const start = "\u0002"
const end = "\u0003\n"

/** A message is not a frame: the marks are wrong, or the text between them is not a JSON object. */
export class BadTseFrame extends Data.TaggedError("BadTseFrame")<{ readonly reason: "framing" | "json" | "object" }> {}

/** The object in a frame; its fields are not checked yet. */
export type TseFields = { readonly [field: string]: unknown }

/** One WebSocket text message: STX, compact JSON in ASCII, ETX, LF. */
export const encode = (fields: Schema.JsonObject): string => `${start}${escapeNonAscii(encodeJson(fields))}${end}`

/** The text between the marks, which may be anything. */
export const textOf = (message: string): Result.Result<string, BadTseFrame> =>
  message.length >= start.length + end.length && message.startsWith(start) && message.endsWith(end)
    ? Result.succeed(message.slice(start.length, -end.length))
    : Result.fail(new BadTseFrame({ reason: "framing" }))

/** Reads the object of a frame, in any form that JSON allows. */
export const decode = (message: string): Result.Result<TseFields, BadTseFrame> =>
  textOf(message).pipe(
    Result.flatMap((text) =>
      Result.try({
        try: (): unknown => JSON.parse(text),
        catch: () => new BadTseFrame({ reason: "json" })
      })
    ),
    Result.flatMap((value) =>
      isFields(value) ? Result.succeed(value) : Result.fail(new BadTseFrame({ reason: "object" }))
    )
  )

const encodeJson = Schema.encodeSync(Schema.fromJsonString(Schema.JsonObject))

/** Escapes code units, so that a character outside the basic plane becomes two escapes, as in JSON. */
export const escapeNonAscii = (json: string) =>
  json.replaceAll(/[\u007f-\uffff]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`)

const isFields = (value: unknown): value is TseFields => Predicate.isObject(value) && !Array.isArray(value)
