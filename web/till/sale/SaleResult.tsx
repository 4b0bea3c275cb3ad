import { useAtomValue, useSetAtom } from "jotai"
import { CircleCheck, CircleHelp, CircleX, RotateCcw } from "lucide-react"
import { type ReactNode, useEffect, useState } from "react"
import type { Amount } from "../../kit/Amount.ts"
import { fromCents, subtract, toCents } from "../../kit/Amount.ts"
import { Button } from "../../kit/Button.tsx"
import { useFormats } from "../../kit/EventFormats.ts"
import { Money } from "../../kit/Money.tsx"
import type { Refusal } from "../../kit/Refusal.ts"
import { sentenceOf } from "../../kit/Refused.tsx"
import type { Booking } from "../journal/Booking.ts"
import type { BookingAnswer } from "../journal/BookingCalls.ts"
import { BookingList } from "../journal/BookingList.tsx"
import { useMessages } from "../messages.ts"
import { signal } from "../Signal.ts"
import { linesOf, wordsOf } from "./Basket.ts"
import { CardPanel } from "./CardPanel.tsx"
import { basketAtom, latestBasketAtom, shownBookingAtom, useSaleView } from "./SaleState.ts"

/** How long an answer is waited for before the person is told that none has come, in milliseconds. */
const patience = 2_500

/** What became of the sale: full-screen until the next tap. While the answer is awaited, only a line. */
export const SaleResult = ({ booking }: { readonly booking: Booking }) => {
  const say = useMessages()
  const { money } = useFormats()
  const isLate = useLate(booking)
  const { phase, subject } = booking
  useSignal(phase)
  switch (phase) {
    case "booked":
      return <Booked booking={booking} />
    case "refused":
      return <NotBooked refusal={booking.refusal} />
    case "givenUp":
      return <NotBooked refusal={null} />
    case "card":
      return <CardPanel booking={booking} />
    default:
      return isLate ?
        <Unknown booking={booking} /> :
        <p className="sending" role="status">{say.sending(money(subject.amount ?? fromCents(0)))}</p>
  }
}

const useLate = ({ draftedAt, phase }: Booking): boolean => {
  const [lateSince, setLateSince] = useState<number>()
  useEffect(() => {
    const timer = setTimeout(() => setLateSince(draftedAt), Math.max(0, draftedAt + patience - Date.now()))
    return () => clearTimeout(timer)
  }, [draftedAt])
  return lateSince === draftedAt || phase === "unknown"
}

const useSignal = (phase: Booking["phase"]) =>
  useEffect(() => {
    if (phase === "booked") signal("good")
    if (phase === "refused" || phase === "givenUp") signal("bad")
  }, [phase])

const Booked = ({ booking: { answer, subject } }: { readonly booking: Booking }) => {
  const say = useMessages()
  const sale = answer as BookingAnswer<"POST /order/book-sale"> | null
  const close = useClose()
  useEffect(() => {
    // The next tap is for the next guest, wherever it goes.
    document.addEventListener("pointerdown", close, { once: true, capture: true })
    return () => document.removeEventListener("pointerdown", close, { capture: true })
  }, [close])
  return (
    <section className="result" data-kind="good" role="status" aria-label={say.booked}>
      <div className="result-panel">
        <CircleCheck className="result-icon" aria-hidden />
        <h2>{say.booked}</h2>
        <p className="figure">
          <Money amount={sale?.total_price ?? subject.amount ?? fromCents(0)} />
        </p>
        <p>{subject.text}</p>
        {sale !== null && sale.customer_account_id !== null && (
          <dl className="details balances">
            <dt>{say.balanceBefore}</dt>
            <dd>
              <Money amount={sale.old_balance} />
            </dd>
            <dt>{say.balanceAfter}</dt>
            <dd className="figure">
              <Money amount={sale.new_balance} />
            </dd>
          </dl>
        )}
        {sale !== null && sale.used_vouchers > 0 && (
          <p>{say.vouchersUsed(sale.used_vouchers)}, {say.vouchersLeft(sale.new_voucher_balance)}</p>
        )}
      </div>
    </section>
  )
}

const Unknown = ({ booking }: { readonly booking: Booking }) => {
  const say = useMessages()
  const close = useClose()
  return (
    <section className="result blocking" data-kind="attention" role="alert" aria-label={say.unknown}>
      <div className="result-panel">
        <CircleHelp className="result-icon" aria-hidden />
        <h2>{say.unknown}</h2>
        <BookingList bookings={[booking]} />
        <Button className="large" onClick={close}>{say.dismiss}</Button>
      </div>
    </section>
  )
}

const NotBooked = ({ refusal }: { readonly refusal: Refusal | null }) => {
  const say = useMessages()
  const close = useClose()
  const { buttons } = useSaleView()
  const latest = useAtomValue(latestBasketAtom)
  const setBasket = useSetAtom(basketAtom)
  const again = wordsOf(linesOf(latest, buttons))
  return (
    <section className="result blocking" data-kind="stopped" role="alert" aria-label={say.notBooked}>
      <div className="result-panel">
        <CircleX className="result-icon" aria-hidden />
        <h2>{say.notBooked}</h2>
        {refusal !== null && <Reason refusal={refusal} />}
        {again !== "" && (
          <Button
            kind="primary"
            className="large"
            onClick={() => {
              setBasket(latest)
              close()
            }}
          >
            <RotateCcw className="icon" aria-hidden />
            {say.backToBasket}
          </Button>
        )}
        <Button className="large" onClick={close}>{say.dismiss}</Button>
      </div>
    </section>
  )
}

/** Why the sale is refused, with the numbers where there are some. */
const Reason = ({ refusal }: { readonly refusal: Refusal }) => {
  const say = useMessages()
  const { available, needed, products } = refusal.body
  switch (refusal.id) {
    case "NotEnoughFunds":
      return titled(say.notEnough, <Shortage needed={needed as Amount} available={available as Amount} />)
    case "NotEnoughVouchers":
      return titled(say.notEnoughVouchers, <p>{sentenceOf(refusal, say)}</p>)
    case "AgeRestriction":
      return titled(say.tooYoung, <p>{say.tooYoungFor((products as ReadonlyArray<string>).join(", "))}</p>)
    case "CustomerNotFound":
      return titled(say.tagUnknown, <p>{say.tagUnknownHint}</p>)
    case "NodeIsReadOnly":
      return <p>{say.eventArchived}</p>
    default:
      return <p>{sentenceOf(refusal, say)}</p>
  }
}

const titled = (title: string, rest: ReactNode) => (
  <>
    <h3>{title}</h3>
    {rest}
  </>
)

const Shortage = ({ available, needed }: { readonly needed: Amount; readonly available: Amount }) => {
  const say = useMessages()
  const missing = subtract(needed, available)
  return (
    <dl className="details balances">
      <dt>{say.needed}</dt>
      <dd>
        <Money amount={needed} />
      </dd>
      <dt>{say.available}</dt>
      <dd>
        <Money amount={available} />
      </dd>
      {toCents(missing) > 0 && (
        <>
          <dt>{say.missing}</dt>
          <dd className="figure">
            <Money amount={missing} />
          </dd>
        </>
      )}
    </dl>
  )
}

const useClose = () => {
  const setShown = useSetAtom(shownBookingAtom)
  return () => setShown(undefined)
}
