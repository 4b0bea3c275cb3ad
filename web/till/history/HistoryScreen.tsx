import { useEffect, useState } from "react"
import { Button } from "../../kit/Button.tsx"
import { Empty } from "../../kit/Empty.tsx"
import { Placeholder } from "../../kit/Loaded.tsx"
import { Refused } from "../../kit/Refused.tsx"
import { useMessages } from "../messages.ts"
import "../tasks.css"
import { OrderDetail } from "./OrderDetail.tsx"
import { OrderEntry } from "./OrderEntry.tsx"
import { cancelOf, type Order } from "./Orders.ts"
import { useOwnOrders } from "./useOwnOrders.ts"

/** What the person booked at this till, the latest first. */
export const HistoryScreen = () => {
  const say = useMessages()
  const { hasMore, load, loadMore, orders, refusal } = useOwnOrders()
  const [open, setOpen] = useState<number>()
  useEffect(load, [load])
  return (
    <div className="page stack">
      <div className="between">
        <h1>{say.taskHistory}</h1>
        <Button kind="quiet" onClick={load}>{say.refresh}</Button>
      </div>
      {refusal !== undefined && <Refused refusal={refusal} />}
      {orders === undefined && refusal === undefined && <Placeholder lines={6} />}
      {orders?.length === 0 && <Empty>{say.historyEmpty}</Empty>}
      {orders !== undefined && orders.length > 0 && (
        <ul className="rows card" aria-label={say.taskHistory}>
          {orders.map((order) => (
            <li key={order.id}>
              <Entry order={order} orders={orders} onOpen={() => setOpen(order.id)} />
            </li>
          ))}
        </ul>
      )}
      {hasMore && <Button onClick={loadMore}>{say.more}</Button>}
      {open !== undefined && orders !== undefined && (
        <OrderDetail
          key={open}
          id={open}
          orders={orders}
          onChanged={load}
          onClose={() => setOpen(undefined)}
        />
      )}
    </div>
  )
}

const Entry = ({ onOpen, order, orders }: {
  readonly order: Order
  readonly orders: ReadonlyArray<Order>
  readonly onOpen: () => void
}) => {
  const say = useMessages()
  const isCancelled = cancelOf(order, orders) !== undefined
  return (
    <button type="button" className="entry" data-cancelled={isCancelled || undefined} onClick={onOpen}>
      <OrderEntry order={order}>
        {isCancelled && <span className="small">{say.orderCancelled}</span>}
      </OrderEntry>
    </button>
  )
}
