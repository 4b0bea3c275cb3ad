import { Id } from "@wristbank/core/ledger/Id"
import { longest } from "@wristbank/core/sql/Page"
import { Effect, Schema } from "effect"

/**
 * The query parameters of a long list: it answers at most `limit` entries, `usual` when nothing is said, and `cursor`, the id
 * of the last one, continues after it.
 */
export const paged = (usual: number) => ({
  limit: Schema.FiniteFromString.check(Schema.isInt(), Schema.isBetween({ minimum: 1, maximum: longest })).pipe(
    Schema.withDecodingDefaultKey(Effect.succeed(String(usual)))
  ),
  cursor: Schema.optionalKey(Id)
})

/** A list that is complete in one answer unless it has more than 1,000 entries. */
export const long = paged(longest)

/** The page that the parameters ask for. */
export const pageOf = ({ cursor, limit }: { readonly limit: number; readonly cursor?: bigint }) => ({
  limit,
  cursor: cursor ?? null
})
