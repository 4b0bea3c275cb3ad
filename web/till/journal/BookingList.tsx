import { useAtomValue } from "jotai"
import { useState } from "react"
import { Button } from "../../kit/Button.tsx"
import { useFormats } from "../../kit/EventFormats.ts"
import { Money } from "../../kit/Money.tsx"
import type { Refusal } from "../../kit/Refusal.ts"
import { sentenceOf } from "../../kit/Refused.tsx"
import { useMessages } from "../messages.ts"
import { isSignedOutAtom, registrationAtom } from "../registration/Registration.ts"
import { type Booking, certainAt, isFinal, type Phase } from "./Booking.ts"
import type { english } from "./english.ts"
import { isOwn, mayAsk, mayCancelCard } from "./Schedule.ts"
import { cancelCard, giveUp, presentAtom, sendNow } from "./useJournal.ts"

/** Bookings with what became of each, the latest first. */
export const BookingList = ({ bookings }: { readonly bookings: ReadonlyArray<Booking> }) => {
  const say = useMessages()
  return (
    <ul className="rows bookings" aria-label={say.waitingTitle}>
      {bookings.toReversed().map((booking) => <Entry key={booking.uuid} booking={booking} />)}
    </ul>
  )
}

const texts = {
  drafted: "phaseDrafted",
  card: "phaseCard",
  sent: "phaseSent",
  unknown: "phaseUnknown",
  booked: "phaseBooked",
  refused: "phaseRefused",
  givenUp: "phaseGivenUp"
} as const satisfies Record<Phase, keyof typeof english>

const Entry = ({ booking }: { readonly booking: Booking }) => {
  const say = useMessages()
  const { time } = useFormats()
  const { draftedAt, phase, refusal, subject, uuid } = booking
  const next = useNext(booking)
  const present = useAtomValue(presentAtom)
  const isOver = useAtomValue(isSignedOutAtom)
  // While it is sent once more its buttons keep their place: what moved under a finger would be pressed in place of what was meant.
  const isSending = phase === "sent" && booking.lostAt !== null
  const isUnknown = (phase === "unknown" || isSending) && !booking.stopping && !isOver
  const canStop = phase === "drafted" || booking.askable
  return (
    <li className="booking" data-phase={phase}>
      <div className="between">
        <strong>{subject.text}</strong>
        {subject.amount !== null && <Money amount={subject.amount} />}
      </div>
      <p className="muted small">
        {[time(new Date(draftedAt).toISOString()), subject.chip === null ? [] : say.chipOf(subject.chip)].flat().join(
          ", "
        )}
      </p>
      <p className="phase">{say[texts[phase]]}</p>
      {refusal !== null && isReason(refusal) && phase !== "booked" && (
        <p className="small">{sentenceOf(refusal, say)}</p>
      )}
      {(next !== undefined || isSending) && <p className="small">{next ?? "\u00A0"}</p>}
      {isUnknown && (
        <div className="row">
          {isOwn(booking.owner, present) && <Button disabled={isSending} onClick={sendNow}>{say.sendNow}</Button>}
          {canStop && <Button disabled={isSending} onClick={() => giveUp(uuid)}>{say.giveUp}</Button>}
        </div>
      )}
      {phase === "card" && !isOver && mayCancelCard(booking.owner, present) && <CardNotCharged uuid={uuid} />}
      {phase === "drafted" && (
        <div>
          <Button onClick={() => giveUp(uuid)}>{say.giveUp}</Button>
        </div>
      )}
      {isUnknown && <p className="muted small">{canStop ? say.giveUpHint : say.nextCannotAsk}</p>}
    </li>
  )
}

/** Ends a card payment whose cashier has left. The server asks the provider first, and books it if the card was charged. */
const CardNotCharged = ({ uuid }: { readonly uuid: string }) => {
  const say = useMessages()
  const [isUnclear, setUnclear] = useState(false)
  const [isBusy, setBusy] = useState(false)
  const cancel = async () => {
    setBusy(true)
    setUnclear((await cancelCard(uuid)) === "unclear")
    setBusy(false)
  }
  return (
    <>
      <div>
        <Button busy={isBusy} onClick={() => void cancel()}>{say.cardNotPaid}</Button>
      </div>
      {isUnclear && <p role="alert" className="small">{say.cardUnclear}</p>}
    </>
  )
}

/** Whether a refusal says more than that there was no answer. */
const isReason = ({ status }: Refusal): boolean => status >= 400 && status < 500 && status !== 401

/** What the till does next about a booking, in words; `undefined` if nothing is left to do. */
const useNext = (booking: Booking): string | undefined => {
  const say = useMessages()
  const { time } = useFormats()
  const present = useAtomValue(presentAtom)
  const registration = useAtomValue(registrationAtom)
  const { owner, phase, stopping } = booking
  const isSignedOut = useAtomValue(isSignedOutAtom)
  if (isFinal(booking) || phase === "sent") return undefined
  if (isSignedOut) return say.nextSignedOut
  if (owner.terminalId !== registration?.terminalId) return say.nextOtherTerminal
  if (phase === "card") return isOwn(owner, present) ? undefined : say.nextCardLeft
  if (stopping) {
    if (!mayAsk(owner, present)) return say.nextSignIn
    return booking.lostAt === null
      ? say.nextAsks
      : say.nextAsksUntil(time(new Date(certainAt(booking)).toISOString()))
  }
  if (present === undefined) return say.nextNobodyYet
  if (owner.registration !== registration.id) return say.nextOther
  if (isOwn(owner, present)) return say.nextSends
  return present.userId === null ? say.nextSignIn : say.nextOther
}
