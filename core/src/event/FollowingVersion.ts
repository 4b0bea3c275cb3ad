import type { DateTime } from "effect"
import type { Cents } from "../base/Money.ts"
import { isSame, type KnownVersion, type VersionContent } from "./ProductVersion.ts"

/** A planned version of a tax rate, as the products with the rate see it. */
export interface RateChange {
  readonly id: bigint
  readonly tax_rate_id: bigint
  readonly valid_from: DateTime.Utc
  /** Prices that change with it. */
  readonly prices: ReadonlyArray<{ readonly product_id: bigint; readonly price: Cents }>
}

/** A version of a product that follows from one of its tax rate. */
export interface Following {
  readonly tax_rate_version_id: bigint
  readonly valid_from: DateTime.Utc
  readonly content: VersionContent
}

/** A product with its versions that are still to begin. */
export interface Plan {
  readonly product_id: bigint
  /** What the product is now. */
  readonly present: VersionContent
  /** Those that were saved for the product. */
  readonly own: ReadonlyArray<KnownVersion>
}

type Step =
  | { readonly at: number; readonly id: bigint; readonly own: KnownVersion }
  | { readonly at: number; readonly id: bigint; readonly change: RateChange }

const inOrder = (a: Step, b: Step): number => a.at - b.at || (a.id < b.id ? -1 : 1)

/**
 * The versions that a product needs because its tax rate changes. At each moment at which the rate that it has then changes, the
 * product has a version with the rest as it was, and with the price that was saved with the rate. Where a version of its own begins at
 * that moment it needs none: what is sold by that one has the new rate already.
 */
export const following = (plan: Plan, changes: ReadonlyArray<RateChange>): ReadonlyArray<Following> => {
  const steps: ReadonlyArray<Step> = [
    ...plan.own.map((own) => ({ at: own.valid_from.epochMilliseconds, id: own.id, own })),
    ...changes.map((change) => ({ at: change.valid_from.epochMilliseconds, id: change.id, change }))
  ]
  let content = plan.present
  const found: Array<Following> = []
  for (const together of Map.groupBy(steps.toSorted(inOrder), ({ at }) => at).values()) {
    let shown: VersionContent | undefined
    let last: RateChange | undefined
    for (const step of together) {
      if ("own" in step) {
        content = shown = step.own
      } else if (step.change.tax_rate_id === content.tax_rate_id) {
        last = step.change
        const changed = last.prices.find(({ product_id }) => product_id === plan.product_id)
        content = changed === undefined ? content : { ...content, price: changed.price }
      }
    }
    if (last !== undefined && (shown === undefined || !isSame(shown, content))) {
      found.push({ tax_rate_version_id: last.id, valid_from: last.valid_from, content })
    }
  }
  return found
}
