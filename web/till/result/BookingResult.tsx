import { CircleCheck, CircleHelp, CircleX } from "lucide-react"
import { type ReactNode, useEffect, useState } from "react"
import { fromCents } from "../../kit/Amount.ts"
import { Button } from "../../kit/Button.tsx"
import { useFormats } from "../../kit/EventFormats.ts"
import { Money } from "../../kit/Money.tsx"
import type { Booking } from "../journal/Booking.ts"
import { BookingList } from "../journal/BookingList.tsx"
import { useMessages } from "../messages.ts"
import { figuresOf } from "./Figures.ts"
import { Reason } from "./Reason.tsx"
import { signal } from "./Signal.ts"

export interface BookingResultProps {
  readonly booking: Booking
  readonly onClose: () => void
  /** The way out of a refusal, such as a button that brings the entries back. */
  readonly wayOut?: ReactNode
  /** More about a booking that is booked. */
  readonly children?: ReactNode
}

/** How long an answer is waited for before the person is told that none has come, in milliseconds. */
const patience = 2_500

/**
 * What became of a booking. Good news colours the screen until the next tap, which goes where it was meant to go; everything
 * else stays until the person has seen it. While the answer is awaited there is only a line.
 */
export const BookingResult = ({ booking, children, onClose, wayOut }: BookingResultProps) => {
  const say = useMessages()
  const { money } = useFormats()
  const isLate = useLate(booking)
  const { phase, refusal, subject } = booking
  useSignal(booking)
  switch (phase) {
    case "booked":
      return <Booked booking={booking} onClose={onClose}>{children}</Booked>
    case "refused":
    case "givenUp":
      return (
        <Blocking kind="stopped" title={say.notBooked} onClose={onClose} wayOut={wayOut}>
          {refusal !== null && <Reason refusal={refusal} />}
        </Blocking>
      )
    // `PendingCard` shows it above every screen.
    case "card":
      return undefined
    default:
      return isLate
        ? (
          <Blocking kind="attention" title={say.unknown} onClose={onClose}>
            <BookingList bookings={[booking]} />
          </Blocking>
        )
        : <p className="sending" role="status">{say.sending(money(subject.amount ?? fromCents(0)))}</p>
  }
}

const useLate = ({ draftedAt, phase }: Booking): boolean => {
  const [late, setLate] = useState<number>()
  useEffect(() => {
    const timer = setTimeout(() => setLate(draftedAt), Math.max(0, draftedAt + patience - Date.now()))
    return () => clearTimeout(timer)
  }, [draftedAt])
  return late === draftedAt || phase === "unknown"
}

const useSignal = ({ phase, uuid }: Booking) =>
  useEffect(() => {
    if (phase === "booked") signal("good", uuid)
    if (phase === "refused" || phase === "givenUp") signal("bad", uuid)
  }, [phase, uuid])

const Booked = (
  { booking: { answer, subject }, children, onClose }: Pick<BookingResultProps, "booking" | "children" | "onClose">
) => {
  const say = useMessages()
  const { after, amount = subject.amount, before, vouchersLeft, vouchersUsed } = figuresOf(answer)
  useEffect(() => {
    // The next tap is for the next guest, wherever it goes.
    document.addEventListener("pointerdown", onClose, { once: true, capture: true })
    return () => document.removeEventListener("pointerdown", onClose, { capture: true })
  }, [onClose])
  return (
    <section className="result" data-kind="good" role="status" aria-label={say.booked}>
      <div className="result-panel">
        <CircleCheck className="result-icon" aria-hidden />
        <h2>{say.booked}</h2>
        {amount !== null && (
          <p className="figure">
            <Money amount={amount} />
          </p>
        )}
        <p>{subject.text}</p>
        {before !== undefined && after !== undefined && (
          <dl className="details balances">
            <dt>{say.balanceBefore}</dt>
            <dd>
              <Money amount={before} />
            </dd>
            <dt>{say.balanceAfter}</dt>
            <dd className="figure">
              <Money amount={after} />
            </dd>
          </dl>
        )}
        {vouchersUsed !== undefined && vouchersLeft !== undefined && (
          <p>{say.vouchersUsed(vouchersUsed)}, {say.vouchersLeft(vouchersLeft)}</p>
        )}
        {children}
      </div>
    </section>
  )
}

/** An outcome that a person has to deal with. */
const Blocking = ({ children, kind, onClose, title, wayOut }: {
  readonly kind: "attention" | "stopped"
  readonly title: string
  readonly onClose: () => void
  readonly wayOut?: ReactNode
  readonly children: ReactNode
}) => {
  const say = useMessages()
  const Icon = kind === "stopped" ? CircleX : CircleHelp
  return (
    <section className="result blocking" data-kind={kind} role="alertdialog" aria-modal aria-label={title}>
      <div className="result-panel">
        <Icon className="result-icon" aria-hidden />
        <h2>{title}</h2>
        {children}
        {wayOut}
        <Button className="large" autoFocus onClick={onClose}>{say.dismiss}</Button>
      </div>
    </section>
  )
}
