import { QrCode } from "lucide-react"
import { useCallback, useEffect, useState } from "react"
import { Button } from "../../kit/Button.tsx"
import { Dialog } from "../../kit/Dialog.tsx"
import { useFormats } from "../../kit/EventFormats.ts"
import { Placeholder } from "../../kit/Loaded.tsx"
import { Money } from "../../kit/Money.tsx"
import { piecesText } from "../../kit/Pieces.ts"
import { ReceiptCode } from "../../kit/receipt/ReceiptCode.tsx"
import { Refused } from "../../kit/Refused.tsx"
import { type Answer, call, type TerminalAnswer } from "../calls.ts"
import { useMessages } from "../messages.ts"
import { CancelOrder } from "./CancelOrder.tsx"
import { useOrderType, usePaymentMethod } from "./OrderEntry.tsx"
import type { Order } from "./Orders.ts"

/** An order with its lines, and its cancel. Another order needs another `key`. */
export const OrderDetail = ({ id, onChanged, onClose, orders }: {
  readonly id: number
  readonly orders: ReadonlyArray<Order>
  readonly onChanged: () => void
  readonly onClose: () => void
}) => {
  const say = useMessages()
  const typeOf = useOrderType()
  const [answer, setAnswer] = useState<Answer<TerminalAnswer<"GET /order/:order_id">>>()
  const [isReceiptShown, setReceiptShown] = useState(false)
  const load = useCallback(() => {
    void call("GET /order/:order_id", { params: { order_id: id } }).then(setAnswer)
  }, [id])
  useEffect(load, [load])
  const order = answer?.ok === true ? answer.answer : undefined
  return (
    <Dialog title={order ? `${typeOf(order)} ${order.id}` : say.order} onClose={onClose}>
      {answer === undefined && <Placeholder lines={5} />}
      {answer?.ok === false && <Refused refusal={answer.refusal} onRetry={load} />}
      {order === null && <p>{say.orderOfOther}</p>}
      {order && (
        <>
          <Lines order={order} />
          <Facts order={order} />
          {order.bon_url !== null && (
            <Button onClick={() => setReceiptShown(true)}>
              <QrCode className="icon" aria-hidden />
              {say.receipt}
            </Button>
          )}
          {order.bon_url !== null && isReceiptShown && (
            <ReceiptCode
              url={order.bon_url}
              onClose={() => setReceiptShown(false)}
            />
          )}
          <CancelOrder order={order} orders={orders} onChanged={onChanged} onClose={onClose} />
        </>
      )}
    </Dialog>
  )
}

const Lines = ({ order }: { readonly order: Order }) => (
  <ul className="rows">
    {order.line_items.map(({ item_id, product, quantity, total_price }) => (
      <li key={item_id} className="between line">
        <span>{piecesText(quantity, product.name)}</span>
        <Money amount={total_price} />
      </li>
    ))}
  </ul>
)

const Facts = ({ order }: { readonly order: Order }) => {
  const say = useMessages()
  const { moment } = useFormats()
  const methodOf = usePaymentMethod()
  return (
    <dl className="details">
      <dt>{say.total}</dt>
      <dd>
        <strong>
          <Money amount={order.total_price} />
        </strong>
      </dd>
      <dt>{say.orderTax}</dt>
      <dd>
        <Money amount={order.total_tax} />
      </dd>
      <dt>{say.orderTime}</dt>
      <dd>{moment(order.booked_at)}</dd>
      <dt>{say.payment}</dt>
      <dd>{methodOf(order)}</dd>
      {order.customer_tag_uid_hex !== null && (
        <>
          <dt>{say.wristband}</dt>
          <dd>{order.customer_tag_uid_hex}</dd>
        </>
      )}
    </dl>
  )
}
