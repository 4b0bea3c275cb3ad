import { assert, describe, it } from "@effect/vitest"
import { Cents } from "@wristbank/core/base/Money"
import { refusalName } from "@wristbank/core/base/Rule"
import { CardPayment, CardProviderError } from "@wristbank/core/card/CardProvider"
import { CardPaymentState, nextInterval, Verification } from "@wristbank/core/sale/PendingOrder"
import {
  atBooking,
  atCancel,
  atSweep,
  type OrderPaid,
  type ProviderAnswer,
  skipped,
  type Step,
  unbookable
} from "@wristbank/core/sale/PendingOrderStep"
import { DateTime } from "effect"
import fc from "fast-check"

const created = DateTime.makeUnsafe("2026-07-01T20:00:00Z")
const timeout = 86_400
const amount = Cents.make(700n)

const payment = fc.record({
  status: fc.constantFrom("successful" as const, "returned" as const, "failed" as const, "pending" as const),
  amount: fc.constantFrom(700n, 699n, 70_000n, 0n),
  tip: fc.constantFrom(0n, 0n, 50n),
  isTipCharged: fc.boolean(),
  returned: fc.constantFrom(null, 0n, 200n, 700n),
  currency: fc.constantFrom("EUR", "CHF"),
  merchantCode: fc.constantFrom(null, "M1", "M1", "M2")
}).map(({ amount: taken, currency, isTipCharged, merchantCode, returned, status, tip }) =>
  new CardPayment({
    id: "payment",
    transactionCode: "T1",
    status,
    amount: Cents.make(isTipCharged ? taken + tip : taken),
    tip: Cents.make(tip),
    returned: returned === null ? null : Cents.make(returned),
    currency,
    merchantCode,
    at: created
  })
)

const anyAnswer: fc.Arbitrary<ProviderAnswer> = fc.oneof(
  payment.map((found) => ({ kind: "payment" as const, payment: found, merchantCode: "M1" })),
  fc.constant({ kind: "absent" as const }),
  fc.constant({ kind: "error" as const, error: new CardProviderError({ reason: "timeout" }) }),
  fc.constant({ kind: "nobody" as const })
)

const evidence = payment.filter(({ status }) => status === "successful" || status === "returned")

/** Any order that may be asked about; one that is verified or a mismatch has evidence. */
const anyOrder: fc.Arbitrary<OrderPaid> = fc.record({
  uuid: fc.uuid(),
  amount: fc.constant(amount),
  currency: fc.constant("EUR"),
  created_at: fc.constant(created),
  status: fc.constantFrom(...CardPaymentState.literals),
  verification: fc.constantFrom(...Verification.literals),
  evidence,
  problem: fc.option(fc.constant("something")),
  last_checked: fc.constant(null),
  check_interval: fc.constantFrom(1, 2, 5, 12, 300),
  next_check: fc.constant(created)
})

/** What makes a payment the order's. */
const fitting = {
  status: "successful" as const,
  amount,
  tip: Cents.make(0n),
  returned: null,
  currency: "EUR",
  merchantCode: "M1"
}

const anyNow = fc.integer({ min: 0, max: 3 * timeout }).map((seconds) => DateTime.add(created, { seconds }))

const said = (answer: ProviderAnswer, status: CardPayment["status"]) =>
  answer.kind === "payment" && answer.payment.status === status

const isPaid = (answer: ProviderAnswer) =>
  answer.kind === "payment" && said(answer, "successful") && answer.payment.amount === 700n + answer.payment.tip &&
  answer.payment.currency === "EUR" && answer.payment.merchantCode !== "M2"

/** Whether the card was charged something that is not the order, or not for good. */
const isHeld = (answer: ProviderAnswer) => said(answer, "returned") || (said(answer, "successful") && !isPaid(answer))

