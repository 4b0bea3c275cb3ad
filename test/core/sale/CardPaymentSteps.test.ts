import { assert, describe, it } from "@effect/vitest"
import * as Money from "@wristbank/core/base/Money"
import { refusalName } from "@wristbank/core/base/Rule"
import { CardPayment, CardProviderError } from "@wristbank/core/card/CardProvider"
import { firstCheckSeconds, isUnverified, type PaymentState, unasked } from "@wristbank/core/sale/PendingOrder"
import {
  atBooking,
  atCancel,
  atSweep,
  type OrderPaid,
  type ProviderAnswer,
  unbookable
} from "@wristbank/core/sale/PendingOrderStep"
import { settle, SettlementPayload } from "@wristbank/core/sale/Settlement"
import { DateTime, Result, Schema } from "effect"
import { refusal } from "./OrderWorld.ts"

const created = DateTime.makeUnsafe("2026-07-01T20:00:00Z")
const after = (seconds: number) => DateTime.add(created, { seconds })
const now = after(100)
const amount = Money.Cents.make(700n)

const order: OrderPaid = {
  uuid: "0d5f2f7c-7b0e-4c57-9d3b-0f6a4d0c5a11",
  amount,
  currency: "EUR",
  created_at: created,
  ...unasked(created),
  check_interval: 5
}

const payment = new CardPayment({
  id: "payment",
  transactionCode: "T1",
  status: "successful",
  amount,
  tip: Money.zero,
  returned: null,
  currency: "EUR",
  merchantCode: "M1",
  at: created
})
const answered = (more: Partial<CardPayment> = {}): ProviderAnswer => ({
  kind: "payment",
  payment: new CardPayment({ ...payment, ...more }),
  merchantCode: "M1"
})
const paid = answered()
const failed = answered({ status: "failed" })
const absent: ProviderAnswer = { kind: "absent" }
const nobody: ProviderAnswer = { kind: "nobody" }
const error = new CardProviderError({ reason: "timeout" })
const late: ProviderAnswer = { kind: "error", error }

/** The state of a payment that nothing is known of, when the provider was asked now. */
const asked = { last_checked: now, check_interval: 12, next_check: after(112) }
/** The same when there is no one to ask. */
const notAsked = { last_checked: null, check_interval: 5, next_check: after(20) }
/** The provider's last word. */
const final = { evidence: payment, problem: null, last_checked: now, check_interval: 5, next_check: null }
const failedFinally = { ...final, evidence: new CardPayment({ ...payment, status: "failed" }) }

const unknown = { evidence: null, problem: null }

