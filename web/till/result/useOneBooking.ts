import { useEffect, useRef, useState } from "react"
import { type Booking, isFinal } from "../journal/Booking.ts"
import type { BookingCall } from "../journal/BookingCalls.ts"
import { book, useBooking, type Wanted } from "../journal/useJournal.ts"

/** The booking that a screen makes: one at a time. */
export interface OneBooking {
  readonly booking: Booking | undefined
  /** Whether the latest attempt could not even be written down. */
  readonly isHeldUp: boolean
  /** Whether the booking's outcome is awaited, so that no other is made meanwhile. */
  readonly isUnderWay: boolean
  /** The uuid of the booking once it is booked, or was left alone without an answer. */
  readonly made: string | undefined
  readonly make: <Name extends BookingCall>(wanted: Wanted<Name>) => void
  readonly close: () => void
  /** The next person is here: good news about the previous one is not shown any more. */
  readonly next: () => void
}

/** Makes bookings and follows each to its end. */
export const useOneBooking = (): OneBooking => {
  const [uuid, setUuid] = useState<string>()
  const [left, setLeft] = useState<string>()
  const [isHeldUp, setHeldUp] = useState(false)
  const underWay = useRef(false)
  const booking = useBooking(uuid)
  const start = async <Name extends BookingCall>(wanted: Wanted<Name>) => {
    // The state of React lags behind a double tap.
    if (underWay.current) return
    underWay.current = true
    const started = await book(wanted)
    underWay.current = false
    setLeft(undefined)
    setHeldUp(started === undefined)
    setUuid(started?.uuid)
  }
  const close = () => {
    if (booking !== undefined && !isFinal(booking)) setLeft(booking.uuid)
    setHeldUp(false)
    setUuid(undefined)
  }
  return {
    booking,
    isHeldUp,
    isUnderWay: booking !== undefined && !isFinal(booking),
    made: booking?.phase === "booked" ? booking.uuid : left,
    make: (wanted) => void start(wanted),
    close,
    next: () => booking?.phase === "booked" && close()
  }
}

/**
 * Clears the entries once their booking is booked, or left alone without an answer: a person who finds them again might book twice. A
 * refusal leaves them as they are.
 */
export const useMade = ({ made }: OneBooking, clear: () => void): void => {
  const latest = useRef(clear)
  useEffect(() => {
    latest.current = clear
  })
  useEffect(() => {
    if (made !== undefined) latest.current()
  }, [made])
}
