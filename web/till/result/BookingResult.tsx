import { CircleCheck, CircleHelp, CircleX, QrCode } from "lucide-react"
import { Fragment, type ReactNode, type RefObject, useEffect, useRef, useState } from "react"
import { type Amount, fromCents } from "../../kit/Amount.ts"
import { Button } from "../../kit/Button.tsx"
import { useFormats } from "../../kit/EventFormats.ts"
import { Money } from "../../kit/Money.tsx"
import { ReceiptCode } from "../../kit/receipt/ReceiptCode.tsx"
import type { Booking } from "../journal/Booking.ts"
import { BookingList } from "../journal/BookingList.tsx"
import { useMessages } from "../messages.ts"
import { changeOf, type Figures, figuresOf } from "./Figures.ts"
import { useFirstTouch } from "./FirstTouch.ts"
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
 * What became of a booking. Good news colours the screen until the next touch, which only ends it or shows the receipt; everything else
 * stays until the person has seen it. While the answer is awaited there is only a line.
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

/** Whether the answer is late. Once it was, it stays so while it is asked for again: what comes and goes would be pressed by mistake. */
const useLate = ({ draftedAt, phase }: Booking): boolean => {
  const [late, setLate] = useState<number>()
  if (phase === "unknown" && late !== draftedAt) setLate(draftedAt)
  useEffect(() => {
    const timer = setTimeout(() => setLate(draftedAt), Math.max(0, draftedAt + patience - Date.now()))
    return () => clearTimeout(timer)
  }, [draftedAt])
  return late === draftedAt
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
  const figures = figuresOf(answer)
  const { amount = subject.amount, receipt, reductions, vouchersLeft, vouchersUsed, wristbands } = figures
  const { money } = useFormats()
  const [isReceiptShown, setReceiptShown] = useState(false)
  const touch = useFirstTouch()
  const ref = useRef<HTMLElement>(null)
  useFocusInside(ref)
  return (
    <>
      <section
        ref={ref}
        className="result"
        data-kind="good"
        role="status"
        aria-label={say.booked}
        tabIndex={-1}
        {...touch}
        onClick={onClose}
        onKeyDown={(event) => event.key === "Escape" && onClose()}
      >
        <div className="result-panel">
          <CircleCheck className="result-icon" aria-hidden />
          <h2>{say.booked}</h2>
          <Numbers amount={amount} change={changeOf(subject)} figures={figures} />
          <p>{subject.text}</p>
          {wristbands.length > 0 && <HandedOutList wristbands={wristbands} />}
          {reductions.map((one) => <p key={one.name}>{say.reducedBy(one.name, money(one.amount))}</p>)}
          {vouchersUsed !== undefined && vouchersLeft !== undefined && (
            <p>{say.vouchersUsed(vouchersUsed)}, {say.vouchersLeft(vouchersLeft)}</p>
          )}
          {children}
          <Button className="large">{say.dismiss}</Button>
          {receipt !== undefined && (
            <Button
              className="result-receipt"
              onClick={(event) => {
                event.stopPropagation()
                setReceiptShown(true)
              }}
            >
              <QrCode className="icon" aria-hidden />
              {say.receipt}
            </Button>
          )}
        </div>
      </section>
      {/* Beside the outcome, not in it: touches of the receipt are none of the outcome. */}
      {receipt !== undefined && isReceiptShown && <ReceiptCode url={receipt} onClose={() => setReceiptShown(false)} />}
    </>
  )
}

const HandedOutList = ({ wristbands }: Pick<Figures, "wristbands">) => (
  <dl className="details balances">
    {wristbands.map(({ credit, name, ticket }, n) => (
      <Fragment key={n}>
        <dt>{name === "" ? ticket : `${name}, ${ticket}`}</dt>
        <dd className="figure">
          <Money amount={credit} large />
        </dd>
      </Fragment>
    ))}
  </dl>
)

/** The numbers that a cashier tells the guest: change first, then what the wristband has. The amount is large where there is neither. */
const Numbers = ({ amount, change, figures: { after, before } }: {
  readonly amount: Amount | null
  readonly change: Amount | undefined
  readonly figures: Figures
}) => {
  const say = useMessages()
  const hasBalance = before !== undefined && after !== undefined
  if (change === undefined && !hasBalance) {
    return amount === null ? undefined : (
      <p className="figure">
        <Money amount={amount} large />
      </p>
    )
  }
  return (
    <dl className="details balances">
      {change !== undefined && (
        <>
          <dt>{say.change}</dt>
          <dd className="figure">
            <Money amount={change} large />
          </dd>
        </>
      )}
      {amount !== null && (
        <>
          <dt>{say.bookedAmount}</dt>
          <dd>
            <Money amount={amount} />
          </dd>
        </>
      )}
      {hasBalance && (
        <>
          <dt>{say.balanceBefore}</dt>
          <dd>
            <Money amount={before} />
          </dd>
          <dt>{say.balanceAfter}</dt>
          <dd className="figure">
            <Money amount={after} large />
          </dd>
        </>
      )}
    </dl>
  )
}

/** Keys act on what can be seen: the focus is inside while it is shown, and afterwards where it was. */
const useFocusInside = (ref: RefObject<HTMLElement | null>) =>
  useEffect(() => {
    const before = document.activeElement
    ref.current?.querySelector("button")?.focus({ preventScroll: true })
    return () => {
      if (before instanceof HTMLElement) before.focus({ preventScroll: true })
    }
  }, [ref])

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
  const touch = useFirstTouch()
  return (
    <section className="result blocking" data-kind={kind} role="alertdialog" aria-modal aria-label={title} {...touch}>
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
