import { assert, layer } from "@effect/vitest"
import { ProviderUpdates } from "@wristbank/core/card/ProviderUpdates"
import * as Fake from "@wristbank/stand-ins/card-provider/FakeAnswer"
import { DateTime, Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { Festival, sale, topUp } from "../../support/Festival.ts"
import { takeCards } from "../../support/FestivalCards.ts"
import { cashOffice, signIn, signOut } from "../../support/FestivalCash.ts"
import { orderOf } from "../../support/FestivalCheckouts.ts"
import { cents, paymentOf, paymentStateOf, provider, sound, sweepAfter } from "../../support/FestivalPayments.ts"
import { type Body, done } from "../../support/FestivalServer.ts"
import { settle } from "../../support/FestivalSettlements.ts"
import { FestivalTickets, scanOf, ticketSale } from "../../support/FestivalTickets.ts"

const withCards = Layer.provideMerge(Layer.effectDiscard(takeCards), FestivalTickets.layer)

const card = { payment_method: "sumup" }

/** An order of each kind that a till may register, with its total in major units. */
const registrations = Effect.gen(function*() {
  const { guest, press, tills } = yield* Festival
  return [
    { kind: "topup", amount: 7, request: topUp(yield* guest({ balance: 100 }), 7, card) },
    { kind: "sale", amount: 10, request: sale([press("beer", 2)], null, card) },
    { kind: "ticket-sale", amount: 20, request: ticketSale([scanOf(yield* tills.tag())], card) }
  ]
})

const numberOf = Effect.fnUntraced(function*(tillId: number) {
  const sql = yield* SqlClient.SqlClient
  const [till] = yield* sql<{ z_nr: number }>`select z_nr from till where id = ${tillId}`
  return till!.z_nr
})

/** Orders that the office sees of a shift, or of the running one. */
const ordersIn = Effect.fnUntraced(function*(cashier: { readonly id: number }, shiftId: number | null) {
  const { office } = yield* Festival
  const of = shiftId === null ? "" : `?shift_id=${shiftId}`
  return done(yield* office("GET", `/cashiers/${cashier.id}/shift-stats${of}`)).body
})

layer(withCards, { excludeTestServices: true })(
  "an order that is settled after its closing ended",
  (it) => {
    it.effect("lies in the open closing, at the time of its settlement, and stays its cashier's", () =>
      Effect.gen(function*() {
        const { bar, press, tills } = yield* Festival
        const { entrance } = yield* FestivalTickets
        const book = yield* provider
        for (const { amount, kind, request } of yield* registrations) {
          for (const by of ["terminal", "worker", "operator"] as const) {
            const till = kind === "ticket-sale" ? entrance : bar
            const uuid = crypto.randomUUID()
            const own = kind === "ticket-sale" ? ticketSale([scanOf(yield* tills.tag())], card) : request
            const asked = { ...own, uuid }
            done(yield* till.post(`/order/register-pending-${kind}`, asked))
            const { created_at, z_nr: before } = yield* paymentOf(uuid)
            if (kind !== "ticket-sale") done(yield* till.post("/order/book-sale", sale([press("food")], null, card)))
            yield* signIn(till, yield* tills.colleague())
            const number = yield* numberOf(till.id)
            if (kind !== "ticket-sale") assert.isAbove(number, before)
            const paid = by === "operator" ? Fake.paid(cents(amount + 1)) : Fake.paid(cents(amount))
            book.answer(uuid, paid)
            const answer = by === "terminal" ? yield* till.post(`/order/book-${kind}`, asked) : undefined
            if (answer === undefined) yield* sweepAfter(25)
            if (by === "operator") yield* settle(uuid, "book")
            const order = (yield* orderOf(uuid))!
            assert.deepInclude(order, { z_nr: number, cashier_id: BigInt(till.cashier.id), till_id: BigInt(till.id) })
            assert.isAbove(order.booked_at, created_at.epochMilliseconds)
            assert.deepStrictEqual((yield* paymentOf(uuid)).created_at, created_at)
            // A repeated call gets the same order, time and cashier.
            const again = done(yield* till.post(`/order/book-${kind}`, asked))
            assert.deepInclude(again.body, { uuid, cashier_id: till.cashier.id, till_id: till.id })
            assert.strictEqual(
              DateTime.makeUnsafe(String(again.body.booked_at)).epochMilliseconds,
              Math.floor(order.booked_at)
            )
            if (answer !== undefined) assert.strictEqual(again.text, answer.text)
            yield* signIn(till, till.cashier)
          }
        }
        yield* sound
      }))

    it.effect("belongs to no shift that has been closed out, and is no cash of the next", () =>
      Effect.gen(function*() {
        const { office, press, tills } = yield* Festival
        const { closeOut, officeTill, equipped, register, stocking, stockUp, take } = yield* cashOffice
        const book = yield* provider
        done(yield* take(officeTill.cashier, 100))
        const till = yield* tills.open()
        const anna = yield* equipped(40)
        yield* signIn(till, anna)
        done(yield* till.post("/order/book-sale", sale([press("beer")], null, { payment_method: "cash" })))
        const late = sale([press("beer", 3)], null, card)
        done(yield* till.post("/order/register-pending-sale", late))
        yield* signOut(till)
        assert.deepInclude(done(yield* closeOut(anna, 45)).body, { cashier_id: anna.id, imbalance: 0 })
        const shiftsOf = Effect.map(office("GET", `/cashiers/${anna.id}/shifts`), (answer) => done(answer).body)
        const shifts = yield* shiftsOf
        const [shift] = shifts.ids as ReadonlyArray<number>
        const listed = yield* ordersIn(anna, shift!)
        book.answer(late.uuid, Fake.paid(cents(15)))
        yield* sweepAfter(25)
        assert.deepInclude((yield* orderOf(late.uuid))!, { cashier_id: BigInt(anna.id) })
        assert.deepStrictEqual(yield* shiftsOf, shifts)
        assert.deepStrictEqual(yield* ordersIn(anna, shift!), listed)
        const running = yield* ordersIn(anna, null)
        assert.deepStrictEqual((running.booked_products as ReadonlyArray<Body>).map(({ quantity }) => quantity), [3, 3])
        // The cashier comes back with another register, which is unaffected.
        done(yield* stockUp(anna, (yield* register).id, yield* stocking(20)))
        assert.deepInclude(done(yield* closeOut(anna, 20)).body, { cashier_id: anna.id, imbalance: 0 })
        yield* sound
      }))

    it.effect("is booked at the virtual till when its own was deleted before the money came to light", () =>
      Effect.gen(function*() {
        const { event, guest, has, office, tills } = yield* Festival
        const book = yield* provider
        const till = yield* tills.open()
        const payer = yield* guest({ balance: 10 })
        const request = topUp(payer, 7, card)
        done(yield* till.post("/order/register-pending-topup", request))
        book.answer(request.uuid, Fake.failed(cents(7)))
        yield* sweepAfter(25)
        assert.strictEqual(yield* paymentStateOf(request.uuid), "cancelled failed")
        yield* signOut(till)
        done(yield* office("POST", `/tills/${till.id}/remove-from-terminal`))
        assert.isBelow((yield* office("DELETE", `/tills/${till.id}`)).status, 300)
        book.answer(request.uuid, Fake.paid(cents(7)))
        assert.isTrue(yield* ProviderUpdates.use((cards) => cards.recheck(BigInt(event), request.uuid)))
        yield* sweepAfter(1)
        const sql = yield* SqlClient.SqlClient
        const { till_id } = (yield* orderOf(request.uuid))!
        assert.deepStrictEqual(yield* sql`select is_virtual from till where id = ${till_id}`, [{ is_virtual: true }])
        assert.deepStrictEqual(yield* has(payer), { balance: 17, vouchers: 0 })
        yield* sound
      }))
  }
)
