import { useCallback, useEffect, useState } from "react"
import { type Chip, inPath } from "../../kit/Chip.ts"
import { Empty } from "../../kit/Empty.tsx"
import { Placeholder } from "../../kit/Loaded.tsx"
import { Refused } from "../../kit/Refused.tsx"
import { type Answer, call, type TerminalAnswer } from "../calls.ts"
import { OrderEntry } from "../history/OrderEntry.tsx"
import { useMessages } from "../messages.ts"

/** As many orders as a conversation at the till is about. */
const shown = 30

/** A guest's latest orders, wherever they were booked. Another guest needs another `key`. */
export const GuestOrders = ({ chip }: { readonly chip: Chip }) => {
  const say = useMessages()
  const [answer, setAnswer] = useState<Answer<TerminalAnswer<"GET /customer/:customer_tag_uid/orders">>>()
  const load = useCallback(() => {
    void call("GET /customer/:customer_tag_uid/orders", {
      params: { customer_tag_uid: inPath(chip) },
      query: { limit: String(shown) }
    }).then(setAnswer)
  }, [chip])
  useEffect(load, [load])
  return (
    <section className="card stack-close" aria-label={say.guestOrders}>
      <h2>{say.guestOrders}</h2>
      {answer === undefined && <Placeholder lines={4} />}
      {answer?.ok === false && <Refused refusal={answer.refusal} onRetry={load} />}
      {answer?.ok === true && answer.answer.length === 0 && <Empty>{say.guestNoOrders}</Empty>}
      {answer?.ok === true && (
        <ul className="rows">
          {answer.answer.map((order) => (
            <li key={order.id} className="entry">
              <OrderEntry order={order} place={order.till_name} />
            </li>
          ))}
        </ul>
      )}
      {answer?.ok === true && answer.answer.length === shown && <p className="muted small">{say.moreOrders}</p>}
    </section>
  )
}
