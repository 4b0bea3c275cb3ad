import type { ReactNode } from "react"
import { useFormats } from "../../kit/EventFormats.ts"
import { Money } from "../../kit/Money.tsx"
import { useMessages } from "../messages.ts"
import type { english } from "./english.ts"
import { goodsOf, type Order } from "./Orders.ts"

const types = {
  sale: "orderSale",
  cancel_sale: "orderCancel",
  top_up: "orderTopUp",
  pay_out: "orderPayOut",
  ticket: "orderTicket",
  money_transfer: "orderTransfer",
  money_transfer_imbalance: "orderImbalance",
  cashier_shift_start: "orderShiftStart",
  cashier_shift_end: "orderShiftEnd"
} as const satisfies Record<Order["order_type"], keyof typeof english>

const methods = {
  cash: "methodCash",
  sumup: "methodCard",
  sumup_online: "methodOnline",
  tag: "methodTag"
} as const satisfies Record<Order["payment_method"], keyof typeof english>

/** What kind of order it is. */
export const useOrderType = (): (order: Pick<Order, "order_type">) => string => {
  const say = useMessages()
  return ({ order_type }) => say[types[order_type]]
}

export const usePaymentMethod = (): (order: Pick<Order, "payment_method">) => string => {
  const say = useMessages()
  return ({ payment_method }) => say[methods[payment_method]]
}

/** An order in a list: what, when, where and how much. */
export const OrderEntry = ({ children, order, place }: {
  readonly order: Order
  /** Where it was booked, if that is not here. */
  readonly place?: string
  readonly children?: ReactNode
}) => {
  const { moment } = useFormats()
  const typeOf = useOrderType()
  const methodOf = usePaymentMethod()
  const isOfGoods = ["sale", "cancel_sale", "ticket"].includes(order.order_type)
  return (
    <>
      <span className="between">
        <strong>{typeOf(order)}</strong>
        <Money amount={order.total_price} />
      </span>
      {isOfGoods && <span>{goodsOf(order.line_items)}</span>}
      <span className="muted small">
        {[moment(order.booked_at), methodOf(order), place ?? []].flat().join(", ")}
      </span>
      {children}
    </>
  )
}
