import { useMemo } from "react"
import { useAddressValue } from "../address.ts"
import { usePages } from "../answers.ts"
import type { OfficeAnswer } from "../calls.ts"
import { Page } from "../frame/Page.tsx"
import type { Column } from "../list/Column.ts"
import { ServerList } from "../list/ServerList.tsx"
import { useNodeId } from "../tree.ts"
import type { CardTexts } from "./english.ts"
import { useTexts } from "./texts.ts"
import { UnverifiedPayments } from "./UnverifiedPayments.tsx"
import { useCalendarDay } from "./useCalendarDay.ts"

const views = ["attention", "days", "payments", "checkouts"] as const

/** Card payments in four views; what someone has to decide comes first. */
export const CardPayments = () => {
  const say = useTexts()
  const [chosen, choose] = useAddressValue("view")
  const view = views.find((one) => one === chosen) ?? "attention"
  return (
    <Page>
      <div className="list-tools" role="group" aria-label={say.view}>
        {views.map((one) => (
          <button
            key={one}
            type="button"
            className="button"
            data-kind={one === view ? "primary" : "usual"}
            aria-pressed={one === view}
            onClick={() => choose(one === "attention" ? "" : one)}
          >
            {say.tabs[one]}
          </button>
        ))}
      </div>
      {view === "attention" && <UnverifiedPayments />}
      {view === "days" && <Days />}
      {view === "payments" && <Payments />}
      {view === "checkouts" && <Checkouts />}
    </Page>
  )
}

type Day = OfficeAnswer<"GET /sumup/reconciliations">[number]

export const dayColumns = (say: CardTexts, written: (day: string) => string): ReadonlyArray<Column<Day>> => [
  {
    key: "day",
    title: say.day,
    of: ({ day }) => day,
    show: ({ day }) => <span className="amount">{written(day)}</span>
  },
  { key: "unresolved", title: say.unresolved, kind: "count", of: ({ unresolved }) => unresolved },
  { key: "paid", title: say.paid, kind: "amount", of: ({ paid }) => paid, isMinor: true },
  { key: "booked", title: say.booked, kind: "amount", of: ({ booked }) => booked, isMinor: true },
  { key: "returned", title: say.returned, kind: "amount", of: ({ returned }) => returned, isMinor: true },
  { key: "differences", title: say.differences, kind: "count", of: ({ differences }) => differences },
  {
    key: "compared",
    title: say.compared,
    kind: "moment",
    of: ({ finished_at }) => finished_at,
    isMinor: true
  }
]

const Days = () => {
  const say = useTexts()
  const days = usePages("GET /sumup/reconciliations", { query: { node_id: useNodeId() } })
  const columns = dayColumns(say, useCalendarDay())
  return (
    <ServerList
      label={say.tabs.days}
      of={days}
      columns={columns}
      keyOf={({ id }) => id}
      linkOf={({ id }) => `/guests/cards/days/${id}`}
      empty={<p>{say.noDays}</p>}
    />
  )
}

type Payment = OfficeAnswer<"GET /sumup/transactions">[number]

export const paymentColumns = (say: CardTexts): ReadonlyArray<Column<Payment>> => [
  { key: "time", title: say.time, kind: "moment", of: ({ timestamp }) => timestamp },
  { key: "amount", title: say.amount, kind: "amount", of: ({ amount }) => amount },
  { key: "status", title: say.status, of: ({ status }) => say.statuses[status] },
  { key: "code", title: say.code, of: ({ transaction_code }) => transaction_code },
  { key: "card", title: say.card, of: ({ card_type }) => card_type, isMinor: true },
  { key: "description", title: say.description, of: ({ product_summary }) => product_summary, isMinor: true }
]

const Payments = () => {
  const say = useTexts()
  const payments = usePages("GET /sumup/transactions", { query: { node_id: useNodeId() } })
  const columns = useMemo(() => paymentColumns(say), [say])
  return (
    <ServerList
      label={say.tabs.payments}
      of={payments}
      columns={columns}
      keyOf={({ id }) => id}
      empty={<p>{say.noPayments}</p>}
    />
  )
}

type Checkout = OfficeAnswer<"GET /sumup/checkouts">[number]

export const checkoutColumns = (say: CardTexts): ReadonlyArray<Column<Checkout>> => [
  { key: "time", title: say.time, kind: "moment", of: ({ date }) => date },
  { key: "amount", title: say.amount, kind: "amount", of: ({ amount }) => amount },
  {
    key: "status",
    title: say.status,
    of: ({ expired, status }) => expired && status !== "PAID" ? say.expired : say.statuses[status]
  },
  { key: "description", title: say.description, of: ({ description }) => description, isMinor: true },
  { key: "code", title: say.code, of: ({ transaction_code }) => transaction_code, isMinor: true }
]

const Checkouts = () => {
  const say = useTexts()
  const checkouts = usePages("GET /sumup/checkouts", { query: { node_id: useNodeId() } })
  const columns = useMemo(() => checkoutColumns(say), [say])
  return (
    <ServerList
      label={say.tabs.checkouts}
      of={checkouts}
      columns={columns}
      keyOf={({ id }) => id}
      linkOf={({ id }) => `/guests/cards/checkouts/${id}`}
      empty={<p>{say.noCheckouts}</p>}
    />
  )
}
