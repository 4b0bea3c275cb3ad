import { Id } from "@wristbank/core/ledger/Id"
import { maxPageSize } from "@wristbank/core/sql/Page"
import { Effect, Schema } from "effect"

/**
 * The query parameters of a long list. An answer has at most `limit` entries (by default `most`); `cursor` is the id of the
 * last entry, and the next answer continues after it. An answer has a `Link` header when the list goes on (`ListPage.ts`,
 * docs/lists.md).
 */
export const longUpTo = (most: number) => ({
  limit: Schema.FiniteFromString.check(Schema.isInt(), Schema.isBetween({ minimum: 1, maximum: most })).pipe(
    Schema.withDecodingDefaultKey(Effect.succeed(String(most)))
  ),
  cursor: Schema.optionalKey(Id)
})

/** The query parameters of most long lists. */
export const long = longUpTo(maxPageSize)
