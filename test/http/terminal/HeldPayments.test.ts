import { assert, layer } from "@effect/vitest"
import { refusalName } from "@wristbank/core/base/Rule"
import * as Fake from "@wristbank/stand-ins/card-provider/FakeAnswer"
import { Effect, Layer } from "effect"
import { Festival, sale, topUp } from "../../support/Festival.ts"
import { takeCards } from "../../support/FestivalCards.ts"
import { refused, untouched } from "../../support/FestivalLedger.ts"
import {
  cents,
  paymentOf,
  paymentStateOf,
  provider,
  registered,
  shownOf,
  sound,
  sweepAfter
} from "../../support/FestivalPayments.ts"
import { done } from "../../support/FestivalServer.ts"
import { reservedFor, settle, settlementsOf, unsettled } from "../../support/FestivalSettlements.ts"
import { FestivalTickets, scanOf, ticketSale } from "../../support/FestivalTickets.ts"

const withCards = Layer.provideMerge(Layer.effectDiscard(takeCards), FestivalTickets.layer)

const card = { payment_method: "sumup" }

/** A ticket that was charged with another amount, with or without a registration. */
const mischarged = Effect.fnUntraced(function*(isRegistered: boolean) {
  const { tills } = yield* Festival
  const { entrance } = yield* FestivalTickets
  const tag = yield* tills.tag()
  const request = ticketSale([scanOf(tag)], card)
  if (isRegistered) done(yield* entrance.post("/order/register-pending-ticket-sale", request))
  const book = yield* provider
  book.answer(request.uuid, Fake.paid(cents(19)))
  const fields = { uuid: request.uuid, needed: 20, paid: 19, currency: "EUR" }
  yield* refused(entrance.post("/order/book-ticket-sale", request), "order.other_money_charged", fields)
  return { fields, request, tag, uuid: request.uuid }
})

layer(withCards, { excludeTestServices: true })("other money for what was not registered", (it) => {
  it.effect("is kept for an operator, whatever was sold", () =>
    Effect.gen(function*() {
      const { bar, guest, press, tills } = yield* Festival
      const { entrance } = yield* FestivalTickets
      const book = yield* provider
      const payer = yield* guest()
      const requests = [
        [bar, "sale", sale([press("beer", 4)], null, card)],
        [bar, "topup", topUp(payer, 20, card)],
        [entrance, "ticket-sale", ticketSale([scanOf(yield* tills.tag())], card)]
      ] as const
      for (const [till, kind, request] of requests) {
        const { uuid } = request
        book.answer(uuid, Fake.paid(cents(12)))
        const fields = { uuid, needed: 20, paid: 12, currency: "EUR" }
        yield* refused(till.post(`/order/book-${kind}`, request), "order.other_money_charged", fields)
        assert.strictEqual(yield* paymentStateOf(uuid), "pending mismatch")
        const shown = yield* shownOf(uuid)
        assert.deepInclude(shown, { amount: cents(20), till_id: BigInt(till.id), cashier_id: BigInt(till.cashier.id) })
        assert.strictEqual(shown?.problem, "The card was charged 12.00 EUR instead of 20.00 EUR")
        assert.strictEqual((yield* paymentOf(uuid)).evidence?.amount, cents(12))
        yield* refused(till.post(`/order/book-${kind}`, request), "order.other_money_charged", fields)
        yield* refused(
          till.post(`/order/cancel-pending-${kind}`, { order_uuid: uuid }),
          "order.other_money_charged",
          fields
        )
      }
      yield* sound
    }))

  it.effect("does not keep others from the tags, and is booked when the provider sets it right", () =>
    Effect.gen(function*() {
      const { entrance } = yield* FestivalTickets
      const book = yield* provider
      const gone = yield* mischarged(false)
      assert.strictEqual(yield* reservedFor(gone.uuid), 0)
      done(yield* entrance.post("/order/book-ticket-sale", ticketSale([scanOf(gone.tag)])))
      const right = yield* mischarged(false)
      book.answer(right.uuid, Fake.paid(cents(20)))
      done(yield* entrance.post("/order/book-ticket-sale", right.request))
      assert.strictEqual(yield* paymentStateOf(right.uuid), "booked verified")
      yield* sound
    }))

  it.effect("is kept once by requests that come at once", () =>
    Effect.gen(function*() {
      const { bar, press } = yield* Festival
      const book = yield* provider
      const request = sale([press("beer")], null, card)
      book.answer(request.uuid, Fake.paid(cents(4)))
      const answers = yield* untouched(
        Effect.all([1, 2, 3, 4].map(() => bar.post("/order/book-sale", request)), { concurrency: 4 })
      )
      assert.deepStrictEqual(answers.map(({ body }) => body.rule), Array<string>(4).fill("order.other_money_charged"))
      assert.strictEqual(yield* paymentStateOf(request.uuid), "pending mismatch")
      yield* sound
    }))
})

