import { Id } from "@wristbank/core/base/Id"
import { Moment } from "@wristbank/core/base/Moment"
import { Cents, format, parse } from "@wristbank/core/base/Money"
import { maxPageSize } from "@wristbank/core/sql/Page"
import { Effect, Schema, SchemaIssue, SchemaTransformation } from "effect"
import { queryFlag } from "./QueryFlag.ts"

const limitUpTo = (most: number) =>
  Schema.FiniteFromString.check(Schema.isInt(), Schema.isBetween({ minimum: 1, maximum: most }))

/** The most entries in an answer; `most` if it is left out. */
export const limitOf = (most: number) =>
  limitUpTo(most).pipe(Schema.withDecodingDefaultKey(Effect.succeed(String(most))))

/**
 * The query parameters of a long list. An answer has at most `limit` entries; `cursor` is the id of the
 * last entry, and the next answer continues after it. An answer has a `Link` header when the list goes on (`ListPage.ts`,
 * docs/developer-documentation/lists.md).
 */
export const long = { limit: limitOf(maxPageSize), cursor: Schema.optionalKey(Id) }

/** The names of an order: those of keys, after a minus sign for descending order. */
type SortName<Key extends string> = Key | `-${Key}`

/**
 * The query parameters of a long list that can be sorted. `sort` is `id` or one of the keys; `usual` is the order without it.
 * `cursor` is the one of the `Link` header. With `count` the answer has the number of all entries in `X-Total-Count`. An answer
 * that is requested as text/csv has all entries (`ListAnswer.ts`).
 */
export const sortedBy = <const Key extends string, const Usual extends SortName<Key | "id">>(
  keys: ReadonlyArray<Key>,
  usual: Usual
) => {
  const names = ["id" as const, ...keys]
  return {
    limit: long.limit,
    cursor: Schema.optionalKey(Schema.String.check(Schema.isMaxLength(maxCursorLength))),
    sort: Schema.Literals([...names, ...names.map((name): `-${Key | "id"}` => `-${name}`)]).pipe(
      Schema.withDecodingDefaultKey(Effect.succeed(usual))
    ),
    count: queryFlag(false)
  }
}

/** As `sortedBy`, for a list that published applications read whole: an answer without `limit` has all entries. */
export const wholeOrSortedBy = <const Key extends string, const Usual extends SortName<Key | "id">>(
  keys: ReadonlyArray<Key>,
  usual: Usual
) => ({
  ...sortedBy(keys, usual),
  /** The most entries in the answer, from 1 to 1000; without it all of them. */
  limit: Schema.optionalKey(limitUpTo(maxPageSize))
})

/** A cursor contains a name or a comment of an entry, written in more characters. */
const maxCursorLength = 100_000

/** A number of cents in a query, in major units. */
const AmountInQuery = Schema.String.check(Schema.isMaxLength(30)).pipe(
  Schema.decodeTo(
    Schema.toType(Cents),
    SchemaTransformation.transformEffect({
      decode: (text) => {
        const cents = parse(text)
        return cents === undefined
          ? Effect.fail(new SchemaIssue.InvalidValue({ message: "Expected an amount such as 12.50" }))
          : Effect.succeed(cents)
      },
      encode: (cents) => Effect.succeed(format(cents))
    })
  )
)

/** Filters by an amount in major units, both bounds included. */
export const amountsBetween = {
  min_amount: Schema.optionalKey(AmountInQuery),
  max_amount: Schema.optionalKey(AmountInQuery)
}

/** Filters by a balance in major units, both bounds included. */
export const balanceBetween = {
  min_balance: Schema.optionalKey(AmountInQuery),
  max_balance: Schema.optionalKey(AmountInQuery)
}

/** Filters by the time of an entry: from a moment on, and before one. */
export const inTime = { from_time: Schema.optionalKey(Moment), to_time: Schema.optionalKey(Moment) }

/** Several values of an enumeration in one parameter, separated by commas. */
export const oneOf = <const Value extends string>(values: ReadonlyArray<Value>) => {
  const known = new Set<string>(values)
  return Schema.String.check(Schema.isMaxLength(1000)).pipe(
    Schema.decodeTo(
      Schema.toType(Schema.Array(Schema.Literals(values))),
      SchemaTransformation.transformEffect({
        decode: (text): Effect.Effect<ReadonlyArray<Value>, SchemaIssue.Issue> => {
          const given = text.split(",").map((one) => one.trim())
          return given.every((one): one is Value => known.has(one))
            ? Effect.succeed(given)
            : Effect.fail(
              new SchemaIssue.InvalidValue({ message: `Expected values of ${values.join(", ")}, separated by commas` })
            )
        },
        encode: (given: ReadonlyArray<Value>) => Effect.succeed(given.join(","))
      })
    )
  )
}
