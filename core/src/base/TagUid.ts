import { Effect, Schema, SchemaIssue, SchemaTransformation } from "effect"
import { jsonInteger } from "./Id.ts"

const largest = 2n ** 64n - 1n

const isTagUid = (u: unknown): u is bigint => typeof u === "bigint" && u >= 0n && u <= largest

/** The hexadecimal form printed on chips: upper case, without prefix or leading zeros. */
export const toHex = (uid: bigint): string => uid.toString(16).toUpperCase()

const fromJson = (input: unknown): bigint | undefined => {
  if (typeof input === "bigint") return input
  if (typeof input === "number") return Number.isSafeInteger(input) ? BigInt(input) : undefined
  if (typeof input !== "string") return undefined
  // Published terminals send the number as text of decimal digits.
  if (/^\u0000?\d{1,20}$/.test(input)) return BigInt(input.replace("\u0000", ""))
  return fromHex(input)
}

/** Reads the hexadecimal form of a chip number, with or without `0x` and leading zeros; `undefined` for anything else. */
export const fromHex = (text: string): bigint | undefined => {
  const digits = /^(?:0x)?([0-9a-f]{1,16})$/i.exec(text)?.[1]
  return digits === undefined ? undefined : BigInt(`0x${digits}`)
}

/**
 * Whether a chip can have the number for good. Of 4 bytes, a first one of 08 marks a number that is drawn anew at each tap, as phones and
 * identity cards do; 88 is no part of a number, but says that more of it follows, so a reader has read a part (ISO/IEC 14443-3, 6.5.4).
 * Numbers of other lengths are other kinds of chips, or tests.
 */
export const staysWithChip = (uid: bigint): boolean => {
  const first = Number(uid >> (uid < 2n ** 32n ? 24n : 48n))
  if (uid < 2n ** 32n) return first !== 0x08 && first !== cascade
  if (uid < 2n ** 48n || uid >= 2n ** 56n) return true
  return first !== cascade && Number((uid >> 24n) & 0xffn) !== cascade
}

const cascade = 0x88

/**
 * The number of an NFC chip, up to 64 bits. On the wire it is a JSON integer, exact in both directions; in paths it is
 * decimal text. Text is accepted in JSON too: digits alone are the decimal number, as published terminals send it; text
 * with a letter, such as `04A1`, `0x10` or `1e3`, is hexadecimal.
 */
export const TagUid = Schema.declare(isTagUid, {
  identifier: "TagUid",
  expected: "a chip number of at most 64 bits",
  toCodecJson: () =>
    Schema.link<bigint>()(
      Schema.Any.annotate({ format: "uint64" }),
      SchemaTransformation.transformEffect({
        decode: (input: unknown) => {
          const uid = fromJson(input)
          return uid !== undefined && isTagUid(uid)
            ? Effect.succeed(uid)
            : Effect.fail(new SchemaIssue.InvalidValue({ message: "Expected a chip number of at most 64 bits" }))
        },
        encode: (uid): Effect.Effect<unknown> => Effect.succeed(jsonInteger(uid))
      })
    ),
  toCodecStringTree: () =>
    Schema.link<bigint>()(
      Schema.String.annotate({ format: "uint64" }),
      SchemaTransformation.transformEffect({
        decode: (input) =>
          /^\d{1,20}$/.test(input) && isTagUid(BigInt(input))
            ? Effect.succeed(BigInt(input))
            : Effect.fail(new SchemaIssue.InvalidValue({ message: "Expected a chip number of at most 64 bits" })),
        encode: (uid) => Effect.succeed(String(uid))
      })
    ),
  toCodecArbitrary: () =>
    Schema.link<bigint>()(
      Schema.BigInt.check(Schema.isBetweenBigInt({ minimum: 0n, maximum: largest })),
      SchemaTransformation.transform({ decode: (n: bigint) => n, encode: (n: bigint) => n })
    )
})
export type TagUid = typeof TagUid.Type

/**
 * A chip number stored as hexadecimal text, even if it has no letter: JSON in the database has no exact 64-bit numbers.
 */
export const TagUidHex = Schema.String.pipe(
  Schema.decodeTo(
    TagUid,
    SchemaTransformation.transformEffect({
      decode: (text: string) => {
        const uid = fromHex(text)
        return uid === undefined
          ? Effect.fail(new SchemaIssue.InvalidValue({ message: "Expected a chip number in hexadecimal" }))
          : Effect.succeed(uid)
      },
      encode: (uid: bigint): Effect.Effect<string> => Effect.succeed(toHex(uid))
    })
  )
)
