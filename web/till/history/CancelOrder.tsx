import { useState } from "react"
import { Button } from "../../kit/Button.tsx"
import { useFormats } from "../../kit/EventFormats.ts"
import { Notice } from "../../kit/Notice.tsx"
import { useSubmit } from "../../kit/Submit.ts"
import { call } from "../calls.ts"
import { useMessages } from "../messages.ts"
import { Reason } from "../result/Reason.tsx"
import type { english } from "./english.ts"
import { cancelProblem, goodsOf, type Order } from "./Orders.ts"

const problems = {
  cancelled: "cancelCancelled",
  notSale: "cancelNotSale",
  notByTag: "cancelNotByTag"
} as const satisfies Record<NonNullable<ReturnType<typeof cancelProblem>>, keyof typeof english>

/** The cancel of an order: why it can't be, or the question whether it shall be, with what it does. */
export const CancelOrder = ({ onChanged, onClose, order, orders }: {
  readonly order: Order
  readonly orders: ReadonlyArray<Order>
  readonly onChanged: () => void
  readonly onClose: () => void
}) => {
  const say = useMessages()
  const { money } = useFormats()
  const [isAsked, setAsked] = useState(false)
  const { busy, refusal, submit } = useSubmit(
    () => call("POST /order/:order_id/cancel", { params: { order_id: order.id } }),
    () => {
      onChanged()
      onClose()
    }
  )
  const problem = cancelProblem(order, orders)
  if (problem !== undefined) return <p className="muted">{say[problems[problem]]}</p>
  if (!isAsked) return <Button kind="danger" onClick={() => setAsked(true)}>{say.cancelOrder}</Button>
  return (
    <section className="stack" aria-label={say.cancelOrder}>
      <Notice kind="attention">
        <p>
          <strong>{say.cancelQuestion}</strong>
        </p>
        <p>{say.cancelEffect(goodsOf(order.line_items), money(order.total_price))}</p>
      </Notice>
      {refusal !== undefined && (
        <Notice kind="stopped">
          <Reason refusal={refusal} />
          {refusal.status === 0 && <p>{say.cancelUnknown}</p>}
        </Notice>
      )}
      <Button kind="danger" className="large" busy={busy} onClick={() => void submit()}>
        {say.cancelNow(money(order.total_price))}
      </Button>
      <Button onClick={() => setAsked(false)}>{say.cancelKeep}</Button>
    </section>
  )
}
