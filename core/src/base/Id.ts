import { Effect, Schema, SchemaIssue, SchemaTransformation } from "effect"

declare global {
  interface JSON {
    /** ES2026: text that `JSON.stringify` prints as it is. */
    rawJSON(text: string): unknown
  }
}

const largest = 2n ** 63n - 1n

const isId = (u: unknown): u is bigint => typeof u === "bigint" && u >= 0n && u <= largest

/**
 * Accepts a JSON number, a marked token (leading U+0000) for a number that a double can't hold, or decimal digits as
 * text: published terminals send all integers as text.
 */
const idFromJson = (input: unknown): bigint | undefined => {
  if (typeof input === "bigint") return input
  if (typeof input === "number") return Number.isSafeInteger(input) ? BigInt(input) : undefined
  return typeof input === "string" && /^\u0000?\d{1,19}$/.test(input) ? BigInt(input.replace("\u0000", "")) : undefined
}

/** Writes an integer of any size exactly: `JSON.rawJSON` prints the digits where a double would round them. */
export const jsonInteger = (n: bigint): unknown => Number.isSafeInteger(Number(n)) ? Number(n) : JSON.rawJSON(String(n))

/** Identifies a row: a 64-bit integer, `bigint` in code and SQL, a JSON integer on the wire, decimal text in paths. */
export const Id = Schema.declare(isId, {
  identifier: "Id",
  expected: "an integer of at most 64 bits",
  toCodecJson: () =>
    Schema.link<bigint>()(
      Schema.Any.annotate({ format: "int64" }),
      SchemaTransformation.transformEffect({
        decode: (input: unknown) => {
          const id = idFromJson(input)
          return id !== undefined && isId(id)
            ? Effect.succeed(id)
            : Effect.fail(new SchemaIssue.InvalidValue({ message: "Expected an integer of at most 64 bits" }))
        },
        encode: (id): Effect.Effect<unknown> => Effect.succeed(jsonInteger(id))
      })
    ),
  toCodecStringTree: () =>
    Schema.link<bigint>()(
      Schema.String.annotate({ format: "int64" }),
      SchemaTransformation.transformEffect({
        decode: (input) =>
          /^\d{1,19}$/.test(input) && isId(BigInt(input))
            ? Effect.succeed(BigInt(input))
            : Effect.fail(new SchemaIssue.InvalidValue({ message: "Expected an integer of at most 64 bits" })),
        encode: (id) => Effect.succeed(String(id))
      })
    ),
  toCodecArbitrary: () =>
    Schema.link<bigint>()(
      Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 2 ** 53 - 1 })),
      SchemaTransformation.transform({ decode: (n) => BigInt(n), encode: Number })
    )
})
export type Id = typeof Id.Type
