import { Id } from "@wristbank/core/ledger/Id"
import { maxPageSize } from "@wristbank/core/sql/Page"
import { Effect, Schema } from "effect"

/**
 * The query parameters of a long list: it answers at most `limit` entries, `most` when nothing is said, and `cursor`, the id of
 * the last one, continues after it. An answer after which the list goes on has a `Link` header (`ListPage.ts`, docs/lists.md).
 */
export const longUpTo = (most: number) => ({
  limit: Schema.FiniteFromString.check(Schema.isInt(), Schema.isBetween({ minimum: 1, maximum: most })).pipe(
    Schema.withDecodingDefaultKey(Effect.succeed(String(most)))
  ),
  cursor: Schema.optionalKey(Id)
})

/** The query parameters of most long lists. */
export const long = longUpTo(maxPageSize)
