import type { Amount } from "../../kit/Amount.ts"
import type { Refusal } from "../../kit/Refusal.ts"
import type { BookingCall } from "./BookingCalls.ts"

/** Who made a booking, and where. A booking is sent for them alone. */
export interface Owner {
  /** Names the registration of this browser as a terminal; a later registration has another name. */
  readonly registration: string
  readonly terminalId: number
  readonly tillId: number
  readonly userId: number
}

/** What a booking is about, in words and numbers that a person recognises it by. */
export interface Subject {
  /** The guest's chip in hexadecimal; `null` if no chip is involved. */
  readonly chip: string | null
  /** `null` if the booking is not about an amount. */
  readonly amount: Amount | null
  /** The cash that the guest gave; absent unless a person entered it. */
  readonly given?: Amount | undefined
  /** What was booked, such as "2 × Beer, Coffee". */
  readonly text: string
}

/**
 * - `drafted`: written down, never given to the network.
 * - `card`: written down; waits for the card payment and is not sent before.
 * - `sent`: an attempt is under way.
 * - `unknown`: at least one attempt ended without an answer, so no one here knows whether the server has booked it.
 * - `booked`, `refused`, `givenUp`: final.
 */
export type Phase = "drafted" | "card" | "sent" | "unknown" | "booked" | "refused" | "givenUp"

/** A booking as the journal keeps it. */
export interface Booking {
  /** The key by which the server recognises a repeated request; it is in `body` as well. */
  readonly uuid: string
  readonly call: BookingCall
  /** The request. It never changes. */
  readonly body: object
  readonly owner: Owner
  readonly subject: Subject
  /** Milliseconds since 1970, as all moments here. */
  readonly draftedAt: number
  readonly phase: Phase
  /** When the latest attempt began; `null` if there was none. */
  readonly sentAt: number | null
  /** When the latest attempt ended without an answer; `null` if every attempt was answered. */
  readonly lostAt: number | null
  /** Nothing is sent any more; the server is only asked whether it has the booking. */
  readonly stopping: boolean
  /** Whether the server can be asked if it has the booking. */
  readonly askable: boolean
  /** Whether the payment is one by card, which the server may still find out about by itself. */
  readonly byCard: boolean
  /** Why the latest attempt was not carried out, or why the booking is refused. */
  readonly refusal: Refusal | null
  /** The server's answer to a booking that is booked; `null` while there is none, or if only the fact is known. */
  readonly answer: unknown
  /** When the booking became final. */
  readonly settledAt: number | null
}

/** The outcome of one attempt. */
export type Attempt = { readonly ok: true; readonly answer: unknown } | {
  readonly ok: false
  readonly refusal: Refusal
}

/** The outcome of an attempt that was not made, as its owner had left in the meantime. */
export const unsent: Attempt = {
  ok: false,
  refusal: { status: 0, id: "", rule: "", message: "", fields: {}, retryAfterSeconds: undefined, body: {} }
}

/** Whether the server has a booking; `unclear` if it could not be asked. */
export type Finding = "booked" | "absent" | "unclear"

/**
 * How long after its end an attempt without an answer may still reach the server, in milliseconds. The server needs less than
 * 3 seconds for a request; the rest is for a system that goes on sending what a closed connection left behind, which Linux
 * does for about 100 seconds, and for proxies.
 */
export const longestDelivery = 180_000

/**
 * How long a card payment whose cashier has left may still be found paid, in milliseconds. The server gives payments up after
 * a day by itself.
 */
export const longestCardPayment = 2 * 86_400_000

export const isFinal = ({ phase }: Pick<Booking, "phase">): boolean =>
  phase === "booked" || phase === "refused" || phase === "givenUp"

export type Draft = Pick<Booking, "askable" | "body" | "byCard" | "call" | "owner" | "subject" | "uuid">

export const draft = (wanted: Draft, phase: "card" | "drafted", now: number): Booking => ({
  ...wanted,
  draftedAt: now,
  phase,
  sentAt: null,
  lostAt: null,
  stopping: false,
  refusal: null,
  answer: null,
  settledAt: null
})

/** Before an attempt. `undefined` if nothing may be sent; the page that stored the result first makes the attempt. */
export const claim = (booking: Booking, now: number): Booking | undefined =>
  (booking.phase === "drafted" || booking.phase === "unknown") && !booking.stopping
    ? { ...booking, phase: "sent", sentAt: now }
    : undefined

