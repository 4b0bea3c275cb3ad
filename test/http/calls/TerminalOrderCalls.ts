import { Effect } from "effect"
import { Festival, payOut, sale, topUp } from "../../support/Festival.ts"
import { takeCards } from "../../support/FestivalCards.ts"
import { promote } from "../../support/FestivalManager.ts"
import { type Body, created, done } from "../../support/FestivalServer.ts"
import { scanOf, ticketSale } from "../../support/FestivalTickets.ts"
import type { FestivalTill } from "../../support/FestivalTill.ts"
import { newName, storedPicture } from "./OfficeCatalogueCalls.ts"
import type { ValidCall } from "./ValidCall.ts"

/** A valid call with the token of the terminal that may make it. */
interface TerminalCall extends ValidCall {
  readonly token: string
  /** The terminal and the user that its audit entry names. */
  readonly terminalId?: number
  readonly userId?: number
}

type TerminalCalls = { readonly [call: string]: Effect.Effect<TerminalCall> }

const card = { payment_method: "sumup" }

/** Bookings, their checks, and orders shown to cashiers. */
const orders = Effect.gen(function*() {
  const { bar, guest, press } = yield* Festival
  const at = (body: Body): TerminalCall => ({ token: bar.token, body })
  const visitor = yield* guest()
  const sold = Effect.map(
    Effect.suspend(() => bar.post("/order/book-sale", sale([press("beerOnly")], visitor))),
    (answer) => ({ token: bar.token, path: { order_id: done(answer).body.id } })
  )
  const selling = Effect.map(guest(), (buyer) => at(sale([press("beerOnly")], buyer)))
  const toppingUp = Effect.map(guest({ balance: 0 }), (buyer) => at(topUp(buyer, 2)))
  const payingOut = Effect.map(guest({ balance: 5 }), (buyer) => at(payOut(buyer, -1)))
  const calls: TerminalCalls = {
    "GET /order": Effect.succeed({ token: bar.token }),
    "GET /order/{order_id}": sold,
    "POST /order/{order_id}/cancel": sold,
    "POST /order/check-sale": selling,
    "POST /order/book-sale": selling,
    "POST /order/check-topup": toppingUp,
    "POST /order/book-topup": toppingUp,
    "POST /order/check-payout": payingOut,
    "POST /order/book-payout": payingOut
  }
  return calls
})

const logged = { audit: "pending_order_cancelled" }

const by = ({ cashier, terminalId, token }: FestivalTill) => ({ token, terminalId, userId: cashier.id })

/** Orders that wait for their card payment. */
const pendingOrders = Effect.gen(function*() {
  const festival = yield* Festival
  const { bar, guest, press } = festival
  const cards = Effect.provideService(takeCards, Festival, festival)
  const at = (body: Body): TerminalCall => ({ token: bar.token, body })
  const selling = Effect.map(cards, () => at(sale([press("beer")], null, card)))
  const toppingUp = Effect.andThen(cards, Effect.map(guest({ balance: 0 }), (buyer) => at(topUp(buyer, 1, card))))
  const givingUp = (path: string, call: Effect.Effect<TerminalCall>) =>
    Effect.flatMap(
      call,
      ({ body }) =>
        Effect.map(
          bar.post(path, body),
          (answer) => ({ ...by(bar), ...logged, body: { order_uuid: done(answer).body.uuid } })
        )
    )
  const calls: TerminalCalls = {
    "POST /order/register-pending-sale": selling,
    "POST /order/cancel-pending-sale": givingUp("/order/register-pending-sale", selling),
    "POST /order/register-pending-topup": toppingUp,
    "POST /order/cancel-pending-topup": givingUp("/order/register-pending-topup", toppingUp)
  }
  return calls
})

/** A till at an entrance that sells tickets. */
const entrance = Effect.gen(function*() {
  const { office, taxes, tills } = yield* Festival
  const ticket = yield* created(office("POST", "/tickets", {
    name: newName(),
    price: 12,
    initial_top_up_amount: 5,
    tax_rate_id: taxes.none,
    is_locked: true,
    restrictions: []
  }))
  const layout = yield* created(office("POST", "/till-layouts", { name: newName(), ticket_ids: [ticket] }))
  return yield* tills.open({ float: 100, profileId: yield* tills.profile({}, layout) })
})

/** Ticket scans and sales. */
const tickets = Effect.gen(function*() {
  const festival = yield* Festival
  const { tills } = festival
  const till = yield* entrance
  const { post, token } = till
  const cards = Effect.provideService(takeCards, Festival, festival)
  const scan = Effect.map(tills.tag(), (tag) => scanOf(tag))
  const selling = Effect.map(scan, (tag): TerminalCall => ({ token, body: ticketSale([tag]) }))
  const pending = Effect.andThen(
    cards,
    Effect.map(scan, (tag): TerminalCall => ({
      token,
      body: ticketSale([tag], card)
    }))
  )
  const calls: TerminalCalls = {
    "POST /order/check-ticket-scan": Effect.map(scan, (tag) => ({ token, body: { customer_tags: [tag] } })),
    "POST /order/check-ticket-sale": selling,
    "POST /order/book-ticket-sale": selling,
    "POST /order/register-pending-ticket-sale": pending,
    "POST /order/cancel-pending-ticket-sale": Effect.flatMap(
      pending,
      ({ body }) =>
        Effect.map(post("/order/register-pending-ticket-sale", body), (answer) => ({
          ...by(till),
          ...logged,
          body: { order_uuid: done(answer).body.uuid }
        }))
    )
  }
  return calls
})

const days = { start_date: "2026-07-01T00:00:00Z", end_date: "2026-07-08T00:00:00Z", daily_end_time: "06:00" }

/** The terminal's own data, colleagues and guests. */
const shown = Effect.gen(function*() {
  const { bar, configure, guest, tills } = yield* Festival
  const officeTill = yield* tills.open()
  yield* promote(officeTill)
  const visitor = yield* guest()
  const ofVisitor = Effect.succeed({ token: bar.token, path: { customer_tag_uid: visitor.uid } })
  const ofDesk = ({ token }: FestivalTill, more: ValidCall = {}) => Effect.succeed({ token, ...more })
  const calls: TerminalCalls = {
    "GET /health": ofDesk(officeTill),
    "GET /health/ready": ofDesk(officeTill),
    "GET /config": ofDesk(officeTill),
    "GET /availability": ofDesk(officeTill),
    "GET /media/button/{hash}": ofDesk(officeTill, { path: { hash: yield* storedPicture } }),
    "GET /user": ofDesk(officeTill),
    "GET /customer/{customer_tag_uid}": ofVisitor,
    "GET /customer/{customer_tag_uid}/orders": ofVisitor,
    "POST /customer/find-by-pin": ofDesk(officeTill, { body: { user_tag_pin: visitor.pin } }),
    "GET /cash-registers": ofDesk(officeTill),
    "GET /cash-register-stockings": ofDesk(officeTill),
    "POST /user-info": ofDesk(officeTill, { body: { user_tag_uid: bar.cashier.uid } }),
    "POST /user/check-login": Effect.map(tills.colleague(), ({ uid }) => ({ token: officeTill.token, body: { uid } })),
    "POST /mgmtrevenue-stats": Effect.andThen(
      configure(days),
      ofDesk(officeTill, { body: { from_time: null, to_time: null } })
    )
  }
  return calls
})

/** A valid call for each call of the terminal API that books an order, or changes nothing. */
export const terminalOrders = Effect.map(
  Effect.all([orders, pendingOrders, tickets, shown]),
  (groups): TerminalCalls => Object.assign({}, ...groups)
)