layer(withCards, { excludeTestServices: true })("a held order that an operator", (it) => {
  it.effect("books is booked as it was prepared, with the evidence against it", () =>
    Effect.gen(function*() {
      const { moved } = yield* Festival
      const { entrance } = yield* FestivalTickets
      for (const isRegistered of [true, false]) {
        const { request, tag, uuid } = yield* mischarged(isRegistered)
        const problem = (yield* shownOf(uuid))?.problem
        const { moved: change } = yield* moved(settle(uuid, "book", "the guest paid the rest in cash"))
        assert.deepInclude(change, { sale_exit: 12, sumup_entry: -20 })
        assert.strictEqual(yield* paymentStateOf(uuid), "booked mismatch")
        const payment = yield* paymentOf(uuid)
        assert.deepInclude(payment, { settled_reason: "the guest paid the rest in cash", next_check: null })
        assert.strictEqual(payment.evidence?.amount, cents(19))
        assert.isUndefined(yield* shownOf(uuid))
        assert.strictEqual(yield* reservedFor(uuid), 0)
        assert.deepInclude(done(yield* entrance.get(`/customer/${tag.uid}`)).body, { balance: 8 })
        assert.strictEqual(done(yield* entrance.post("/order/book-ticket-sale", request)).body.uuid, uuid)
        assert.deepStrictEqual(yield* settlementsOf(uuid), [{
          settlement: "book",
          reason: "the guest paid the rest in cash",
          by: "olga@office",
          old_status: "pending",
          problem: problem ?? null,
          login: null
        }])
        for (const kind of ["book", "dismiss", "acknowledge"] as const) {
          const refusal = yield* unsettled(uuid, kind)
          assert.strictEqual(refusalName(refusal), "order.payment_settled")
          assert.match(refusal.message, /: the guest paid the rest in cash$/)
        }
      }
      yield* sound
    }))

  it.effect("books can't take what belongs to someone else by now", () =>
    Effect.gen(function*() {
      const { entrance } = yield* FestivalTickets
      const { tag, uuid } = yield* mischarged(false)
      done(yield* entrance.post("/order/book-ticket-sale", ticketSale([scanOf(tag)])))
      const refusal = yield* untouched(unsettled(uuid, "book"))
      assert.strictEqual(refusalName(refusal), "order.unbookable_tags_gone")
      assert.strictEqual(yield* paymentStateOf(uuid), "pending mismatch")
      yield* settle(uuid, "dismiss")
      yield* sound
    }))

  it.effect("dismisses is never booked, whatever the provider says later", () =>
    Effect.gen(function*() {
      const { entrance } = yield* FestivalTickets
      const book = yield* provider
      const { request, tag, uuid } = yield* mischarged(true)
      assert.strictEqual(yield* reservedFor(uuid), 1)
      yield* settle(uuid, "dismiss", "given back")
      assert.strictEqual(yield* paymentStateOf(uuid), "cancelled mismatch")
      assert.isUndefined(yield* shownOf(uuid))
      assert.strictEqual(yield* reservedFor(uuid), 0)
      book.answer(uuid, Fake.paid(cents(20)))
      yield* untouched(sweepAfter(3600))
      yield* refused(entrance.post("/order/book-ticket-sale", request), "order.given_up_by_operator")
      yield* refused(entrance.post("/order/register-pending-ticket-sale", request), "order.registration_cancelled")
      assert.strictEqual(yield* paymentStateOf(uuid), "cancelled mismatch")
      done(yield* entrance.post("/order/book-ticket-sale", ticketSale([scanOf(tag)])))
      yield* sound
    }))

  it.effect("dismisses leaves room for other money on its way", () =>
    Effect.gen(function*() {
      const { bar } = yield* Festival
      const book = yield* provider
      const { payer, request, uuid } = yield* registered(10, 140)
      book.answer(uuid, Fake.paid(cents(1)))
      const fields = { uuid, needed: 10, paid: 1, currency: "EUR" }
      yield* refused(bar.post("/order/book-topup", request), "order.other_money_charged", fields)
      const other = topUp(payer, 10, card)
      yield* refused(bar.post("/order/register-pending-topup", other), "order.maximum_exceeded")
      yield* settle(uuid, "dismiss")
      done(yield* bar.post("/order/register-pending-topup", other))
      yield* sound
    }))

  it.effect("settles while others look at it has one outcome", () =>
    Effect.gen(function*() {
      const { entrance } = yield* FestivalTickets
      const book = yield* provider
      for (let round = 0; round < 6; round++) {
        const { request, uuid } = yield* mischarged(round % 2 === 0)
        book.answer(uuid, Fake.paid(cents(20)))
        const [booked, dismissed, , answer] = yield* Effect.all([
          Effect.exit(settle(uuid, "book")),
          Effect.exit(settle(uuid, "dismiss")),
          sweepAfter(3600),
          entrance.post("/order/book-ticket-sale", request)
        ], { concurrency: 4 })
        const payment = yield* paymentOf(uuid)
        assert.isFalse(booked._tag === "Success" && dismissed._tag === "Success")
        assert.strictEqual(payment.status, dismissed._tag === "Success" ? "cancelled" : "booked")
        assert.strictEqual(answer.status, dismissed._tag === "Success" ? 400 : 200, answer.text)
        const settled = booked._tag === "Success" || dismissed._tag === "Success"
        assert.strictEqual(payment.settled_at !== null, settled)
        assert.lengthOf(yield* settlementsOf(uuid), settled ? 1 : 0)
        assert.isUndefined(yield* shownOf(uuid))
      }
      yield* sound
    }))
})

