import { Result, Schema } from "effect"
import { Id } from "../base/Id.ts"
import { nullOr } from "../base/OptionalField.ts"
import { type InvalidArgument, refuse } from "../base/Refusal.ts"
import { catalogueRules } from "./CatalogueRules.ts"
import { type EventConfiguration, pathTo } from "./EventConfiguration.ts"

/** A product that is sold out at a node and below: tills there refuse to sell it. */
export class SoldOut extends Schema.Class<SoldOut>("SoldOut")({
  /** The product. */
  product_id: Id,
  /** The name of the product. */
  product_name: Schema.String,
  /** The node at which, and below which, it is sold out. */
  node_id: Id,
  /** The name of that node. */
  node_name: Schema.String,
  /** When it was marked. */
  since: Schema.DateTimeUtc,
  /** The user who marked it; null if they were deleted. */
  by: nullOr(Id)
}) {}

const none: ReadonlySet<bigint> = new Set()

/** The products that are sold out at a node. */
export const soldOutAt = (
  configuration: Pick<EventConfiguration, "nodes" | "soldOut">,
  nodeId: bigint
): ReadonlySet<bigint> => {
  if (configuration.soldOut.length === 0) return none
  const path = pathTo(configuration, nodeId)
  return new Set(configuration.soldOut.flatMap(({ node_id, product_id }) => path.includes(node_id) ? product_id : []))
}

/**
 * Decides whether a mark at a node is set or removed; false if the product is there as wanted already. `markedAt` are the nodes from the
 * root down to this one at which the product is sold out. What was marked further up also concerns others, and is removed there.
 */
export const decideSoldOut = (
  product: string,
  nodeId: bigint,
  markedAt: ReadonlyArray<{ readonly id: bigint; readonly name: string }>,
  wanted: boolean
): Result.Result<boolean, InvalidArgument> => {
  if (wanted) return Result.succeed(markedAt.length === 0)
  const above = markedAt.find(({ id }) => id !== nodeId)
  return above === undefined
    ? Result.succeed(markedAt.length > 0)
    : refuse(catalogueRules.sold_out_above, { product, node: above.name })
}
