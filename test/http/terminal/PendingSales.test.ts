import { assert, layer } from "@effect/vitest"
import * as Fake from "@wristbank/stand-ins/card-provider/FakeAnswer"
import { FakeSumUp } from "@wristbank/stand-ins/card-provider/FakeSumUp"
import { Effect, Fiber, Layer, Schedule } from "effect"
import { SqlClient } from "effect/sql"
import { Festival, sale } from "../../support/Festival.ts"
import { takeCards } from "../../support/FestivalCards.ts"
import { refused, untouched } from "../../support/FestivalLedger.ts"
import {
  cents,
  paymentStateOf,
  provider,
  shownOf,
  sound,
  sweepAfter,
  timeless
} from "../../support/FestivalPayments.ts"
import { type Body, done } from "../../support/FestivalServer.ts"
import { FestivalTickets, scanOf, ticketSale } from "../../support/FestivalTickets.ts"

const withCards = Layer.provideMerge(Layer.effectDiscard(takeCards), FestivalTickets.layer)

const card = { payment_method: "sumup" }

/** A ticket registered for payment by card, and the answer to that. */
const registered = Effect.fnUntraced(function*(more: Body = {}) {
  const { tills } = yield* Festival
  const { entrance } = yield* FestivalTickets
  const tag = yield* tills.tag()
  const request = ticketSale([scanOf(tag, more)], card)
  const answer = done(yield* untouched(entrance.post("/order/register-pending-ticket-sale", request)))
  return { answer, request, tag, uuid: request.uuid }
})

const cancelTicket = Effect.fnUntraced(function*(order_uuid: string) {
  const { entrance } = yield* FestivalTickets
  return yield* entrance.post("/order/cancel-pending-ticket-sale", { order_uuid })
})