layer(withCards, { excludeTestServices: true })("an order booked on a terminal's word", (it) => {
  it.effect("is listed until an operator acknowledges it", () =>
    Effect.gen(function*() {
      const { bar, press } = yield* Festival
      const book = yield* provider
      const request = sale([press("beer")], null, card)
      const { uuid } = request
      done(yield* bar.post("/order/book-sale", request))
      book.answer(uuid, Fake.failed(cents(5)))
      yield* sweepAfter(60)
      assert.match((yield* shownOf(uuid))?.problem ?? "", /failed/)
      for (const kind of ["book", "dismiss"] as const) {
        assert.strictEqual(refusalName(yield* untouched(unsettled(uuid, kind))), "order.booked_only_acknowledged")
      }
      assert.deepInclude(yield* settle(uuid, "acknowledge"), { status: "booked" })
      assert.strictEqual(yield* paymentStateOf(uuid), "booked failed")
      assert.isUndefined(yield* shownOf(uuid))
      yield* untouched(sweepAfter(90_000))
      assert.strictEqual(yield* paymentStateOf(uuid), "booked failed")
      const payment = yield* paymentOf(uuid)
      assert.strictEqual(payment.problem, "Booked, but the card payment failed")
      yield* sound
    }))

  it.effect("that is confirmed, and one that waits, need no one", () =>
    Effect.gen(function*() {
      const { bar, press } = yield* Festival
      const book = yield* provider
      const request = sale([press("beer")], null, card)
      book.answer(request.uuid, Fake.paid(cents(5)))
      done(yield* bar.post("/order/book-sale", request))
      const waiting = yield* registered()
      for (const uuid of [request.uuid, waiting.uuid]) {
        for (const kind of ["book", "dismiss", "acknowledge"] as const) {
          assert.strictEqual(refusalName(yield* untouched(unsettled(uuid, kind))), "order.payment_not_listed")
        }
      }
      const unknown = yield* unsettled("00000000-0000-4000-8000-000000000000", "dismiss")
      assert.strictEqual(unknown._tag, "NotFound")
    }))
})
