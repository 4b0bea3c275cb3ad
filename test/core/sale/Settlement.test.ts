import { assert, it } from "@effect/vitest"
import { CardPaymentState, isUnverified, Verification } from "@wristbank/core/sale/PendingOrder"
import { settle, SettlementKind } from "@wristbank/core/sale/Settlement"
import { DateTime, Result } from "effect"
import fc from "fast-check"

const now = DateTime.makeUnsafe("2026-07-01T20:00:00Z")

const anyPayment = fc.record({
  status: fc.constantFrom(...CardPaymentState.literals),
  verification: fc.constantFrom(...Verification.literals),
  problem: fc.option(fc.constant("something")),
  settled_at: fc.option(fc.constant(now), { freq: 4 })
}).map((payment) => ({ ...payment, settled_reason: payment.settled_at === null ? null : "before" }))

it("only what is listed is settled, once, and what is booked stays booked", () => {
  fc.assert(fc.property(anyPayment, fc.constantFrom(...SettlementKind.literals), (payment, kind) => {
    const settled = settle(payment, { kind, reason: "because" }, now)
    const isBooked = payment.status === "booked"
    assert.strictEqual(Result.isSuccess(settled), isUnverified(payment) && isBooked === (kind === "acknowledge"))
    if (Result.isFailure(settled)) return
    assert.deepStrictEqual(settled.success, {
      status: kind === "dismiss" ? "cancelled" : "booked",
      books: !isBooked && kind === "book",
      reason: "because",
      at: now
    })
  }))
})

it("what is listed has a problem or is booked and not confirmed, until it is settled", () => {
  fc.assert(fc.property(anyPayment, (payment) => {
    const open = isUnverified({ ...payment, settled_at: null })
    assert.strictEqual(
      open,
      payment.problem !== null || (payment.status === "booked" && payment.verification !== "verified")
    )
    assert.isFalse(isUnverified({ ...payment, settled_at: now }))
  }))
})