describe("a card payment after the answer of its provider", () => {
  it("is booked on the terminal's word, with what is known of it", () => {
    const next = (answer: ProviderAnswer, more: Partial<PaymentState> = {}) =>
      atBooking({ ...order, ...more }, answer, now).next
    const booked = { status: "booked", verification: "unverified" } as const
    assert.deepStrictEqual(next(paid), { ...booked, ...final, verification: "verified" })
    for (const answer of [absent, late]) {
      assert.deepStrictEqual(next(answer), { ...booked, ...unknown, ...asked })
    }
    assert.deepStrictEqual(next(nobody), { ...booked, ...unknown, ...notAsked })
    assert.deepInclude(next(absent, { verification: "expired" }), booked)
    assert.deepStrictEqual(next(failed), { ...failedFinally, status: "cancelled", verification: "failed" })
    assert.deepInclude(next(nobody, { verification: "failed" }), { verification: "failed", last_checked: null })
  })

  it("is cancelled unless it was paid or the provider can't say", () => {
    const step = (answer: ProviderAnswer) => atCancel(order, answer, now)
    assert.deepStrictEqual(step(paid).next, { ...final, status: "booked", verification: "verified" })
    assert.strictEqual(step(paid).refusal?._tag, "CardPaymentSuccessful")
    const open = { verification: "unverified", ...unknown } as const
    assert.deepStrictEqual(step(absent).next, { ...open, ...asked, status: "cancelled" })
    assert.deepStrictEqual(step(nobody).next, { ...open, ...notAsked, status: "cancelled" })
    assert.deepStrictEqual(step(late).next, { ...open, ...asked, status: "pending", problem: error.message })
    assert.strictEqual(step(late).refusal, error)
    assert.isNull(step(failed).refusal)
  })

  it("is settled by a sweep, and what is booked stays so", () => {
    const step = (answer: ProviderAnswer, more: Partial<PaymentState> = {}) =>
      atSweep({ ...order, ...more }, answer, now, 1000)
    const verified = { ...final, status: "booked", verification: "verified" } as const
    assert.deepInclude(step(paid), { books: true, refusal: null })
    assert.deepInclude(step(paid, { status: "booked" }), { books: false, refusal: null })
    assert.deepStrictEqual(step(paid).next, verified)
    assert.deepStrictEqual(step(paid, { status: "booked" }).next, verified)
    assert.deepInclude(step(failed).next, { status: "cancelled", verification: "failed", problem: null })
    assert.deepInclude(step(failed, { status: "booked" }).next, {
      status: "booked",
      verification: "failed",
      problem: "Booked, but the card payment failed"
    })
    assert.deepInclude(step(late).next, { ...asked, problem: error.message })
  })

  it("is given up when its time is over, not sooner, and not while the provider can't say", () => {
    const next = (seconds: number, answer: ProviderAnswer, status: PaymentState["status"]) =>
      atSweep({ ...order, status }, answer, after(seconds), 1000).next
    assert.strictEqual(next(1000, absent, "pending").verification, "unverified")
    assert.deepInclude(next(1001, absent, "pending"), { status: "cancelled", verification: "expired", problem: null })
    assert.strictEqual(next(1001, late, "pending").verification, "unverified")
    assert.deepInclude(next(1001, late, "booked"), {
      status: "booked",
      verification: "expired",
      problem: "Booked, but the card provider never confirmed the payment"
    })
  })

  it("of other money, or of none that is known, is held and says so", () => {
    const held = { ...order, verification: "mismatch" } as const
    const { next, refusal: refused } = atBooking(held, absent, now)
    assert.strictEqual(next.problem, "The card was charged 0.00  instead of 7.00 EUR")
    assert.deepInclude(refused, { paid: Money.zero, currency: "", needed: amount })
    const strange = atBooking(order, answered({ currency: "CHF" }), now)
    assert.deepInclude(strange.refusal, { paid: amount, currency: "CHF", needed: amount })
  })

  it("keeps its problem when it can't be booked and was not paid", () => {
    const step = atBooking({ ...order, problem: "old" }, absent, now)
    assert.strictEqual(unbookable({ ...order, problem: "old" }, step, "uuid_taken", now).problem, "old")
    const verified = atBooking(order, paid, now)
    assert.include(unbookable(order, verified, "uuid_taken", now).problem, "another order has its uuid")
  })
})

describe("a registered card payment", () => {
  it("is first asked about after 20 seconds", () => {
    assert.strictEqual(firstCheckSeconds, 20)
    assert.deepInclude(unasked(created), { status: "pending", check_interval: 1, next_check: after(20) })
  })

  it("is listed for operators while it has a problem or is booked without the money", () => {
    const listed = (
      status: PaymentState["status"],
      verification: PaymentState["verification"],
      problem: string | null
    ) => isUnverified({ status, verification, problem, settled_at: null })
    assert.isFalse(listed("booked", "verified", null))
    assert.isTrue(listed("booked", "expired", null))
    assert.isTrue(listed("cancelled", "verified", "x"))
    assert.isFalse(listed("cancelled", "failed", null))
  })

  it("is settled once, with a reason of 1 to 1,000 characters", () => {
    const listed = { status: "cancelled", verification: "verified", problem: "x" } as const
    const again = (settled_reason: string | null) =>
      refusal(settle({ ...listed, settled_at: created, settled_reason }, { kind: "book", reason: "y" }, now))
    assert.strictEqual(refusalName(again("because")), "order.payment_settled")
    assert.include(again("because").message, "because")
    assert.notInclude(again(null).message, "null")
    const read = Schema.decodeUnknownResult(SettlementPayload)
    const isRead = (reason: string) => Result.isSuccess(read({ kind: "book", reason }))
    const [most, more] = ["x".repeat(1000), "x".repeat(1001)]
    assert.deepStrictEqual(["x", most, `${" ".repeat(9000)}${most}`].map(isRead), [true, true, true])
    assert.deepStrictEqual(["", "  ", more, " ".repeat(10_001)].map(isRead), [false, false, false, false])
    assert.strictEqual(Result.getOrThrow(read({ kind: "book", reason: " y " })).reason, "y")
    const tooLong = Result.getOrThrow(Result.flip(read({ kind: "book", reason: `${" ".repeat(9001)}${most}` })))
    assert.include(String(tooLong), "10000")
  })
})
