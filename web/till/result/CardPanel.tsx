import { useAtomValue } from "jotai"
import { CreditCard } from "lucide-react"
import { useEffect, useRef, useState } from "react"
import { fromCents } from "../../kit/Amount.ts"
import { Button } from "../../kit/Button.tsx"
import { useFormats } from "../../kit/EventFormats.ts"
import { Money } from "../../kit/Money.tsx"
import { Notice } from "../../kit/Notice.tsx"
import type { Refusal } from "../../kit/Refusal.ts"
import { Refused } from "../../kit/Refused.tsx"
import { callByName } from "../calls.ts"
import type { Booking } from "../journal/Booking.ts"
import { bookingCalls } from "../journal/BookingCalls.ts"
import { isOwn } from "../journal/Schedule.ts"
import { bookingsAtom, cancelCard, cardPaid, cardRefused, presentAtom } from "../journal/useJournal.ts"
import { useMessages } from "../messages.ts"
import { type Config, useSession } from "../Session.ts"
import { useFailedReturn } from "./CardReturn.ts"
import { useFirstTouch } from "./FirstTouch.ts"

/** The booking of the signed-in user that waits for its card, above every screen. */
export const PendingCard = () => {
  const present = useAtomValue(presentAtom)
  const booking = useAtomValue(bookingsAtom).find(({ owner, phase }) => phase === "card" && isOwn(owner, present))
  return booking === undefined ? undefined : <CardPanel key={booking.uuid} booking={booking} />
}

/** A booking that waits for its card. It is registered first, so that the server learns of the payment even without this till. */
const CardPanel = ({ booking }: { readonly booking: Booking }) => {
  const say = useMessages()
  const { money } = useFormats()
  const { config } = useSession()
  const { attempt, isRegistered, refusal } = useRegistered(booking)
  const [isUnclear, setUnclear] = useState(false)
  const amount = money(booking.subject.amount ?? fromCents(0))
  const link = readerLink(booking, config)
  const cancel = async () => setUnclear((await cancelCard(booking.uuid)) === "unclear")
  useFailedReturn(booking.uuid, cancel)
  const touch = useFirstTouch()
  return (
    <section className="result blocking" data-kind="info" aria-label={say.cardTitle} {...touch}>
      <div className="result-panel">
        <CreditCard className="result-icon" aria-hidden />
        <h2>{say.cardTitle}</h2>
        <p className="figure">
          <Money amount={booking.subject.amount ?? fromCents(0)} large />
        </p>
        <p>{booking.subject.text}</p>
        {refusal !== undefined && <Refused refusal={refusal} onRetry={attempt} />}
        {isRegistered
          ? <p>{say.cardPay(amount)}</p>
          : refusal === undefined && <p role="status">{say.cardRegistering}</p>}
        {isUnclear && (
          <Notice kind="attention">
            <p>{say.cardUnclear}</p>
          </Notice>
        )}
        {isRegistered && link !== undefined && (
          <a className="button large" data-kind="primary" href={link}>{say.cardOpenApp}</a>
        )}
        {isRegistered && (
          <Button
            className="large"
            kind={link === undefined ? "primary" : "usual"}
            onClick={() => cardPaid(booking.uuid)}
          >
            {say.cardPaid}
          </Button>
        )}
        <Button className="large" onClick={() => void cancel()}>{say.cardNotPaid}</Button>
      </div>
    </section>
  )
}

/** Registers the sale; repeating that answers the same. */
const useRegistered = (booking: Booking) => {
  // What is registered never changes, but the object does with every change of the journal.
  const request = useRef(booking)
  const [state, setState] = useState<{ readonly isRegistered: boolean; readonly refusal?: Refusal }>({
    isRegistered: false
  })
  useEffect(() => {
    let isCurrent = true
    void registered(request.current).then((next) => isCurrent && setState(next))
    return () => {
      isCurrent = false
    }
  }, [])
  return { ...state, refusal: state.refusal, attempt: () => void registered(booking).then(setState) }
}

const registered = async ({ body, call, uuid }: Booking) => {
  const { register } = bookingCalls[call]
  if (register === null) return { isRegistered: true }
  const answer = await callByName(register, { body })
  // Nothing is charged at a price that the guest was not shown.
  if (!answer.ok && answer.refusal.rule === "order.price_changed") cardRefused(uuid, answer.refusal)
  return answer.ok ? { isRegistered: true } : { isRegistered: false, refusal: answer.refusal }
}

/**
 * The published link that hands a payment over to the provider's app, which comes back to this page. Only phones have the app,
 * and only events with a key use it; else the reader is used by hand.
 */
const readerLink = ({ subject, uuid }: Booking, { currency, till }: Config): string | undefined => {
  const key = till?.sumup_secrets?.sumup_affiliate_key ?? ""
  if (key === "" || !/Android|iPhone|iPad/i.test(navigator.userAgent)) return undefined
  const parts = new URLSearchParams({
    "affiliate-key": key,
    "app-id": location.host,
    amount: (subject.amount ?? 0).toFixed(2),
    total: (subject.amount ?? 0).toFixed(2),
    currency,
    title: subject.text.slice(0, 60),
    "foreign-tx-id": uuid,
    callback: `${location.origin}${location.pathname}`
  })
  return `sumupmerchant://pay/1.0?${parts}`
}
