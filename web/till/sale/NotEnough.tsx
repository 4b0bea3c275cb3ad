import { useAtomValue, useSetAtom } from "jotai"
import { Banknote, CreditCard, Nfc, Wallet } from "lucide-react"
import { useLocation } from "wouter"
import { type Amount, subtract, toCents } from "../../kit/Amount.ts"
import { Button } from "../../kit/Button.tsx"
import { fromAnswer } from "../../kit/Chip.ts"
import { useFormats } from "../../kit/EventFormats.ts"
import type { Booking } from "../journal/Booking.ts"
import { useMessages } from "../messages.ts"
import { useSession } from "../Session.ts"
import { pathOf, tasksOf } from "../Tasks.ts"
import { wishTopUp } from "../topUp/Wish.ts"
import { pay } from "./Paying.ts"
import { isTakingCashAtom, latestBasketAtom, putBack } from "./SaleState.ts"

/** How a sale goes on whose guest had too little: each way keeps the basket, and what the till can't do is not offered. */
export const NotEnough = ({ booking: { refusal, subject }, onDone }: {
  readonly booking: Booking
  readonly onDone: () => void
}) => {
  const say = useMessages()
  const { money } = useFormats()
  const [, navigate] = useLocation()
  const session = useSession()
  const latest = useAtomValue(latestBasketAtom)
  const takeCash = useSetAtom(isTakingCashAtom)
  const { till } = session.config
  const missing = missingIn(refusal?.body ?? {})
  const goOn = (next: () => void) => () => {
    putBack(latest)
    onDone()
    next()
  }
  const { chip } = subject
  return (
    <div className="payments ways">
      {till?.enable_cash_payment === true && (
        <Button className="large" onClick={goOn(() => takeCash(true))}>
          <Banknote className="icon" aria-hidden />
          {say.payCash}
        </Button>
      )}
      {till?.enable_card_payment === true && (
        <Button
          className="large"
          onClick={goOn(() => void pay({ method: "sumup" }))}
        >
          <CreditCard className="icon" aria-hidden />
          {say.payCard}
        </Button>
      )}
      <Button className="large" onClick={goOn(() => undefined)}>
        <Nfc className="icon" aria-hidden />
        {say.otherWristband}
      </Button>
      {chip !== null && missing !== undefined && tasksOf(session).includes("topUp") && (
        <Button
          className="large"
          onClick={goOn(() => {
            wishTopUp({ chip: fromAnswer(chip), amount: missing })
            navigate(pathOf("topUp"))
          })}
        >
          <Wallet className="icon" aria-hidden />
          {say.topUpMissing(money(missing))}
        </Button>
      )}
    </div>
  )
}

const missingIn = ({ available, needed }: Readonly<Record<string, unknown>>): Amount | undefined => {
  const missing = subtract(needed as Amount, available as Amount)
  return toCents(missing) > 0 ? missing : undefined
}
