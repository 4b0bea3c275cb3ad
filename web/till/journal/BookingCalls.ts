import type { TerminalApi } from "@wristbank/http/api/terminal/TerminalApi"
import type { AnswerOf, BodyOf, CallName } from "../../kit/Call.ts"

interface Recognition {
  /** The field of the request by which the server recognises a repetition. */
  readonly key: "request_id" | "uuid"
  /** The call that says whether the server has the booking; `null` if none does. */
  readonly check: CallName<typeof TerminalApi> | null
  /** The call that registers the booking before its card payment; `null` if it is never paid by card. */
  readonly register: CallName<typeof TerminalApi> | null
  /** The call that cancels the booking while it waits for its card payment; `null` if it never does. */
  readonly cancel: CallName<typeof TerminalApi> | null
}

/** The calls that go through the journal: each may be repeated with the same content and is carried out once. */
export const bookingCalls = {
  "POST /order/book-sale": {
    key: "uuid",
    check: "POST /order/check-sale",
    register: "POST /order/register-pending-sale",
    cancel: "POST /order/cancel-pending-sale"
  },
  "POST /order/book-topup": {
    key: "uuid",
    check: "POST /order/check-topup",
    register: "POST /order/register-pending-topup",
    cancel: "POST /order/cancel-pending-topup"
  },
  "POST /order/book-payout": { key: "uuid", check: "POST /order/check-payout", register: null, cancel: null },
  "POST /order/book-ticket-sale": {
    key: "uuid",
    check: "POST /order/check-ticket-sale",
    register: "POST /order/register-pending-ticket-sale",
    cancel: "POST /order/cancel-pending-ticket-sale"
  },
  "POST /user/grant-free-ticket": { key: "request_id", check: null, register: null, cancel: null },
  "POST /user/grant-vouchers": { key: "request_id", check: null, register: null, cancel: null },
  "POST /stock-up-cash-register": { key: "request_id", check: null, register: null, cancel: null },
  "POST /transfer-cash-register": { key: "request_id", check: null, register: null, cancel: null },
  "POST /change-cash-register-balance": { key: "request_id", check: null, register: null, cancel: null },
  "POST /change-transport-register-balance": { key: "request_id", check: null, register: null, cancel: null }
} as const satisfies Partial<Record<CallName<typeof TerminalApi>, Recognition>>

export type BookingCall = keyof typeof bookingCalls

/** What a booking's call takes beside its uuid. */
export type BookingBody<Name extends BookingCall> = Omit<
  BodyOf<typeof TerminalApi, Name>,
  typeof bookingCalls[Name]["key"]
>

export type BookingAnswer<Name extends BookingCall> = AnswerOf<typeof TerminalApi, Name>

/** The request of a booking: its content with its uuid. */
export const requestOf = <Name extends BookingCall>(call: Name, body: BookingBody<Name>, uuid: string): object => ({
  ...body,
  [bookingCalls[call].key]: uuid
})

/** A call that says whether the server has a booking. */
export interface Question {
  readonly call: CallName<typeof TerminalApi>
  readonly body: object
  readonly isCancel: boolean
}

/** What is asked about: a booking of the journal. */
interface Asked {
  readonly call: BookingCall
  readonly body: object
  readonly uuid: string
  readonly byCard: boolean
}

/** Asks about a booking that is no longer sent, and cancels its card payment; `undefined` if the server can't be asked. */
export const questionOf = (booking: Asked): Question | undefined => {
  const { cancel } = bookingCalls[booking.call]
  return booking.byCard && cancel !== null
    ? { call: cancel, body: { order_uuid: booking.uuid }, isCancel: true }
    : checkOf(booking)
}

/** Asks about a booking and changes nothing; `undefined` if the server can't be asked. */
export const checkOf = ({ body, call }: Pick<Asked, "body" | "call">): Question | undefined => {
  const { check } = bookingCalls[call]
  return check === null ? undefined : { call: check, body, isCancel: false }
}
