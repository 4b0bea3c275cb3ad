import { Effect, Schema, SchemaTransformation } from "effect"

/** Lowest and highest accepted number, both included. */
export interface Bounds {
  readonly minimum?: number
  readonly maximum?: number
}

const digits = /^-?\d{1,16}$/

const fromJson = (input: unknown): number =>
  Number(typeof input === "string" && !digits.test(input) ? Number.NaN : input)

const isWritten = (input: unknown): boolean =>
  (typeof input === "number" || typeof input === "string") && Number.isSafeInteger(fromJson(input))

/**
 * A whole number in a request, such as a quantity: a JSON integer or its digits as text. Published terminals send all
 * integers as text, although the published API document says integer. Row ids are an `Id`, chip numbers a `TagUid`.
 */
export const integerBetween = (
  { maximum = Number.MAX_SAFE_INTEGER, minimum = Number.MIN_SAFE_INTEGER }: Bounds
) =>
  Schema.declare((u): u is number => Number.isSafeInteger(u), {
    identifier: "Integer",
    expected: "an integer",
    toCodecJson: () =>
      Schema.link<number>()(
        Schema.Any.check(
          Schema.makeFilter(isWritten, {
            expected: "an integer",
            toJsonSchema: () => ({ type: "integer", minimum, maximum })
          })
        ),
        SchemaTransformation.transformEffect({
          // Adding 0 turns -0 into 0.
          decode: (input: unknown) => Effect.succeed(fromJson(input) + 0),
          encode: (integer): Effect.Effect<unknown> => Effect.succeed(integer)
        })
      ),
    toCodecArbitrary: () =>
      Schema.link<number>()(
        Schema.Int.check(Schema.isBetween({ minimum, maximum })),
        SchemaTransformation.transform({ decode: (n) => n, encode: (n: number) => n })
      )
  }).check(Schema.isBetween({ minimum, maximum }))

export const Integer = integerBetween({})
