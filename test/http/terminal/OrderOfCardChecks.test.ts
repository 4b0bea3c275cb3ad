import { assert, layer } from "@effect/vitest"
import { checksOf, nameOf, orderOfChecks } from "@wristbank/docs/orderOfChecks"
import * as Fake from "@wristbank/stand-ins/card-provider/FakeAnswer"
import { FakeSumUp } from "@wristbank/stand-ins/card-provider/FakeSumUp"
import { Effect, Fiber, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { pairsOf, refusalIn, refusalOf } from "../../support/checkPairs.ts"
import { Festival, payOut, sale, topUp } from "../../support/Festival.ts"
import { takeCards } from "../../support/FestivalCards.ts"
import { refused, untouched } from "../../support/FestivalLedger.ts"
import {
  cents,
  paymentStateOf,
  provider,
  registered,
  shownOf,
  sound,
  sweepAfter
} from "../../support/FestivalPayments.ts"
import { done } from "../../support/FestivalServer.ts"
import { settle } from "../../support/FestivalSettlements.ts"
import { FestivalTickets, scanOf, ticketSale } from "../../support/FestivalTickets.ts"
import { locked, lockWaits } from "../../support/lockWaits.ts"

const withCards = Layer.provideMerge(Layer.effectDiscard(takeCards), FestivalTickets.layer)

const card = { payment_method: "sumup" }

const failure = "CardPaymentFailed"
const back = "order.money_went_back"
const money = "order.other_money_charged"
const merchant = "order.other_merchant_paid"
const uuidTaken = "order.unbookable_uuid_taken"

/** The provider's answer about a payment in which these checks find a fault; without any it is right. */
const paymentBreaking = (breaks: (check: string) => boolean, amount: number, detail = "") =>
  (breaks(`${failure}${detail}`) ? Fake.failed : breaks(`${back}${detail}`) ? Fake.refunded : Fake.paid)(
    cents(breaks(`${money}${detail}`) ? amount - 1 : amount),
    breaks(`${merchant}${detail}`) ? { merchant_code: "SOMEBODY" } : {}
  )

/**
 * Registers a top-up by card while another one, in cash and with the same uuid, is decided but not stored. The returned
 * `store` lets it be stored.
 */
const registeredMeanwhile = Effect.gen(function*() {
  const { bar, event, guest } = yield* Festival
  const sql = yield* SqlClient.SqlClient
  const [payer, other] = [yield* guest(), yield* guest()]
  const cash = topUp(other, 5)
  const request = topUp(payer, 7, { ...card, uuid: cash.uuid })
  const unlock = yield* locked(
    sql`select from account where event_id = ${event} and id = ${other.accountId} for update`
  )
  const storing = yield* Effect.forkChild(bar.post("/order/book-topup", cash))
  yield* lockWaits()
  done(yield* bar.post("/order/register-pending-topup", request))
  const store = Effect.map(Effect.andThen(unlock, Fiber.join(storing)), done)
  return { cash, payer, request, store, uuid: request.uuid }
})

/** Books it, and has the other one stored before the provider answers. */
const bookedTooLate = Effect.fnUntraced(function*(breaks: (check: string) => boolean = () => false) {
  const { bar } = yield* Festival
  const { book, hold, release } = yield* FakeSumUp
  const both = yield* registeredMeanwhile
  const { request, store, uuid } = both
  book.answer(uuid, Fake.late(paymentBreaking(breaks, 7, ": registered")))
  const booking = yield* Effect.forkChild(bar.post("/order/book-topup", request))
  yield* Effect.repeat(Effect.sync(() => book.askedFor(uuid)), { until: (asked) => asked > 0 })
  yield* store
  yield* release
  const answer = yield* Fiber.join(booking)
  yield* hold
  return { ...both, answer }
})

layer(withCards, { excludeTestServices: true })("the order of checks of a registered order", (it) => {
  it.effect("comes before the decision", () =>
    Effect.gen(function*() {
      const { bar, tills } = yield* Festival
      const { payer, request } = yield* registered()
      const other = yield* tills.open({ float: 0 })
      yield* refused(other.post("/order/book-topup", { ...request, amount: 0 }), "order.registered_elsewhere")
      yield* refused(bar.post("/order/book-topup", { ...request, amount: 0 }), "order.registered_otherwise")
      const paid = { ...payOut(payer, 5), uuid: request.uuid }
      yield* refused(other.post("/order/book-payout", paid), "order.registered_elsewhere")
      yield* refused(bar.post("/order/book-payout", paid), "order.registered_otherwise")
      for (
        const [booking, decided] of [
          ["topUp", "order.top_up_not_positive"],
          ["payOut", "order.pay_out_not_negative"]
        ] as const
      ) {
        const rows = ["AlreadyProcessed", "order.registered_elsewhere", "order.registered_otherwise", decided]
        const names = checksOf(orderOfChecks[booking]).map(nameOf)
        assert.deepStrictEqual(names.filter((name) => rows.includes(name)), rows)
      }
    }))

  it.effect("goes on with its card payment", () =>
    Effect.gen(function*() {
      const { bar, event, tills } = yield* Festival
      const sql = yield* SqlClient.SqlClient
      const book = yield* provider
      const other = yield* tills.open({ float: 0 })
      const checks = [
        "order.registered_elsewhere",
        "order.registered_otherwise",
        "order.given_up_by_operator",
        ...[failure, back, money, merchant].map((check) => `${check}: registered`)
      ]
      for (const [first, second] of pairsOf("topUp", checks)) {
        const breaks = (name: string) => first === name || second === name
        const { request, uuid } = yield* registered()
        if (breaks("order.given_up_by_operator")) {
          yield* sql`update card_payment set status = 'cancelled', next_check = null,
            settled_at = now(), settled_reason = 'given back' where event_id = ${event} and uuid = ${uuid}::uuid`
        }
        book.answer(uuid, paymentBreaking(breaks, 7, ": registered"))
        const till = breaks("order.registered_elsewhere") ? other : bar
        const sent = { ...request, ...(breaks("order.registered_otherwise") ? { amount: 8 } : {}) }
        const answer = yield* till.post("/order/book-topup", sent)
        assert.strictEqual(refusalOf(answer), refusalIn(first), `${first}, ${second} ${answer.text}`)
      }
    }))

  it.effect("ends with its uuid, which another order may have got meanwhile", () =>
    Effect.gen(function*() {
      const checks = [...[failure, back, money, merchant].map((check) => `${check}: registered`), uuidTaken]
      for (const [first, second] of pairsOf("topUp", checks).filter((pair) => pair[1] === uuidTaken)) {
        const { answer } = yield* bookedTooLate((check) => first === check || second === check)
        assert.strictEqual(refusalOf(answer), refusalIn(first), `${first}, ${second} ${answer.text}`)
      }
    }))

  it.effect("asks, for tickets, whether what is handed out is still free", () =>
    Effect.gen(function*() {
      const { tills } = yield* Festival
      const { entrance } = yield* FestivalTickets
      const book = yield* provider
      const gone = "order.unbookable_tags_gone"
      const checks = [...[failure, back, money, merchant].map((check) => `${check}: registered`), gone]
      for (const [first, second] of pairsOf("ticketSale", checks).filter((pair) => pair[1] === gone)) {
        const tag = yield* tills.tag()
        const request = ticketSale([scanOf(tag)], card)
        const { uuid } = request
        done(yield* entrance.post("/order/register-pending-ticket-sale", request))
        book.answer(uuid, Fake.absent)
        done(yield* entrance.post("/order/cancel-pending-ticket-sale", { order_uuid: uuid }))
        done(yield* entrance.post("/order/book-ticket-sale", ticketSale([scanOf(tag)])))
        book.answer(uuid, paymentBreaking((check) => first === check || second === check, 20, ": registered"))
        const answer = yield* untouched(entrance.post("/order/book-ticket-sale", request))
        assert.strictEqual(refusalOf(answer), refusalIn(first), `${first}, ${second} ${answer.text}`)
        if (first === gone) {
          assert.strictEqual(
            (yield* shownOf(uuid))?.problem,
            "Paid, but it can't be booked: what it was to hand out belongs to someone else by now"
          )
        }
      }
      yield* sound
    }))
})

layer(withCards, { excludeTestServices: true })("a paid order whose uuid another order has", (it) => {
  it.effect("is never booked, and its money is kept for an operator", () =>
    Effect.gen(function*() {
      const { bar, has } = yield* Festival
      const book = yield* provider
      const late = yield* bookedTooLate()
      book.answer(late.uuid, Fake.paid(cents(7)))
      assert.strictEqual(refusalOf(late.answer), uuidTaken)
      const known = yield* registeredMeanwhile
      book.answer(known.uuid, Fake.paid(cents(7)))
      const stored = yield* known.store
      yield* refused(bar.post("/order/book-topup", known.request), "AlreadyProcessed", { uuid: known.uuid })
      assert.strictEqual(done(yield* untouched(bar.post("/order/book-topup", known.cash))).text, stored.text)
      yield* untouched(sweepAfter(90_000))
      for (const { payer, request, uuid } of [late, known]) {
        assert.deepStrictEqual(yield* has(payer), { balance: 100, vouchers: 0 })
        yield* refused(bar.post("/order/book-topup", request), "AlreadyProcessed", { uuid })
        assert.strictEqual(yield* paymentStateOf(uuid), "pending verified")
        assert.strictEqual((yield* shownOf(uuid))?.problem, "Paid, but it can't be booked: another order has its uuid")
        yield* settle(uuid, "dismiss", "given back")
        assert.isUndefined(yield* shownOf(uuid))
      }
      yield* sound
    }))
})

layer(withCards, { excludeTestServices: true })("the order of checks of a payment that was not registered", (it) => {
  it.effect("comes after the decision", () =>
    Effect.gen(function*() {
      const { bar, guest, press, tills } = yield* Festival
      const { entrance, open } = yield* FestivalTickets
      const book = yield* provider
      const noCards = { enable_card_payment: false }
      const other = yield* tills.open({ flags: noCards })
      const otherEntrance = yield* open({ flags: noCards })
      const bookings = {
        sale: {
          path: "/order/book-sale",
          request: () => Effect.succeed(sale([press("beer", 4)], null, card)),
          decision: "TillPermission: enable_card_payment",
          tills: { right: bar, refusing: other }
        },
        topUp: {
          path: "/order/book-topup",
          request: () => Effect.map(guest(), (payer) => topUp(payer, 20, card)),
          decision: "TillPermission: allow_top_up",
          tills: { right: bar, refusing: yield* tills.open({ flags: { allow_top_up: false } }) }
        },
        ticketSale: {
          path: "/order/book-ticket-sale",
          request: () => Effect.map(tills.tag(), (tag) => ticketSale([scanOf(tag)], card)),
          decision: "TillPermission: enable_card_payment",
          tills: { right: entrance, refusing: otherEntrance }
        }
      }
      for (const booking of ["sale", "topUp", "ticketSale"] as const) {
        const { decision, path, request, tills: { refusing, right } } = bookings[booking]
        for (const [first, second] of pairsOf(booking, [decision, failure, money, merchant])) {
          const breaks = (name: string) => first === name || second === name
          const sent = yield* request()
          book.answer(sent.uuid, paymentBreaking(breaks, 20))
          const answer = yield* untouched((breaks(decision) ? refusing : right).post(path, sent))
          assert.strictEqual(refusalOf(answer), refusalIn(first), `${booking}: ${first}, ${second} ${answer.text}`)
        }
      }
    }))
})
