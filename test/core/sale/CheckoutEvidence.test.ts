import { assert, describe, it } from "@effect/vitest"
import { Cents } from "@wristbank/core/base/Money"
import { CardCheckout } from "@wristbank/core/card/CardCheckout"
import { CardPayment } from "@wristbank/core/card/CardProvider"
import { atCheckout, guestStatusOf, makingSeconds, type OnlineOrder } from "@wristbank/core/sale/CheckoutStep"
import { unasked } from "@wristbank/core/sale/PendingOrder"
import { DateTime } from "effect"

const created = DateTime.makeUnsafe("2026-07-01T20:00:00Z")
const after = (seconds: number) => DateTime.add(created, { seconds })
const amount = Cents.make(3000n)

const begun: OnlineOrder = {
  uuid: "5f0e7a46-6d5c-4a5a-9c0c-2f8f0c0f4a11",
  amount,
  currency: "EUR",
  created_at: created,
  checkout_id: null,
  valid_until: after(3600),
  ...unasked(created)
}
const named: OnlineOrder = { ...begun, checkout_id: "c1" }

const made = {
  id: "t1",
  transactionCode: "T1",
  amount,
  currency: "EUR",
  status: "successful",
  at: after(30)
} as const

const paid = (more: Partial<CardCheckout> = {}) =>
  new CardCheckout({
    id: "c1",
    reference: begun.uuid,
    status: "paid",
    amount,
    currency: "EUR",
    merchantCode: "M1",
    description: null,
    createdAt: after(5),
    validUntil: null,
    transactionCode: "C1",
    transactionId: "ct1",
    transactions: [made],
    ...more
  })

const stepAt = (order: OnlineOrder, checkout: CardCheckout | null, now = after(60)) => {
  const answer = checkout === null
    ? { kind: "absent" } as const
    : { kind: "checkout", checkout, merchantCode: "M1" } as const
  const decided = atCheckout(order, answer, now)
  return decided.kind === "step" ? decided.step : assert.fail("there is nothing to deactivate")
}

describe("the evidence of a payment on the web", () => {
  const evidenceOf = (checkout: CardCheckout) => stepAt(named, checkout).next.evidence

  it("is the transaction that was successful, after those that were not", () => {
    const failed = { ...made, id: "t0", transactionCode: "T0", status: "failed", at: after(10) } as const
    assert.deepStrictEqual(
      evidenceOf(paid({ transactions: [failed, made] })),
      new CardPayment({
        id: "t1",
        transactionCode: "T1",
        status: "successful",
        amount,
        tip: Cents.make(0n),
        returned: null,
        currency: "EUR",
        merchantCode: "M1",
        at: after(30)
      })
    )
  })

  it("is the checkout where the provider lists no transactions", () => {
    const checkout = paid({ transactions: [] })
    const evidence = { id: "ct1", transactionCode: "C1", amount, at: after(5) }
    assert.deepInclude(evidenceOf(checkout), evidence)
    const bare = paid({ transactions: [], transactionId: null, transactionCode: null, createdAt: null })
    assert.deepInclude(evidenceOf(bare), { ...evidence, id: "c1", transactionCode: "", at: DateTime.makeUnsafe(0) })
  })

  it("speaks against money of another currency, money that went back in part, and the payment of another order", () => {
    const verificationOf = (more: Partial<CardCheckout>) => stepAt(named, paid(more)).next.verification
    const halves = { ...made, amount: Cents.make(1500n) }
    assert.strictEqual(verificationOf({ transactions: [halves, { ...halves, id: "t2" }] }), "verified")
    assert.strictEqual(verificationOf({ transactions: [halves, { ...halves, currency: "CHF" }] }), "mismatch")
    assert.strictEqual(verificationOf({ transactions: [made, { ...made, status: "refunded" }] }), "mismatch")
    assert.strictEqual(verificationOf({ reference: "another" }), "mismatch")
    assert.strictEqual(verificationOf({ reference: null }), "verified")
  })
})

describe("a top-up on the web whose outcome is known", () => {
  it("stays booked, whatever the provider says later", () => {
    const booked = { ...named, status: "booked", verification: "verified" } as const
    for (const checkout of [paid(), paid({ amount: Cents.make(1n), transactions: [] }), null]) {
      const step = stepAt(booked, checkout, after(9999))
      assert.isFalse(step.books)
      assert.deepInclude(step.next, { status: "booked", verification: "verified" })
    }
  })

  it("is booked with the evidence that it has, without another answer", () => {
    const evidence = stepAt(named, paid()).next.evidence
    const step = stepAt({ ...named, verification: "verified", evidence }, null)
    assert.isTrue(step.books)
    assert.deepStrictEqual(step.next.evidence, evidence)
  })

  it("waits for an operator while other money is held", () => {
    const held = { ...named, verification: "mismatch", problem: "other money" } as const
    assert.deepInclude(stepAt(held, null, after(9999)), { books: false })
    assert.deepInclude(stepAt(held, null, after(9999)).next, {
      status: "pending",
      verification: "mismatch",
      problem: "other money"
    })
  })
})

describe("a top-up on the web that the provider does not know", () => {
  it("is given up when its checkout can't be made any more, and only if it has none", () => {
    const statusAt = (order: OnlineOrder, seconds: number) => stepAt(order, null, after(seconds)).next.status
    assert.strictEqual(makingSeconds, 60)
    assert.strictEqual(statusAt(begun, 60), "pending")
    assert.strictEqual(statusAt(begun, 61), "cancelled")
    assert.strictEqual(statusAt(named, 61), "pending")
    assert.strictEqual(stepAt(begun, null, after(61)).next.verification, "unverified")
  })

  it("expires with its time, which is over at once if it has none", () => {
    assert.strictEqual(stepAt(named, null, after(3600)).next.verification, "unverified")
    assert.deepInclude(stepAt(named, null, after(3601)).next, { status: "cancelled", verification: "expired" })
    const timeless = { ...named, valid_until: null }
    assert.strictEqual(stepAt(timeless, null, after(0)).next.status, "pending")
    assert.strictEqual(stepAt(timeless, null, after(1)).next.status, "cancelled")
  })
})

it("a guest sees what became of their payment", () => {
  const settled_at = after(99)
  const seen = [
    ["booked", "verified", null, "PAID"],
    ["booked", "unverified", null, "PAID"],
    ["cancelled", "verified", null, "PENDING"],
    ["cancelled", "mismatch", null, "PENDING"],
    ["cancelled", "mismatch", settled_at, "FAILED"],
    ["cancelled", "unverified", null, "FAILED"],
    ["pending", "unverified", null, "PENDING"]
  ] as const
  for (const [status, verification, settled, says] of seen) {
    assert.strictEqual(guestStatusOf({ status, verification, settled_at: settled }), says, `${status} ${verification}`)
  }
  assert.strictEqual(
    guestStatusOf({ status: "pending", verification: "unverified", settled_at: null }, "failed"),
    "FAILED"
  )
})
