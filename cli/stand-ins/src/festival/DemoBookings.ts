import { CashRegisters } from "@wristbank/core/cash/CashRegisters"
import { Stockings } from "@wristbank/core/cash/Stockings"
import { RegisterStockUpPayload } from "@wristbank/core/cash/StockUp"
import { StockUps } from "@wristbank/core/cash/StockUps"
import type { AtEvent } from "@wristbank/core/organisation/Caller"
import { placeOf } from "@wristbank/core/organisation/Place"
import { Users } from "@wristbank/core/organisation/Users"
import { NewFreeTicketGrant } from "@wristbank/core/sale/Grant"
import { Grants } from "@wristbank/core/sale/Grants"
import { NewTopUp } from "@wristbank/core/sale/TopUp"
import { TopUps } from "@wristbank/core/sale/TopUps"
import { dieOnInfrastructure } from "@wristbank/core/sql/Infrastructure"
import type { SignedInTerminal } from "@wristbank/core/till/Terminal"
import { TerminalGuard } from "@wristbank/core/till/TerminalGuard"
import { AccountRepository } from "@wristbank/core/wristband/AccountRepository"
import { DateTime, Effect, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { sentAgain } from "../simulation/SentAgain.ts"
import { BookedEarlier, bookedEarlier } from "../simulation/SimulatedBooks.ts"
import { closeOutGrete } from "./DemoCloseOut.ts"
import { openFor } from "./DemoEvent.ts"
import { spendPast } from "./DemoPast.ts"
import { makePayouts } from "./DemoPayouts.ts"
import { financier, guests, people } from "./DemoPeople.ts"
import { closeTill, openTill } from "./DemoTerminal.ts"

/** The till of the first bookings. */
const topUpTill = "Top-up"

const newTopUp = Schema.decodeUnknownSync(Schema.toCodecJson(NewTopUp))

/** Guests whose tags are in use. */
export const earlyGuests = guests.slice(0, 20)

/** Their top-ups in turn, in euro. */
const amounts = [20, 50, 10, 35.5, 25]

/** The guests' first money, one in three by card. The uuids are fixed, so that no top-up is booked twice. */
const firstTopUps = earlyGuests.map(({ uid }, at) =>
  newTopUp({
    uuid: `00000000-0000-4000-8000-${String(uid).padStart(12, "0")}`,
    payment_method: at % 3 === 2 ? "sumup" : "cash",
    amount: amounts[at % amounts.length],
    customer_tag_uid: uid
  })
)

/** The top-ups that the card provider must have. */
export const cardTopUps = firstTopUps.filter(({ payment_method }) => payment_method === "sumup")

/**
 * Makes the bookings so far: cashiers got their registers, 20 guests free tickets and money, and other guests spent two
 * days. Each step checks whether it was done already, so an interrupted start is completed.
 */
export const makeBookings = Effect.fnUntraced(function*(caller: AtEvent) {
  const now = yield* DateTime.now
  const terminal = yield* openTill(caller, topUpTill, [financier])
  yield* handOutRegisters(caller, terminal)
  yield* grantTickets(terminal)
  yield* bookedEarlier(Effect.gen(function*() {
    yield* Effect.provideService(topUp(terminal), BookedEarlier, DateTime.subtract(now, { hours: openFor }))
    yield* spendPast(caller, now)
  }))
  yield* makePayouts(caller, earlyGuests)
  yield* closeOutGrete(caller)
  // The cashier who was closed out works on.
  yield* handOutRegisters(caller, yield* openTill(caller, topUpTill, [financier]))
  yield* closeTill(caller, topUpTill)
})

const handOutRegisters = Effect.fnUntraced(function*(caller: AtEvent, session: SignedInTerminal) {
  const terminal = (yield* TerminalGuard).call(session, ["cash_transport"])
  const place = placeOf(caller)
  const stockUps = yield* StockUps
  const floats = yield* (yield* Stockings).list(place)
  const registers = yield* (yield* CashRegisters).list(place)
  const users = yield* (yield* Users).list(caller, null)
  const holders = new Set(registers.map((register) => register.current_cashier_id))
  const free = registers.filter((register) => register.current_cashier_id === null)
  for (const { float, uid } of people) {
    const user = users.find((one) => one.user_tag_uid === uid)
    if (float === undefined || user === undefined || holders.has(user.id)) continue
    const register = free.shift()
    const stocking = floats.find(({ name }) => name === float)
    if (register === undefined || stocking === undefined) continue
    yield* stockUps.run(
      terminal,
      new RegisterStockUpPayload({
        cashier_tag_uid: uid,
        cash_register_id: register.id,
        register_stocking_id: stocking.id
      })
    )
  }
})

/** All in one commit, to make the first start quick. */
const grantTickets = Effect.fnUntraced(function*(session: SignedInTerminal) {
  const guard = yield* TerminalGuard
  const terminal = guard.call(session, ["grant_free_tickets"])
  const accounts = yield* AccountRepository
  const grants = yield* Grants
  const { withTransaction } = yield* SqlClient.SqlClient
  const [first] = earlyGuests
  if (first === undefined || (yield* accounts.byUid(terminal.eventId, first.uid)) !== undefined) return
  // Loads the configuration into memory, which is not possible inside a transaction.
  yield* guard.require(terminal, { till: false, write: true })
  const granted = Effect.forEach(earlyGuests, ({ pin, uid }, at) =>
    grants.freeTicket(
      terminal,
      new NewFreeTicketGrant({ user_tag_pin: pin, user_tag_uid: uid, initial_voucher_amount: at % 4 === 1 ? 2 : 0 })
    ))
  yield* dieOnInfrastructure(withTransaction(granted))
})

const topUp = Effect.fnUntraced(function*(session: SignedInTerminal) {
  const terminal = (yield* TerminalGuard).call(session, ["can_book_orders"])
  const topUps = yield* TopUps
  yield* Effect.forEach(firstTopUps, (wanted) => sentAgain(topUps.book(terminal, wanted)), {
    concurrency: 4,
    discard: true
  })
})