layer(withCards, { excludeTestServices: true })("a registered sale of tickets", (it) => {
  it.effect("reserves its tags and hands them out when it is paid", () =>
    Effect.gen(function*() {
      const { moved, tills } = yield* Festival
      const { entrance } = yield* FestivalTickets
      const { answer, request, tag, uuid } = yield* registered()
      assert.include(answer.text, `"customer_tag_uid":${tag.uid},`)
      const { pin } = yield* tills.tag()
      for (const scan of [scanOf(tag), scanOf({ ...tag, pin }), scanOf({ pin: tag.pin, uid: tag.uid + 0x10_0000n })]) {
        for (const kind of ["book-ticket-sale", "register-pending-ticket-sale"]) {
          yield* refused(entrance.post(`/order/${kind}`, ticketSale([scan], card)), "order.tag_reserved")
        }
      }
      const book = yield* provider
      book.answer(uuid, Fake.paid(cents(20)))
      const { answer: booked, moved: change } = yield* moved(entrance.post("/order/book-ticket-sale", request))
      // The account is opened by the booking, so a check can't know it.
      const { customer_account_id, ...sold } = timeless(done(booked).body)
      const { customer_account_id: announced, ...waiting } = timeless(answer.body)
      assert.deepStrictEqual(sold, waiting)
      assert.isNull(announced)
      const { id } = done(yield* entrance.get(`/customer/${tag.uid}`)).body
      assert.strictEqual(customer_account_id, id)
      assert.include(booked.text, `"customer_tag_uid":${tag.uid},`)
      assert.deepInclude(change, { sale_exit: 12, sumup_entry: -20 })
      assert.strictEqual(done(yield* entrance.post("/order/book-ticket-sale", request)).text, booked.text)
      assert.strictEqual(yield* paymentStateOf(uuid), "booked verified")
      yield* sound
    }))

  it.effect("is booked by the worker with tags and vouchers", () =>
    Effect.gen(function*() {
      const { entrance, presale } = yield* FestivalTickets
      const voucher = yield* presale
      const { answer, tag, uuid } = yield* registered({ voucher_token: voucher.token, top_up_amount: 5 })
      assert.strictEqual(answer.body.customer_account_id, voucher.accountId)
      const other = ticketSale([scanOf(yield* (yield* Festival).tills.tag(), { voucher_token: voucher.token })], card)
      yield* refused(entrance.post("/order/register-pending-ticket-sale", other), "order.tag_reserved")
      const book = yield* provider
      book.answer(uuid, Fake.paid(cents(5)))
      yield* sweepAfter(25)
      assert.strictEqual(yield* paymentStateOf(uuid), "booked verified")
      assert.deepInclude(done(yield* entrance.get(`/customer/${tag.uid}`)).body, { id: voucher.accountId, balance: 5 })
      yield* sound
    }))

  it.effect("is booked as it was registered, whatever the ticket shop has changed meanwhile", () =>
    Effect.gen(function*() {
      const { entrance, presale } = yield* FestivalTickets
      const sql = yield* SqlClient.SqlClient
      const voucher = yield* presale
      yield* sql`update ticket_voucher set credit = 700 where id = ${voucher.id}`
      const { request, tag, uuid } = yield* registered({ voucher_token: voucher.token, top_up_amount: 5 })
      yield* sql`update ticket_voucher set state = 'cancelled', credit = 900 where id = ${voucher.id}`
      const book = yield* provider
      book.answer(uuid, Fake.paid(cents(5)))
      done(yield* entrance.post("/order/book-ticket-sale", request))
      assert.deepInclude(done(yield* entrance.get(`/customer/${tag.uid}`)).body, { balance: 12 })
      yield* sound
    }))

  it.effect("frees its tags when it is cancelled, and takes them back if they are there when it was paid after all", () =>
    Effect.gen(function*() {
      const { entrance } = yield* FestivalTickets
      const book = yield* provider
      const back = yield* registered()
      const gone = yield* registered()
      for (const { uuid } of [back, gone]) {
        book.answer(uuid, Fake.pending(cents(20)))
        assert.strictEqual(done(yield* cancelTicket(uuid)).text, "null")
      }
      done(yield* entrance.post("/order/book-ticket-sale", ticketSale([scanOf(gone.tag)])))
      for (const { uuid } of [back, gone]) book.answer(uuid, Fake.paid(cents(20)))
      yield* untouched(entrance.post("/order/book-ticket-sale", gone.request))
      yield* sweepAfter(30)
      assert.strictEqual(yield* paymentStateOf(back.uuid), "booked verified")
      assert.strictEqual(yield* paymentStateOf(gone.uuid), "cancelled verified")
      assert.match((yield* shownOf(gone.uuid))?.problem ?? "", /^Paid, but it can't be booked/)
      yield* sweepAfter(3600)
      assert.strictEqual(yield* paymentStateOf(gone.uuid), "cancelled verified")
      yield* sound
    }))
})

layer(withCards, { excludeTestServices: true })("a sale by card", (it) => {
  it.effect("that is registered is booked by the terminal or by itself", () =>
    Effect.gen(function*() {
      const { bar, moved, press } = yield* Festival
      const book = yield* provider
      for (const by of ["terminal", "worker"]) {
        const request = sale([press("beer", 2)], null, card)
        const prepared = done(yield* untouched(bar.post("/order/register-pending-sale", request)))
        const unpriced = (answer: Body): Body => ({ ...answer, priced_at: null })
        assert.deepStrictEqual(
          unpriced(prepared.body),
          unpriced(done(yield* bar.post("/order/check-sale", request)).body)
        )
        book.answer(request.uuid, Fake.paid(cents(10)))
        const { moved: change } = yield* moved(
          by === "terminal" ? Effect.asVoid(bar.post("/order/book-sale", request)) : sweepAfter(25)
        )
        assert.deepStrictEqual(change, { sale_exit: 10, sumup_entry: -10 })
        assert.strictEqual(yield* paymentStateOf(request.uuid), "booked verified")
        const again = done(yield* bar.post("/order/book-sale", request)).body
        assert.deepInclude(unpriced(again), { ...unpriced(prepared.body), cashier_id: bar.cashier.id, till_id: bar.id })
      }
      const none = sale([press("deposit", -1)], null, card)
      yield* refused(bar.post("/order/register-pending-sale", none), "order.nothing_to_charge")
      yield* sound
    }))

  it.effect("that is not registered is believed unless the provider contradicts", () =>
    Effect.gen(function*() {
      const { bar, press } = yield* Festival
      const book = yield* provider
      const refusals = [
        [Fake.failed(cents(5)), "CardPaymentFailed", {}],
        [Fake.paid(cents(4)), "order.other_money_charged", { needed: 5, paid: 4, currency: "EUR" }]
      ] as const
      for (const [answer, id, fields] of refusals) {
        const request = sale([press("beer")], null, card)
        book.answer(request.uuid, answer)
        yield* refused(bar.post("/order/book-sale", request), id, { uuid: request.uuid, ...fields })
      }
      const outcomes = [[Fake.paid(cents(5)), "verified"], [Fake.absent, "unverified"], [
        Fake.broken,
        "unverified"
      ]] as const
      for (const [answer, verification] of outcomes) {
        const request = sale([press("beer")], null, card)
        book.answer(request.uuid, answer)
        done(yield* bar.post("/order/book-sale", request))
        assert.strictEqual(yield* paymentStateOf(request.uuid), `booked ${verification}`)
      }
      const wrong = sale([press("beer")], null, card)
      done(yield* bar.post("/order/book-sale", wrong))
      book.answer(wrong.uuid, Fake.failed(cents(5)))
      yield* sweepAfter(10)
      assert.strictEqual(yield* paymentStateOf(wrong.uuid), "booked failed")
      assert.match((yield* shownOf(wrong.uuid))?.problem ?? "", /failed/)
      yield* sound
    }))

  it.effect("whose button changes while the provider is asked is compared with the sum it is booked with", () =>
    Effect.gen(function*() {
      const { bar, buttons, office, press, products } = yield* Festival
      const book = yield* provider
      const { release } = yield* FakeSumUp
      const request = sale([press("large")], null, card)
      book.answer(request.uuid, Fake.late(Fake.paid(cents(7))))
      const selling = yield* Effect.forkChild(bar.post("/order/book-sale", request))
      yield* Effect.repeat(Effect.sync(() => book.askedFor(request.uuid)), {
        until: (asked) => asked > 0,
        schedule: Schedule.spaced("5 millis")
      })
      const sell = (...product_ids: ReadonlyArray<number>) =>
        office("POST", `/till-buttons/${buttons.large}`, { name: "Large", product_ids })
      done(yield* sell(products.large))
      yield* release
      const fields = { uuid: request.uuid, needed: 5, paid: 7, currency: "EUR" }
      yield* refused(Fiber.join(selling), "order.other_money_charged", fields)
      assert.strictEqual(yield* paymentStateOf(request.uuid), "pending mismatch")
      done(yield* sell(products.large, products.deposit))
      yield* sound
    }))

  it.effect("at an event without provider is booked on the terminal's word", () =>
    Effect.gen(function*() {
      const { bar, configure, press } = yield* Festival
      const book = yield* provider
      yield* configure({ sumup_payment_enabled: false })
      const request = sale([press("beer")], null, card)
      const given = sale([press("beer")], null, card)
      for (const { uuid } of [request, given]) book.answer(uuid, Fake.failed(cents(5)))
      done(yield* bar.post("/order/register-pending-sale", request))
      done(yield* bar.post("/order/book-sale", request))
      done(yield* bar.post("/order/register-pending-sale", given))
      yield* sweepAfter(3600)
      assert.strictEqual(yield* paymentStateOf(request.uuid), "booked unverified")
      assert.strictEqual(yield* paymentStateOf(given.uuid), "pending unverified")
      yield* sweepAfter(90_000)
      assert.strictEqual(yield* paymentStateOf(given.uuid), "cancelled expired")
      assert.strictEqual(book.askedFor(request.uuid), 0)
      yield* takeCards
    }))
})
