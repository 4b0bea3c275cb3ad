import { Banknote, Beer, CreditCard, Heart, Landmark, ReceiptText, Ticket, Undo2 } from "lucide-react"
import type { Amount } from "../kit/Amount.ts"
import { negate } from "../kit/Amount.ts"
import { useFormats } from "../kit/EventFormats.ts"
import { useMessages } from "./messages/messages.ts"
import { PageLink } from "./PageLink.tsx"
import { changeOf, type Entry, linesOf, type Order } from "./Timeline.ts"

/** One order or payout of the history. An order with a receipt leads to it. */
export const EntryRow = ({ entry }: { readonly entry: Entry }) =>
  entry.kind === "order"
    ? <OrderRow order={entry.order} cancelled={entry.cancelled} />
    : <TransferRow entry={entry} />

const OrderRow = ({ cancelled, order }: { readonly order: Order; readonly cancelled: boolean }) => {
  const say = useMessages()
  const { time } = useFormats()
  const change = changeOf(order)
  const name = say.orderTypes[order.order_type as keyof typeof say.orderTypes] ?? order.order_type
  const lines = order.order_type === "sale" || order.order_type === "ticket" ? linesOf(order) : ""
  const Icon = icons[order.order_type as keyof typeof icons] ?? ReceiptText
  const content = (
    <>
      <Icon className="icon" aria-hidden />
      <span className="what">
        <span className="lines">{lines === "" ? name : lines}</span>
        <span className="muted small">
          {time(order.booked_at)}
          {change === undefined && ` · ${say.paidBy[order.payment_method]}`}
          {cancelled && ` · ${say.cancelled}`}
        </span>
      </span>
      {change === undefined ? <Other amount={order.total_price} /> : <Change amount={change} struck={cancelled} />}
    </>
  )
  return (
    <li>
      {order.bon_generated === true
        ? <PageLink to={`/bon/${order.uuid}`} className="entry">{content}</PageLink>
        : <div className="entry">{content}</div>}
    </li>
  )
}

const TransferRow = (
  { entry: { at, transfer } }: { readonly entry: Extract<Entry, { readonly kind: "transfer" }> }
) => {
  const say = useMessages()
  const { time } = useFormats()
  const isDonation = transfer.target_account_type === "donation_exit"
  const Icon = isDonation ? Heart : Landmark
  return (
    <li>
      <div className="entry">
        <Icon className="icon" aria-hidden />
        <span className="what">
          <span className="lines">{isDonation ? say.donated : say.paidOut}</span>
          <span className="muted small">{time(at)}</span>
        </span>
        <Change amount={negate(transfer.amount)} struck={false} />
      </div>
    </li>
  )
}

/** What the balance gained or lost. */
const Change = ({ amount, struck }: { readonly amount: Amount; readonly struck: boolean }) => {
  const { money } = useFormats()
  return (
    <span className="amount change" data-struck={struck || undefined} data-gain={amount > 0 || undefined}>
      {amount > 0 ? `+${money(amount)}` : money(amount)}
    </span>
  )
}

/** A price that was not paid from the balance. */
const Other = ({ amount }: { readonly amount: Amount }) => (
  <span className="amount muted">{useFormats().money(amount)}</span>
)

const icons = {
  sale: Beer,
  cancel_sale: Undo2,
  top_up: CreditCard,
  pay_out: Banknote,
  ticket: Ticket
}