/** After an attempt. */
export const attempted = (booking: Booking, attempt: Attempt, now: number): Booking | undefined => {
  if (booking.phase !== "sent") return undefined
  if (attempt.ok) return settled(booking, "booked", { answer: attempt.answer, refusal: null }, now)
  const { refusal } = attempt
  if (isWithoutVerdict(refusal)) return { ...booking, phase: "unknown", lostAt: now, refusal }
  if (refusal.id === "AlreadyProcessed") return settled(booking, "booked", { refusal: null }, now)
  if (booking.lostAt === null) return settled(booking, "refused", { refusal }, now)
  // An earlier attempt may have been booked before this one was refused, or may be on its way still.
  if (!isAfterLookUp(refusal)) return { ...booking, phase: "unknown", refusal }
  if ((booking.sentAt ?? 0) >= certainAt(booking)) return settled(booking, "refused", { refusal }, now)
  return { ...booking, phase: "unknown", stopping: booking.askable, refusal }
}

/** The page that made an attempt is gone, and with it the answer. */
export const abandoned = (booking: Booking, now: number): Booking | undefined =>
  booking.phase === "sent" ? { ...booking, phase: "unknown", lostAt: now } : undefined

/** The person gives the booking up. What was never sent ends at once. */
export const stopped = (booking: Booking, now: number): Booking | undefined => {
  if (booking.phase === "drafted") return settled(booking, "givenUp", {}, now)
  return booking.phase === "unknown" && booking.askable && !booking.stopping
    ? { ...booking, stopping: true, refusal: null }
    : undefined
}

/** The card was charged, so the booking may be sent. */
export const paid = (booking: Booking): Booking | undefined =>
  booking.phase === "card" ? { ...booking, phase: "drafted" } : undefined

/** The server refused to register it for its card payment, so that there is nothing to charge. */
export const unregistered = (booking: Booking, refusal: Refusal, now: number): Booking | undefined =>
  booking.phase === "card" ? settled(booking, "refused", { refusal }, now) : undefined

/**
 * After the server was asked about a booking that is no longer sent. Only when no attempt can be on its way any more does
 * "absent" mean that it will never be booked.
 */
export const found = (booking: Booking, finding: Finding, now: number): Booking | undefined => {
  if (finding === "unclear" || isFinal(booking)) return undefined
  if (booking.phase === "card") {
    return finding === "booked" ? settled(booking, "booked", {}, now) : settled(booking, "givenUp", {}, now)
  }
  if (booking.phase !== "unknown" || !booking.stopping) return undefined
  if (finding === "booked") return settled(booking, "booked", { refusal: null }, now)
  if (now < certainAt(booking)) return undefined
  return settled(booking, booking.refusal === null ? "givenUp" : "refused", {}, now)
}

/**
 * After the server was asked about a card payment whose cashier has left. The card may be charged meanwhile, so "absent" ends
 * the booking only when no one can still report that.
 */
export const left = (booking: Booking, finding: Finding, now: number): Booking | undefined =>
  booking.phase === "card" && finding === "absent" && now < booking.draftedAt + longestCardPayment
    ? undefined
    : found(booking, finding, now)

/** From when on no attempt of the booking can reach the server any more. */
export const certainAt = ({ draftedAt, lostAt }: Booking): number =>
  lostAt === null ? draftedAt : lostAt + longestDelivery

const settled = (
  booking: Booking,
  phase: "booked" | "givenUp" | "refused",
  more: Partial<Pick<Booking, "answer" | "refusal">>,
  now: number
): Booking => ({ ...booking, ...more, phase, stopping: false, settledAt: now })

/** Whether the refusal says nothing about the booking: no answer, an overload, a fault, or not from our server at all. */
export const isWithoutVerdict = ({ id, status }: Refusal): boolean =>
  status === 0 || status === 408 || status === 425 || status === 429 || status >= 500 || id === "TooManyAttempts" ||
  (id === "" && status !== 401)

/** The refusals that come before the server looks for the uuid (`docs/reference/order-of-checks.md`). */
const beforeLookUp: ReadonlySet<string> = new Set([
  "AccessDenied",
  "BodyTooLarge",
  "InvalidRequest",
  "NodeIsReadOnly",
  "TillRequired",
  "Unauthorized"
])

/** Whether the server refused after it had found no booking with the uuid. */
export const isAfterLookUp = ({ id, status }: Refusal): boolean => status !== 401 && !beforeLookUp.has(id)
