import { setTimeout as pause } from "node:timers/promises"
import { bookedAnswer, type BookingCall, type BookingJournal, type Journaled } from "./BookingJournal.ts"
import { payOut, sale, topUp } from "./Festival.ts"
import type { Festival, Guest } from "./Festival.ts"
import type { Body } from "./FestivalServer.ts"
import type { FestivalTill } from "./FestivalTill.ts"

/** The tills and guests of the clients. */
export interface Surroundings {
  /** The addresses of the terminal API; each sending goes to any of them. */
  readonly addresses: ReadonlyArray<string>
  readonly festival: Festival["Service"]
  readonly tills: ReadonlyArray<FestivalTill>
  readonly guests: ReadonlyArray<Guest>
}

/** The number of calls of which one is sent twice at the same time. */
const oneTwiceIn = 10

/** The number of calls after one of which the balance of a guest is read. */
const oneReadIn = 5

/**
 * Books at random until it is stopped. A call without an answer is sent again after a pause or, in every third case, given up.
 */
const client = async (
  surroundings: Surroundings,
  journal: BookingJournal,
  pauseMillis: number,
  signal: AbortSignal
) => {
  const { addresses } = surroundings
  const book = async (entry: Journaled) => {
    const twice = Math.random() < 1 / oneTwiceIn ? [1, 2] : [1]
    await Promise.all(twice.map(() => journal.send(some(addresses), entry)))
  }
  while (!signal.aborted) {
    const till = some(surroundings.tills)
    const entry = journal.write({ ...someCall(surroundings), token: till.token })
    await book(entry)
    while (entry.answers.length === 0 && !signal.aborted) {
      await pause(pauseMillis)
      if (Math.random() < 0.33) break
      await book(entry)
    }
    const booked = bookedAnswer(entry)
    const order: Body = booked === undefined ? {} : JSON.parse(booked.text)
    if (order.payment_method === "tag" && order.till_id === till.id && Math.random() < 0.2) {
      await book(journal.write({ path: `/order/${order.id}/cancel`, body: null, token: till.token }))
    }
    if (Math.random() < 1 / oneReadIn) await journal.read(some(addresses), till.token, some(surroundings.guests).uid)
    await pause(10 + Math.random() * 40)
  }
}

/**
 * Lets a number of clients book at once; returns a function that stops them and waits until none has a call under way.
 * @param pauseMillis after a call without an answer
 */
export const startLoad = (surroundings: Surroundings, journal: BookingJournal, clients: number, pauseMillis = 100) => {
  const stopped = new AbortController()
  const load = Promise.all(
    Array.from({ length: clients }, () => client(surroundings, journal, pauseMillis, stopped.signal))
  )
  return async (): Promise<void> => {
    stopped.abort()
    await load
  }
}

const someCall = ({ festival, guests }: Surroundings): Pick<BookingCall, "path" | "body"> => {
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