/** The properties of every step, no matter who asked. */
const always = (order: OrderPaid, answer: ProviderAnswer, now: DateTime.Utc, { books, next, refusal }: Step) => {
  if (books) {
    assert.strictEqual(next.status, "booked")
    assert.isNull(next.problem)
    assert.isFalse(said(answer, "failed"), "what nobody paid is not booked")
    assert.isTrue(!said(answer, "successful") || isPaid(answer), "other money is not booked")
    assert.isFalse(said(answer, "returned"), "what went back is not booked")
  }
  if (order.status === "booked") assert.strictEqual(next.status, "booked", "what is booked stays so")
  if (next.status === "booked" && order.status !== "booked") assert.isTrue(books, "nothing is booked in passing")
  if (isPaid(answer)) assert.strictEqual(next.verification, "verified")
  if (next.verification === "verified") assert.isTrue(isPaid(answer) || order.verification === "verified")
  if (refusal !== null && refusal._tag !== "CardPaymentSuccessful") assert.isFalse(books)
  if (isHeld(answer)) {
    assert.strictEqual(next.verification, "mismatch")
    assert.isNotNull(next.problem, "an operator has to decide")
    assert.strictEqual(next.status, order.status, "neither given up nor booked")
  }
  if (said(answer, "pending") && ["verified", "mismatch"].includes(order.verification)) {
    assert.deepStrictEqual(next.evidence, order.evidence, "another try takes no evidence away")
  }
  if (next.next_check !== null && next.last_checked === now) {
    assert.isTrue(DateTime.isGreaterThan(next.next_check, now), "it is asked again later, not at once")
  }
}

