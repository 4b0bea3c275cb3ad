import { useMemo, useState } from "react"
import { keptAtom, useKept } from "../kit/Answers.ts"
import { Button } from "../kit/Button.tsx"
import { Empty } from "../kit/Empty.tsx"
import { useFormats } from "../kit/EventFormats.ts"
import { Loaded } from "../kit/Loaded.tsx"
import { call } from "./calls.ts"
import { EntryRow } from "./EntryRow.tsx"
import { useEvent } from "./event.ts"
import { guestSubject } from "./Guest.tsx"
import { useMessages } from "./messages/messages.ts"
import { byDay, timeline } from "./Timeline.ts"

/** Orders that are shown at first, and more with each press of the button. */
const pageSize = 20

/** What happened to the guest's money, by day. Loading more loads the whole list again, so that no order is missed or shown twice. */
export const History = () => {
  const say = useMessages()
  const { day } = useFormats()
  const { time_zone } = useEvent()
  const [limit, setLimit] = useState(pageSize)
  const loaded = useKept(useMemo(() => historyAtom(limit), [limit]), guestSubject)
  const [before, setBefore] = useState(loaded)
  if (loaded.data !== undefined && loaded.data !== before.data) setBefore(loaded)
  // Until the longer list is there, the shorter one stays with its own time.
  const { at, data } = loaded.data === undefined ? before : loaded
  return (
    <section className="stack" aria-labelledby="history">
      <h2 id="history">{say.history}</h2>
      <Loaded of={{ ...loaded, at, data }} lines={6}>
        {({ isComplete, orders, transfers }) => {
          const days = byDay(timeline(orders, transfers, isComplete), time_zone)
          return (
            <>
              {days.length === 0 && (
                <Empty>
                  <p>{say.historyEmpty}</p>
                </Empty>
              )}
              {days.map(([key, entries]) => (
                <div key={key} className="day">
                  <h3>{day(entries[0]!.at)}</h3>
                  <ul className="rows">
                    {entries.map((entry) => <EntryRow key={keyOf(entry)} entry={entry} />)}
                  </ul>
                </div>
              ))}
              {!isComplete && (
                <Button busy={loaded.loading} onClick={() => setLimit(limit + pageSize)}>{say.more}</Button>
              )}
            </>
          )
        }}
      </Loaded>
    </section>
  )
}

const keyOf = (entry: ReturnType<typeof timeline>[number]) =>
  entry.kind === "order"
    ? entry.order.uuid
    : `${entry.transfer.transaction_id} ${entry.transfer.target_account_type}`

/** One order more than is shown tells whether the list goes on. */
const historyAtom = (limit: number) =>
  keptAtom(async () => {
    const [orders, transfers] = await Promise.all([
      call("GET /orders_with_bon", { query: { limit: String(limit + 1) } }),
      call("GET /get_payout_transactions")
    ])
    if (!orders.ok) return orders
    if (!transfers.ok) return transfers
    return {
      ok: true,
      answer: {
        orders: orders.answer.slice(0, limit),
        transfers: transfers.answer,
        isComplete: orders.answer.length <= limit
      }
    }
  })
