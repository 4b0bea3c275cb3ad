import { setTimeout as pause } from "node:timers/promises"
import { payOut, sale, topUp } from "../support/Festival.ts"
import type { Festival, Guest } from "../support/Festival.ts"
import type { Body } from "../support/FestivalServer.ts"
import type { FestivalTill } from "../support/FestivalTill.ts"
import { toJson } from "../support/ServedApi.ts"

/** A client's record of a call, kept before the call is sent, as a terminal must. */
export interface Journaled {
  readonly path: string
  readonly body: Body | null
  readonly token: string
  /** Null until an answer came. */
  answer: { readonly status: number; readonly body: unknown } | null
  /** How often it was sent. */
  sent: number
}

/** The tills and guests of the clients. */
export interface Surroundings {
  /** The address of the terminal API. */
  readonly address: string
  readonly festival: Festival["Service"]
  readonly tills: ReadonlyArray<FestivalTill>
  readonly guests: ReadonlyArray<Guest>
}

/** Sends a call once. Without an answer that gives its outcome it counts as unanswered. */
export const send = async (address: string, call: Journaled): Promise<void> => {
  call.sent++
  try {
    const response = await fetch(address + call.path, {
      method: "POST",
      headers: { "content-type": "application/json", authorization: `Bearer ${call.token}` },
      signal: AbortSignal.timeout(5000),
      ...(call.body === null ? {} : { body: toJson(call.body) })
    })
    const text = await response.text()
    if (response.status !== 503) call.answer = { status: response.status, body: JSON.parse(text) }
  } catch (error) {
    if (!isBroken(error)) throw error
  }
}

/** Sends a call until it is answered. */
export const insist = async (address: string, call: Journaled): Promise<void> => {
  for (let attempt = 0; call.answer === null && attempt < 200; attempt++) {
    await send(address, call)
    if (call.answer === null) await pause(50)
  }
}

/** Books at random until it is stopped. A call without an answer is sent again or, in every third case, given up. */
export const client = async (surroundings: Surroundings, journal: Array<Journaled>, signal: AbortSignal) => {
  const { address } = surroundings
  while (!signal.aborted) {
    const till = some(surroundings.tills)
    const call = journaled(someCall(surroundings), till, journal)
    await send(address, call)
    const answer = () => call.answer
    while (answer() === null && !signal.aborted && Math.random() > 0.33) {
      await pause(100)
      await send(address, call)
    }
    const { body } = answer() ?? { body: null }
    if (isBody(body) && body.payment_method === "tag" && body.till_id === till.id && Math.random() < 0.2) {
      await send(address, journaled({ path: `/order/${body.id}/cancel`, body: null }, till, journal))
    }
    await pause(10 + Math.random() * 40)
  }
}

const journaled = (
  call: Pick<Journaled, "path" | "body">,
  till: FestivalTill,
  journal: Array<Journaled>
): Journaled => {
  const entry: Journaled = { ...call, token: till.token, answer: null, sent: 0 }
  journal.push(entry)
  return entry
}

const someCall = ({ festival, guests }: Surroundings): Pick<Journaled, "path" | "body"> => {
  const { press, priced } = festival
  const guest = some(guests)
  const pieces = 1 + Math.floor(Math.random() * 3)
  const amount = (100 + Math.floor(Math.random() * 2000)) / 100
  switch (Math.floor(Math.random() * 8)) {
    case 0:
      return { path: "/order/book-topup", body: topUp(guest, amount) }
    case 1:
      return { path: "/order/book-topup", body: topUp(guest, amount, { payment_method: "sumup" }) }
    case 2:
      return { path: "/order/book-payout", body: payOut(guest, -pieces) }
    case 3:
      return { path: "/order/book-sale", body: sale([priced("open", amount)], null, { payment_method: "cash" }) }
    case 4:
      return { path: "/order/book-sale", body: sale([press("crate", pieces)], null, { payment_method: "sumup" }) }
    case 5:
      return { path: "/order/book-sale", body: sale([press("deposit", -1)], guest) }
    default:
      return { path: "/order/book-sale", body: sale([press("beer", pieces), press("crate")], guest) }
  }
}

const some = <A>(list: ReadonlyArray<A>): A => list[Math.floor(Math.random() * list.length)]!

const isBody = (value: unknown): value is Body => typeof value === "object" && value !== null

// Whether the connection was refused or broke, or the answer was cut off or never came.
const isBroken = (error: unknown) =>
  error instanceof TypeError || error instanceof SyntaxError ||
  (error instanceof DOMException && error.name === "TimeoutError")
