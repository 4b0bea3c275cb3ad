import { TicketCheck } from "lucide-react"
import { type Amount, toCents } from "../../kit/Amount.ts"
import { Button } from "../../kit/Button.tsx"
import { Money } from "../../kit/Money.tsx"
import { PaymentButtons } from "../amounts/PaymentButtons.tsx"
import type { TerminalAnswer } from "../calls.ts"
import { useMessages } from "../messages.ts"

/** What the tickets cost together, and the ways to pay. Presale tickets alone cost nothing and are handed out at once. */
export const TicketPayment = ({ isBusy, isOpen, onPay, sale }: {
  /** `undefined` until the server has said that it can be booked. */
  readonly sale: TerminalAnswer<"POST /order/check-ticket-sale"> | undefined
  /** Whether another wristband is being entered. */
  readonly isOpen: boolean
  readonly isBusy: boolean
  readonly onPay: (method: "cash" | "sumup", given?: Amount) => void
}) => {
  const say = useMessages()
  const isDisabled = sale === undefined || isOpen
  return (
    <section className="stack" aria-label={say.payment}>
      <div className="between after">
        <span>{say.total}</span>
        <strong className="figure" role="status">
          {sale !== undefined && <Money amount={sale.total_price} large />}
        </strong>
      </div>
      {sale !== undefined && toCents(sale.total_price) === 0
        ? (
          <Button kind="primary" className="large" busy={isBusy} disabled={isDisabled} onClick={() => onPay("cash")}>
            <TicketCheck className="icon" aria-hidden />
            {say.handOut}
          </Button>
        )
        : <PaymentButtons amount={sale?.total_price} isBusy={isBusy} isDisabled={isDisabled} onPay={onPay} />}
      {isOpen && <p className="muted">{say.ticketOpen}</p>}
    </section>
  )
}
