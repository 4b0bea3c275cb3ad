import { Schema } from "effect"
import { Id } from "../base/Id.ts"
import { required } from "../event/EventConfiguration.ts"
import { soldOutAt } from "../event/SoldOut.ts"
import type { TerminalState } from "./TerminalState.ts"

/** A product on the till's buttons that is sold out. */
export class SoldOutProduct extends Schema.Class<SoldOutProduct>("SoldOutProduct")({
  id: Id,
  name: Schema.String,
  /** The nodes at which it is marked, from the top down: the till's own or one above it. */
  at: Schema.Array(Schema.String),
  /** Whether it is marked at the till's own node alone, where the till can remove the mark. */
  can_come_back: Schema.Boolean
}) {}

/** What of the till's buttons is sold out. */
export class Availability extends Schema.Class<Availability>("Availability")({
  /** The products that are sold out, ascending by id. */
  sold_out: Schema.Array(SoldOutProduct)
}) {}

/** Marks a product as sold out, or as back. */
export class ProductAvailability extends Schema.Class<ProductAvailability>("ProductAvailability")({
  /** A product on one of the till's buttons. */
  product_id: Id,
  /** True for sold out, false for back. */
  is_sold_out: Schema.Boolean
}) {}

/** The products on the buttons of a terminal's till, ascending. */
export const productsOf = ({ configuration, till }: Pick<TerminalState, "configuration" | "till">) => {
  if (till === null) return []
  const { button_ids } = required(configuration.layouts, till.profile.layout_id, "layout")
  const ids = button_ids.flatMap((id) => required(configuration.buttons, id, "button").product_ids)
  return Array.from(new Set(ids)).toSorted((a, b) => (a < b ? -1 : 1))
    .map((id) => required(configuration.products, id, "product").product)
}

/** What is sold out at a terminal's till. */
export const availabilityAt = (state: TerminalState): Availability => {
  const { configuration, node } = state
  const soldOut = soldOutAt(configuration, node.id)
  const products = soldOut.size === 0 ? [] : productsOf(state).filter(({ id }) => soldOut.has(id))
  return new Availability({
    sold_out: products.map(({ id, name }) => {
      const marked = configuration.soldOut.filter(({ product_id }) => product_id === id).map(({ node_id }) => node_id)
      const path = [...node.parent_ids, node.id].filter((one) => marked.includes(one))
      return new SoldOutProduct({
        id,
        name,
        at: path.map((one) => required(configuration.nodes, one, "node").name),
        can_come_back: path.every((one) => one === node.id)
      })
    })
  })
}
