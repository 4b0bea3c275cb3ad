import { Schema } from "effect"
import { Id } from "../base/Id.ts"
import { nullOr } from "../base/OptionalField.ts"
import { Rate } from "../event/TaxRate.ts"

/** Sets what the organiser keeps of the sales of a node's tills. */
export class UpdateNodeFee extends Schema.Class<UpdateNodeFee>("UpdateNodeFee")({
  /** What the organiser keeps of the sales of the node's tills, as a fraction: 0.1 is 10 %. Null: as the node above. */
  fee: nullOr(Rate)
}) {}

/** The fee of a node. */
export class NodeFee extends Schema.Class<NodeFee>("NodeFee")({
  ...UpdateNodeFee.fields,
  /** The fee that counts, as a fraction: the node's own, else that of the nearest node above that has one, else 0. */
  effective_fee: Rate
}) {}

/** The newest fee that was set for a node. */
export class StoredFee extends Schema.Class<StoredFee>("StoredFee")({
  node_id: Id,
  rate: nullOr(Rate)
}) {}

/** The fee that counts at a node, in ten-thousandths. `path` has the ids from the event down to the node itself. */
export const feeAt = (path: ReadonlyArray<bigint>, fees: ReadonlyMap<bigint, number | null>): number =>
  path.reduce((fee, id) => fees.get(id) ?? fee, 0)