describe("a step about a card payment", () => {
  it("keeps to the rules of money, no matter who asks", () => {
    fc.assert(fc.property(anyOrder, anyAnswer, anyNow, (order, answer, now) => {
      if (order.status !== "booked") always(order, answer, now, atBooking(order, answer, now))
      if (order.status === "pending") always(order, answer, now, atCancel(order, answer, now))
      always(order, answer, now, atSweep(order, answer, now, timeout))
    }))
  })

  it("books on a terminal's word unless the provider has said otherwise", () => {
    fc.assert(fc.property(anyOrder, anyAnswer, anyNow, (order, answer, now) => {
      const contradicted = said(answer, "failed") || isHeld(answer) ||
        (!isPaid(answer) && (order.verification === "failed" || order.verification === "mismatch"))
      const { books, refusal } = atBooking({ ...order, status: "pending" }, answer, now)
      assert.strictEqual(books, !contradicted)
      assert.strictEqual(refusal === null, !contradicted)
    }))
  })

  it("tells a terminal what is wrong with the money, or that another merchant has it", () => {
    fc.assert(
      fc.property(anyOrder, evidence, anyNow, (order, found, now) => {
        const answer = { kind: "payment" as const, payment: found, merchantCode: "M1" }
        const { next, refusal } = atBooking({ ...order, status: "pending" }, answer, now)
        if (refusal?._tag !== "CardPaymentMismatch") return
        const isOurMoney = found.amount === order.amount + found.tip && found.currency === order.currency
        const isBack = found.status === "returned"
        const rule = isBack ? "money_went_back" : isOurMoney ? "other_merchant_paid" : "other_money_charged"
        assert.strictEqual(refusalName(refusal), `order.${rule}`)
        if (isBack) return
        if (!isOurMoney) assert.strictEqual(refusal.message, `${next.problem}, nothing was booked`)
        assert.strictEqual(next.problem === "The payment went to the merchant M2", isOurMoney)
      }),
      { numRuns: 500 }
    )
  })

  it("never cancels what was paid, nor what the provider was not asked about", () => {
    fc.assert(fc.property(anyOrder, anyAnswer, anyNow, (order, answer, now) => {
      const open = { ...order, status: "pending" as const, verification: "unverified" as const }
      const { books, next, refusal } = atCancel(open, answer, now)
      const kept = answer.kind === "error" || isHeld(answer)
      assert.strictEqual(next.status, isPaid(answer) ? "booked" : kept ? "pending" : "cancelled")
      assert.strictEqual(books, isPaid(answer))
      assert.strictEqual(refusal === null, next.status === "cancelled")
      if (next.verification === "unverified") assert.isNotNull(next.next_check, "it goes on being watched")
    }))
  })

  it("asks until there is a last word or the time is over, and about orders not booked until it gets an answer", () => {
    fc.assert(fc.property(anyOrder, anyAnswer, anyNow, (order, answer, now) => {
      const open = { ...order, verification: "unverified" as const }
      const { next } = atSweep(open, answer, now, timeout)
      const isOver = DateTime.isGreaterThan(now, DateTime.add(created, { seconds: timeout }))
      const isFinal = said(answer, "successful") || said(answer, "failed") || said(answer, "returned")
      const givesUp = !isFinal && isOver && (order.status === "booked" || answer.kind !== "error")
      assert.strictEqual(next.verification === "expired", givesUp)
      assert.strictEqual(next.next_check === null, isFinal || givesUp)
      if (order.status === "booked" && next.verification !== "unverified") {
        assert.strictEqual(next.problem === null, next.verification === "verified", "what is in doubt is listed")
      }
    }))
  })

  it("holds what was paid and can't be booked, and comes back to it", () => {
    fc.assert(fc.property(anyOrder, anyNow, (order, now) => {
      const open = { ...order, status: "cancelled" as const, verification: "unverified" as const, problem: null }
      const answer: ProviderAnswer = {
        kind: "payment",
        payment: { ...order.evidence!, ...fitting },
        merchantCode: "M1"
      }
      const held = unbookable(open, atSweep(open, answer, now, timeout), "tags_gone", now)
      assert.deepInclude(held, { status: "cancelled", verification: "verified" })
      assert.include(held.problem, "belongs to someone else by now")
      assert.isNotNull(held.next_check)
      assert.isTrue(atSweep({ ...open, ...held }, { kind: "absent" }, now, timeout).books, "tried again")
    }))
  })

  it("holds a payment of which money went back, with both amounts, as its word is the same for all and for a part", () => {
    fc.assert(fc.property(anyOrder, anyNow, (order, now) => {
      const open = { ...order, status: "pending" as const, verification: "unverified" as const }
      const back = (returned: bigint | null) => {
        const found = {
          ...order.evidence!,
          ...fitting,
          status: "returned" as const,
          returned: returned === null ? null : Cents.make(returned)
        }
        return atSweep(open, { kind: "payment", payment: found, merchantCode: "M1" }, now, timeout).next
      }
      assert.deepInclude(back(200n), {
        status: "pending",
        verification: "mismatch",
        problem: "Of 7.00 EUR on the card, 2.00 EUR went back; the order is 7.00 EUR"
      })
      assert.strictEqual(
        back(null).problem,
        "Of 7.00 EUR on the card, all or part went back; the order is 7.00 EUR"
      )
    }))
  })

  it("books an order whose payment has a tip besides, and no other surplus", () => {
    fc.assert(fc.property(anyOrder, anyNow, (order, now) => {
      const charged = (total: bigint, tip: bigint) => {
        const found = { ...order.evidence!, ...fitting, amount: Cents.make(total), tip: Cents.make(tip) }
        const asked = { ...order, status: "pending" as const, verification: "unverified" as const }
        return atSweep(asked, { kind: "payment", payment: found, merchantCode: "M1" }, now, timeout).next.verification
      }
      assert.strictEqual(charged(750n, 50n), "verified")
      assert.strictEqual(charged(750n, 0n), "mismatch")
      assert.strictEqual(charged(700n, 50n), "mismatch")
    }))
  })

  it("puts off what failed to be looked at, and changes nothing else", () => {
    fc.assert(fc.property(anyOrder, anyNow, (order, now) => {
      const { check_interval, last_checked, next_check, problem, ...rest } = skipped(order, "broken", now)
      assert.deepInclude(order, rest)
      assert.strictEqual(problem, "broken")
      assert.deepStrictEqual(last_checked, now)
      assert.deepStrictEqual(next_check, DateTime.add(now, { seconds: check_interval }))
    }))
  })

  it("waits ever longer, five minutes at most", () => {
    const waits = [1]
    while (waits.length < 10) waits.push(nextInterval(waits.at(-1)!))
    assert.deepStrictEqual(waits, [1, 2, 5, 12, 30, 75, 188, 300, 300, 300])
    assert.deepStrictEqual([3, 4, 7, 9].map(nextInterval), [8, 10, 18, 22])
  })
})
