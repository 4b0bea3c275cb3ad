import { assert, it } from "@effect/vitest"
import { Id } from "@wristbank/core/base/Id"
import { Cents } from "@wristbank/core/base/Money"
import { TagUid } from "@wristbank/core/base/TagUid"
import { markExact, parseExact } from "@wristbank/http/ExactJson"
import { Result, Schema } from "effect"
import fc from "fast-check"
import { anyCharacter } from "../support/anyCharacter.ts"

type Value = null | boolean | string | bigint | ReadonlyArray<Value> | { readonly [key: string]: Value }

/** JSON text of a value whose numbers are big integers, with spaces where JSON allows them. */
const print = (value: Value, space: string): string => {
  if (typeof value === "bigint") return String(value)
  if (Array.isArray(value)) return `[${space}${value.map((item) => print(item, space)).join(`${space},${space}`)}]`
  if (typeof value !== "object" || value === null) return JSON.stringify(value)
  const fields = Object.entries(value).map(([key, item]) =>
    `${JSON.stringify(key)}${space}:${space}${print(item, space)}`
  )
  return `{${fields.join(`,${space}`)}${space}}`
}

/** Undoes the marks, as a schema of exact numbers does. */
const exact = (value: unknown): unknown => {
  if (typeof value === "number") return BigInt(value)
  if (typeof value === "string" && value.startsWith("\u0000")) return BigInt(value.slice(1))
  if (Array.isArray(value)) return value.map(exact)
  return typeof value === "object" && value !== null
    ? Object.fromEntries(Object.entries(value).map(([key, item]) => [key, exact(item)]))
    : value
}

const text = fc.oneof(
  fc.string({ unit: anyCharacter }),
  fc.constantFrom("\\", "\\\\\"", "[{", "1e5", ", 12345678901234567890", "\\u0000")
).filter((t) => !t.includes("\u0000"))

/**
 * Without backslashes: in V8 12.8 and later `JSON.parse` may take a key that it has seen with a backslash for another that is
 * written with an escape (nodejs/node issue 63785). No call of ours has such names of fields.
 */
const name = text.filter((key) => key !== "__proto__" && !key.includes("\\"))

const { value } = fc.letrec<{ value: Value }>((tie) => ({
  value: fc.oneof(
    { depthSize: "small" },
    fc.constantFrom(null, true, false),
    text,
    fc.bigInt({ min: -(2n ** 70n), max: 2n ** 70n }),
    fc.array(tie("value"), { maxLength: 5 }),
    fc.dictionary(name, tie("value"), { maxKeys: 5 })
  )
}))

it("any JSON value with big integers round trips", () =>
  fc.assert(
    fc.property(value, fc.constantFrom("", " ", "\n\t"), (input, space) => {
      assert.deepStrictEqual(exact(Result.getOrThrow(parseExact(print(input, space)))), input)
    }),
    { numRuns: 2000 }
  ))

it("text without such numbers stays as it is", () =>
  fc.assert(
    fc.property(fc.json({ depthSize: "small" }), fc.bigInt({ min: -999_999_999n, max: 999_999_999n }), (json, n) => {
      const body = `{"a":${n},"b":${JSON.stringify(json)}}`
      assert.strictEqual(Result.getOrThrow(markExact(body)), body)
    })
  ))

it("arbitrary text never throws and parses only when JSON.parse would", () =>
  fc.assert(
    fc.property(fc.string({ unit: fc.constantFrom(..."{}[]\":,\\u0123456789.eE+- a\n") }), (body) => {
      const parsed = parseExact(body)
      if (Result.isSuccess(parsed)) assert.doesNotThrow(() => JSON.parse(body))
    }),
    { numRuns: 5000 }
  ))

const decode = (schema: Schema.Codec<bigint, bigint>, token: string) =>
  Schema.decodeUnknownResult(Schema.toCodecJson(schema))(Result.getOrThrow(parseExact(token)))

it("amounts, ids and chip numbers read exactly, rounding forms are refused", () => {
  const exactly: ReadonlyArray<[Schema.Codec<bigint, bigint>, string, bigint]> = [
    [TagUid, "18446744073709551615", 2n ** 64n - 1n],
    [Id, "9223372036854775807", 2n ** 63n - 1n],
    [Cents, "12.50", 1250n],
    [Cents, "12.50000000000000000000", 1250n],
    [Cents, "-9999999999.99", -999_999_999_999n]
  ]
  for (const [schema, token, n] of exactly) assert.deepStrictEqual(decode(schema, token), Result.succeed(n))
  const refused: ReadonlyArray<[Schema.Codec<bigint, bigint>, string]> = [
    [TagUid, "18446744073709551616"],
    [TagUid, "1e3"],
    [Id, "9223372036854775808"],
    [Id, "1e3"],
    [Cents, "12.5000000000000000001"],
    [Cents, "1e2"],
    [Cents, "0.30000000000000004"]
  ]
  for (const [schema, token] of refused) assert.isTrue(Result.isFailure(decode(schema, token)), token)
})

it("what JSON.parse refuses stays refused", () => {
  for (
    const body of [
      "{1e5:1}",
      "{12345678901234567890 :1}",
      "1e",
      "01234567890123456789",
      "1.e5",
      "NaN",
      "Infinity",
      "\"",
      "\"\\"
    ]
  ) {
    assert.isTrue(Result.isFailure(parseExact(body)), body)
  }
})

it("U+0000 and deep nesting are refused, an escaped backslash before u0000 is not", () => {
  for (const body of ["\"\\u0000\"", "{\"\\u00001\":1}", "\"\\\\\\u0000\"", "[".repeat(65) + "]".repeat(65)]) {
    assert.isTrue(Result.isFailure(markExact(body)), body)
  }
  for (const body of ["\"\\\\u0000\"", "[".repeat(64) + "]".repeat(64)]) {
    assert.isTrue(Result.isSuccess(parseExact(body)), body)
  }
})

it("half a surrogate pair is refused, in keys too, a whole one is not", () => {
  for (const body of ["\"\\ud800\"", "[\"x\\uDC00\"]", "{\"\\ud83d\":1}", "\"\\udca5\\ud83d\"", "\"\\\\\\ud800\""]) {
    assert.isTrue(Result.isFailure(markExact(body)), body)
  }
  for (const body of ["\"\\ud83d\\udca5\"", "\"\\\\ud800\"", "\"💥\""]) {
    assert.isTrue(Result.isSuccess(parseExact(body)), body)
  }
})

/** Quadratic time would be minutes of the processor, whatever else it does. */
it("hostile megabytes take linear time", () => {
  for (const unit of ["[", "\"\\\"", "\\\"", "1e", "-", " 1.", "\"\\u0000", "\"\\ud800", "\\ud800"]) {
    const body = unit.repeat(Math.floor(2 ** 20 / unit.length))
    const started = process.cpuUsage()
    parseExact(body)
    parseExact(`"${body}`)
    assert.isBelow(process.cpuUsage(started).user, 10_000_000, unit)
  }
})
