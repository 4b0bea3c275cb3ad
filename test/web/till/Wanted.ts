import type { Refusal } from "../../../web/kit/Refusal.ts"
import type * as Booking from "../../../web/till/journal/Booking.ts"
import type { Present } from "../../../web/till/journal/Schedule.ts"

const owner: Booking.Owner = { registration: "here", terminalId: 1, tillId: 2, userId: 3 }
export const present: Present = owner

/** A sale that is to be booked. */
export const wanted = (uuid: string, more: Partial<Booking.Draft> = {}): Booking.Draft => ({
  uuid,
  call: "POST /order/book-sale",
  body: { uuid, buttons: [] },
  owner,
  subject: { chip: null, amount: null, text: uuid },
  askable: true,
  byCard: false,
  ...more
})

export const refusal = (status: number, id: string): Refusal => ({
  status,
  id,
  rule: "",
  message: "",
  fields: {},
  retryAfterSeconds: undefined,
  body: {}
})

export const noAnswer: Booking.Attempt = { ok: false, refusal: refusal(0, "Unreachable") }
