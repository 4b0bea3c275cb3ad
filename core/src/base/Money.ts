import { Effect, Schema, SchemaIssue, SchemaTransformation } from "effect"

/**
 * The largest amount that a request may contain, in cents (ten billion major units), so that sums can't overflow. Sums
 * such as balances are limited only by the database: every stored sum can be read.
 */
export const limit = 1_000_000_000_000n

const isCents = (u: unknown): u is bigint => typeof u === "bigint" && BigInt.asIntN(64, u) === u

const withinLimit = (cents: bigint | undefined): cents is bigint =>
  cents !== undefined && cents >= -limit && cents <= limit

const refuse = (message: string) => Effect.fail(new SchemaIssue.InvalidValue({ message }))

/** Plain decimal notation with at most two decimals. An exponent or a third decimal is refused, never rounded. */
const amountPattern = /^\u0000?(-?)(\d{1,17})(?:\.(\d{1,2})0*)?$/

const centsFromText = (text: string): bigint | undefined => {
  const match = amountPattern.exec(text)
  if (match === null) return undefined
  const [, sign, whole, fraction] = match
  const cents = BigInt(whole!) * 100n + BigInt((fraction ?? "").padEnd(2, "0"))
  return sign === "-" ? -cents : cents
}

/** Further decimals than two, and the exponent in which a rest near 0 is written. */
const finePattern = /^\u0000?(-?\d{1,17})\.(\d{2})\d*$|^(-?)\d(?:\.\d+)?e-\d+$/

/** The largest amount of whole cents that is not above the written one. */
const centsBelow = (text: string): bigint | undefined => {
  const cents = centsFromText(text)
  const match = cents === undefined ? finePattern.exec(text) : null
  if (match === null) return cents
  const [, whole, fraction, sign] = match
  if (whole === undefined) return sign === "-" ? -1n : 0n
  const cut = centsFromText(`${whole}.${fraction}`)!
  return whole.startsWith("-") ? cut - 1n : cut
}

const centsRead = (expected: string, read: (text: string) => bigint | undefined) =>
  Schema.declare(isCents, {
    identifier: "Cents",
    expected,
    toCodecJson: () =>
      Schema.link<bigint>()(
        Schema.Any.annotate({ format: "decimal" }),
        SchemaTransformation.transformEffect({
          decode: (input: unknown) => {
            const cents = typeof input === "number" || typeof input === "string" ? read(String(input)) : undefined
            return withinLimit(cents) ? Effect.succeed(cents) : refuse(`Expected ${expected}`)
          },
          encode: (cents): Effect.Effect<unknown> => Effect.succeed(Number(cents) / 100)
        })
      ),
    toCodecArbitrary: () =>
      Schema.link<bigint>()(
        Schema.Int.check(Schema.isBetween({ minimum: -1_000_000_000, maximum: 1_000_000_000 })),
        SchemaTransformation.transform({ decode: (n) => BigInt(n), encode: Number })
      )
  }).pipe(Schema.brand("Cents"))

const CentsSchema = centsRead("an amount with at most two decimals", centsFromText)
export type Cents = typeof CentsSchema.Type

/** Gives the encoded type of a schema the brand as well, so that typed clients tell amounts from ids, which are `bigint` too. */
function asAmount<S extends typeof CentsSchema>(schema: S) {
  return schema as S & { readonly Encoded: Cents }
}

/** Amounts that pass a test; `expected` says which those are. */
export const centsThat = (isValid: (cents: Cents) => boolean, expected: string) =>
  asAmount(CentsSchema.check(Schema.makeFilter(isValid, { expected })))

/**
 * An amount of money in whole cents: a `bigint` in SQL and in code. In JSON it is a number in major units with at most
 * two decimals; numeric text is accepted too. Anything else is refused, nothing is rounded.
 */
export const Cents = asAmount(CentsSchema)

