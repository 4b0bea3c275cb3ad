import * as Money from "@wristbank/core/base/Money"
import { TillButtons } from "@wristbank/core/event/TillButtons"
import { orderRules } from "@wristbank/core/journal/OrderRules"
import type { AtEvent } from "@wristbank/core/organisation/Caller"
import { GrantVoucherPayload } from "@wristbank/core/sale/Grant"
import { Grants } from "@wristbank/core/sale/Grants"
import type { SignedInTerminal } from "@wristbank/core/till/Terminal"
import { TerminalGuard } from "@wristbank/core/till/TerminalGuard"
import { Context, DateTime, Effect } from "effect"
import { paidByCard } from "../simulation/CardPayments.ts"
import { festivalSteps } from "../simulation/FestivalSteps.ts"
import { eachInTurn } from "../simulation/InTurn.ts"
import { isUnder16 } from "../simulation/Premises.ts"
import { sentAgain } from "../simulation/SentAgain.ts"
import { type BookingStep, isBooking } from "../simulation/Step.ts"
import { bookingKeys, ticks } from "../simulation/Ticks.ts"
import { callBookings } from "../simulation/TillBookings.ts"
import { tillRequests, uuidOf } from "../simulation/TillRequests.ts"
import { millisPerDay, millisPerMinute } from "../simulation/Timetable.ts"
import { financier, guests, personNamed } from "./DemoPeople.ts"
import { closeTill, openTill } from "./DemoTerminal.ts"

/** Guests of the two days before the demo is made. Tests have fewer, as each start of the demo books all that they did. */
export const PastGuests = Context.Reference<number>("stand-ins/reference/PastGuests", { defaultValue: () => 36 })

/** These guests have the last tags, so that the others stay free to try. */
export const pastTags = 40

/** The days of these guests. The second ends some time before the demo is made, so that a user's own bookings stand out. */
const days = 2
const pauseMillis = 90 * millisPerMinute

/** Who works where. Those whose role needs it are let in by the office. */
const staff = [
  { till: "Bar 1", worker: "Anna" },
  { till: "Bar 2", worker: "Ben" },
  { till: "Food", worker: "Dario" },
  { till: "Entry", worker: "Ella" },
  { till: "Cash desk", worker: "Grete" }
] as const

/** The demo's tills in the order of the simulated ones. Guests top up at the cash desk alone. */
const places = ["Bar 1", "Bar 2", "Food", "Entry", "Cash desk", "Cash desk"] as const

const sizeOf = (count: number) => ({ guests: count, days, tills: places.length, seed: 1, presale: false })

/** What is booked: the shifts of the demo's cashiers are its own, and so are the wristbands that guests lose. */
const pastSteps = (count: number): ReadonlyArray<BookingStep> => [...festivalSteps(sizeOf(count))].filter(isBooking)

/** The payments that the card provider has. It never saw the last one at the cash desk, so someone has to look at it. */
export const pastCardPayments = Effect.map(PastGuests, (count) => {
  const paid = pastSteps(count).filter((step) => paidByCard(step) > 0n)
  const unseen = paid.findLast((step) => places[step.till] === "Cash desk")
  return paid.filter((step) => step !== unseen)
    .map((step) => ({ uuid: uuidOf(step), amount: Money.Cents.make(paidByCard(step)) }))
})

/** The tags of the guests by their numbers: the ticket of a tag follows from its age limit. */
const tagsOf = (count: number) => {
  const free = guests.slice(-pastTags)
  const [young, others] = [
    free.filter(({ restriction }) => restriction === "under_16"),
    free.filter(({ restriction }) => restriction === null)
  ]
  return Array.from({ length: count }, (_, guest) => {
    const tag = (isUnder16(guest) ? young : others).shift()
    if (tag === undefined) throw new Error(`The demo has no tag for guest ${guest}`)
    return { pin: tag.pin, uid: tag.uid, restriction: isUnder16(guest) ? "under_16" as const : null }
  })
}

/** Vouchers for the first guests, as for a crew. */
const crew = 8

/**
 * Books two days of guests, minute by minute. What was booked by an interrupted start is not booked
 * again, as uuids and contents are the same.
 */
export const spendPast = Effect.fnUntraced(function*(caller: AtEvent, now: DateTime.Utc) {
  const count = yield* PastGuests
  const terminals = new Map<string, SignedInTerminal>()
  for (const { till, worker } of staff) {
    terminals.set(till, yield* openTill(caller, till, [financier, personNamed(worker)]))
  }
  const guard = yield* TerminalGuard
  const buttons = yield* (yield* TillButtons).list(caller)
  const requests = tillRequests({
    buttons: new Map(buttons.map(({ id, name }) => [name, Number(id)])),
    wristbands: { guests: tagsOf(count), spare: [], staff: [] }
  })
  const begin = DateTime.toEpochMillis(now) - pauseMillis - days * millisPerDay
  const calls = places.map((till) => guard.call(terminals.get(till)!, ["can_book_orders"]))
  const booking = yield* callBookings(calls, requests, begin)
  const book = (step: BookingStep) =>
    Effect.catchIf(booking(step), ({ rule }) => rule === orderRules.order_cancelled.name, () => Effect.void)
  const grants = yield* Grants
  const lead = guard.call(terminals.get("Bar 1")!, ["grant_vouchers"])
  const steps = pastSteps(count)
  const grant = Effect.forEach(
    steps.filter(({ at }) => at < millisPerDay).flatMap((step) => step.kind === "entry" ? step.guests : []).slice(
      0,
      crew
    ),
    (guest) =>
      sentAgain(grants.vouchers(
        lead,
        new GrantVoucherPayload({
          vouchers: 2,
          user_tag_uid: requests.wornBy(guest).uid,
          request_id: `00000000-0000-4004-8000-${String(guest).padStart(12, "0")}`
        })
      )),
    { discard: true }
  )
  let granted = false
  for (const { at, others, together } of ticks(steps)) {
    if (!granted && at >= millisPerDay) {
      yield* grant
      granted = true
    }
    yield* eachInTurn(together.filter(isBooking), bookingKeys, book)
    yield* Effect.forEach(others.filter(isBooking), book, { discard: true })
  }
  yield* Effect.forEach(staff, ({ till }) => closeTill(caller, till), { discard: true })
})
