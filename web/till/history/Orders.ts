import { piecesText } from "../../kit/Pieces.ts"
import type { TerminalAnswer } from "../calls.ts"

export type Order = TerminalAnswer<"GET /order">[number]

type Product = Order["line_items"][number]["product"]
type Line = Pick<Order["line_items"][number], "quantity"> & { readonly product: Pick<Product, "name" | "type"> }

/** The goods of an order in words: "2 × Beer, Coffee". Discounts for vouchers and money onto a wristband are no goods. */
export const goodsOf = (lines: ReadonlyArray<Line>): string =>
  Array.from(
    Map.groupBy(lines.filter(({ product: { type } }) => type === "user_defined" || type === "ticket"), ({ product }) =>
      product.name),
    ([name, pieces]) =>
      piecesText(pieces.reduce((sum, { quantity }) => sum + quantity, 0), name)
  ).join(", ")

/** The order that cancels this one, if it is among them. */
export const cancelOf = <One extends Pick<Order, "cancels_order">>(
  { id }: Pick<Order, "id">,
  orders: ReadonlyArray<One>
): One | undefined => orders.find(({ cancels_order }) => cancels_order === id)

/** Why an order can't be cancelled at the till, in the order in which the server checks; `undefined` if it can. */
export const cancelProblem = (
  order: Pick<Order, "id" | "order_type" | "payment_method">,
  orders: ReadonlyArray<Pick<Order, "cancels_order">>
): "cancelled" | "notByTag" | "notSale" | undefined => {
  if (cancelOf(order, orders) !== undefined) return "cancelled"
  if (order.order_type !== "sale") return "notSale"
  return order.payment_method === "tag" ? undefined : "notByTag"
}