/** An amount like `Cents`, but further decimals are rounded down to the cent, for shares that published pages work out. */
export const CentsRoundedDown = asAmount(centsRead("an amount", centsBelow))

/**
 * A sum in a JSON column of the database: text, so that it is never rounded, or a number as in amounts. It has no upper
 * limit, so only checked or computed amounts may be stored this way.
 */
export const StoredSum = Schema.Union([Schema.String, Schema.Number]).pipe(
  Schema.decodeTo(
    CentsSchema,
    SchemaTransformation.transformEffect({
      decode: (input: string | number) => {
        const cents = centsFromText(String(input))
        return cents === undefined ? refuse("Expected a sum with at most two decimals") : Effect.succeed(cents)
      },
      encode: (cents: bigint): Effect.Effect<string | number> => Effect.succeed(format(cents))
    })
  )
)

/** Cents that are zero or more. */
export const NonNegativeCents = centsThat((cents) => cents >= 0n, "an amount of 0 or more")

export const zero = Cents.make(0n)

export const add = (a: Cents, b: Cents): Cents => (a + b) as Cents

export const subtract = (a: Cents, b: Cents): Cents => (a - b) as Cents

export const negate = (a: Cents): Cents => (-a) as Cents

export const absolute = (a: Cents): Cents => (a < 0n ? -a : a) as Cents

/** Multiplies an amount; the quantity is negative for returned goods. */
export const times = (a: Cents, quantity: number): Cents => (a * BigInt(quantity)) as Cents

export const sum = (amounts: Iterable<Cents>): Cents => {
  let total = 0n
  for (const amount of amounts) total += amount
  return total as Cents
}

/**
 * `amount × numerator ÷ denominator` in whole cents. Halves are rounded away from zero, so that a return is rounded
 * like its sale. The denominator must be positive.
 */
export const proportion = (amount: Cents, numerator: bigint, denominator: bigint): Cents => {
  const product = amount * numerator
  const half = product < 0n ? -denominator : denominator
  return ((2n * product + half) / (2n * denominator)) as Cents
}

/**
 * `amount × numerator ÷ denominator` of each amount in whole cents, which together are that of the sum, rounded once. Each is
 * rounded down, and the cents that are then missing go to those with the largest remainders: of equal remainders to the
 * amount that is larger without its sign, of equal amounts to the earlier. The denominator must be positive.
 */
export const proportions = (
  amounts: ReadonlyArray<Cents>,
  numerator: bigint,
  denominator: bigint
): ReadonlyArray<Cents> => {
  const parts = amounts.map((amount) => {
    const product = amount * numerator
    const remainder = ((product % denominator) + denominator) % denominator
    return { amount, remainder, part: (product - remainder) / denominator }
  })
  const rest = proportion(sum(amounts), numerator, denominator) - parts.reduce((total, { part }) => total + part, 0n)
  const raised = new Set(
    parts
      .toSorted((a, b) => descending(a.remainder, b.remainder) || descending(absolute(a.amount), absolute(b.amount)))
      .slice(0, Number(rest))
  )
  return parts.map((one) => (raised.has(one) ? one.part + 1n : one.part) as Cents)
}

const descending = (a: bigint, b: bigint): number => a > b ? -1 : a < b ? 1 : 0

/** The JSON form (major units) for content that no schema writes: the audit log shows amounts as the API does. */
export const toJson = Schema.encodeSync(Schema.toCodecJson(Cents))

/** `1250n` as "12.50", for messages and printed tables. */
export const format = (cents: bigint): string => {
  const digits = (cents < 0n ? -cents : cents).toString().padStart(3, "0")
  return `${cents < 0n ? "-" : ""}${digits.slice(0, -2)}.${digits.slice(-2)}`
}

/** Reads "12.50", "12.5" or "12"; `undefined` for anything else. */
export const parse = (text: string): Cents | undefined => {
  const cents = centsFromText(text)
  return withinLimit(cents) ? (cents as Cents) : undefined
}
