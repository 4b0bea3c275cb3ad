import type { TerminalApi } from "@wristbank/http/api/terminal/TerminalApi"
import type { Answer, Call, CallOptions } from "../../kit/Call.ts"
import { unreachable } from "../../kit/Refusal.ts"
import { type Attempt, type Booking, type Finding, isAfterLookUp, isWithoutVerdict } from "./Booking.ts"
import { checkOf, type Question, questionOf } from "./BookingCalls.ts"

/** The server answers a booking within 3 seconds or never. */
const options: CallOptions = { timeoutMilliseconds: 8_000 }

/** A call by its name alone: what the journal sends was typed when it was drafted. */
type AnyCall = (name: string, input: { readonly body: object }, options: CallOptions) => Promise<Answer<unknown>>

/** Sends bookings, and asks about them, with the calls of one registered terminal. */
export const transmission = (call: Call<typeof TerminalApi>) => {
  const anyCall: AnyCall = async (...input) => heard(await (call as AnyCall)(...input))
  const answerTo = async (question: Question | undefined): Promise<Finding> =>
    question === undefined
      ? "unclear"
      : findingOf(await anyCall(question.call, { body: question.body }, options), question.isCancel)
  return {
    send: (booking: Booking): Promise<Attempt> => anyCall(booking.call, { body: booking.body }, options),
    ask: (booking: Booking): Promise<Finding> => answerTo(questionOf(booking)),
    check: (booking: Booking): Promise<Finding> => answerTo(checkOf(booking))
  }
}

/** The server answers these calls with JSON: a page comes from elsewhere, such as one to sign in to a network, whatever its status. */
const heard = (answer: Answer<unknown>): Answer<unknown> =>
  answer.ok && answer.answer instanceof Blob ? { ok: false, refusal: unreachable } : answer

/**
 * What the answer says to a check, or to the attempt to cancel a payment by card. A check that is refused after the server
 * looked for the uuid says that there is none.
 */
const findingOf = (answer: Answer<unknown>, isCancel: boolean): Finding => {
  if (answer.ok) return "absent"
  const { id } = answer.refusal
  if (id === "AlreadyProcessed" || id === "CardPaymentSuccessful") return "booked"
  if (isCancel) return id === "NotFound" ? "absent" : "unclear"
  return isWithoutVerdict(answer.refusal) || !isAfterLookUp(answer.refusal) ? "unclear" : "absent"
}
