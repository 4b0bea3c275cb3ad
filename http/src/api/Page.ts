import { Id } from "@wristbank/core/ledger/Id"
import { longest } from "@wristbank/core/sql/Page"
import { Effect, Schema } from "effect"

/**
 * The query parameters of a long list: it answers at most `limit` entries, 1,000 when nothing is said, and `cursor`, the id of
 * the last one, continues after it. An answer after which the list goes on has a `Link` header (`ListPage.ts`, docs/lists.md).
 */
export const long = {
  limit: Schema.FiniteFromString.check(Schema.isInt(), Schema.isBetween({ minimum: 1, maximum: longest })).pipe(
    Schema.withDecodingDefaultKey(Effect.succeed(String(longest)))
  ),
  cursor: Schema.optionalKey(Id)
}
