import { assert, describe, it } from "@effect/vitest"
import { Cents } from "@wristbank/core/base/Money"
import { CardCheckout, type CheckoutStatus } from "@wristbank/core/card/CardCheckout"
import { CardProviderError } from "@wristbank/core/card/CardProvider"
import {
  abandoned,
  atCheckout,
  atGivingUp,
  type CheckoutAnswer,
  closed,
  guestStatusOf,
  isOpen,
  type OnlineOrder,
  undecided
} from "@wristbank/core/sale/CheckoutStep"
import { unasked } from "@wristbank/core/sale/PendingOrder"
import { type Step, unbookable } from "@wristbank/core/sale/PendingOrderStep"
import { DateTime } from "effect"
import fc from "fast-check"

const created = DateTime.makeUnsafe("2026-07-01T20:00:00Z")
const after = (seconds: number) => DateTime.add(created, { seconds })
const validSeconds = 3_600
const amount = Cents.make(3000n)
const uuid = "5f0e7a46-6d5c-4a5a-9c0c-2f8f0c0f4a11"

const begun: OnlineOrder = {
  uuid,
  amount,
  currency: "EUR",
  created_at: created,
  checkout_id: null,
  valid_until: after(validSeconds),
  ...unasked(created)
}

interface Paid {
  readonly amount: bigint
  readonly currency: string
  readonly merchantCode: string | null
}

const ours: Paid = { amount, currency: "EUR", merchantCode: "M1" }

const checkoutOf = (status: CheckoutStatus, { amount: paid, currency, merchantCode }: Paid = ours) =>
  new CardCheckout({
    id: "c1",
    reference: uuid,
    status,
    amount,
    currency,
    merchantCode,
    description: null,
    createdAt: created,
    validUntil: null,
    transactionCode: null,
    transactionId: null,
    transactions: status === "paid"
      ? [{ id: "t1", transactionCode: "T1", amount: Cents.make(paid), currency, status: "successful", at: created }]
      : []
  })

const told = (status: CheckoutStatus, paid?: Paid): CheckoutAnswer => ({
  kind: "checkout",
  checkout: checkoutOf(status, paid),
  merchantCode: "M1"
})

const stepOf = (order: OnlineOrder, answer: CheckoutAnswer, now: DateTime.Utc): Step => {
  const decided = atCheckout(order, answer, now)
  assert.strictEqual(decided.kind, "step")
  return (decided as { readonly step: Step }).step
}

const named: OnlineOrder = { ...begun, checkout_id: "c1" }

describe("the step of a top-up on the web", () => {
  it("books what was paid, whether the order is open or was given up", () => {
    for (const status of ["pending", "cancelled"] as const) {
      const step = stepOf({ ...named, status }, told("paid"), after(99_999))
      assert.deepInclude(step, { books: true })
      assert.deepInclude(step.next, { status: "booked", verification: "verified", next_check: null })
    }
    assert.isTrue(stepOf(named, told("paid", { ...ours, merchantCode: null }), after(1)).books)
  })

  it("holds other money", () => {
    const others = [{ amount: 2999n }, { amount: 30_00_00n }, { currency: "CHF" }, { merchantCode: "M2" }]
    for (const other of others) {
      const step = stepOf(named, told("paid", { ...ours, ...other }), after(1))
      assert.isFalse(step.books)
      assert.deepInclude(step.next, { status: "pending", verification: "mismatch", next_check: null })
      assert.isNotNull(step.next.problem)
      assert.strictEqual(guestStatusOf({ ...step.next, settled_at: null }), "PENDING")
    }
  })

  it("holds what was paid twice, and what has gone back already", () => {
    const [once] = checkoutOf("paid").transactions
    const twice = new CardCheckout({ ...checkoutOf("paid"), transactions: [once!, { ...once!, id: "t2" }] })
    const back = new CardCheckout({ ...checkoutOf("paid"), transactions: [{ ...once!, status: "refunded" }] })
    for (const checkout of [twice, back]) {
      const step = stepOf(named, { kind: "checkout", checkout, merchantCode: "M1" }, after(1))
      assert.strictEqual(step.next.verification, "mismatch")
    }
  })

  it("keeps an order open after a failed try until its time is over, and deactivates it then", () => {
    for (const status of ["pending", "failed", "unknown"] as const) {
      const step = stepOf(named, told(status), after(validSeconds))
      assert.deepInclude(step.next, { status: "pending", verification: "unverified" })
      assert.strictEqual(
        guestStatusOf({ ...step.next, settled_at: null }, status),
        status === "failed" ? "FAILED" : "PENDING"
      )
      assert.deepStrictEqual(atCheckout(named, told(status), after(validSeconds + 1)), {
        kind: "deactivate",
        checkoutId: "c1"
      })
    }
  })

  it("deactivates at once what no guest was told of, and what was given up", () => {
    assert.strictEqual(atCheckout(begun, told("pending"), after(20)).kind, "deactivate")
    assert.strictEqual(atCheckout({ ...named, status: "cancelled" }, told("failed"), after(20)).kind, "deactivate")
  })

  it("gives up what its guest gives up, once no one can pay it any more", () => {
    for (const status of ["pending", "failed", "unknown"] as const) {
      assert.strictEqual(atGivingUp(named, told(status), after(1)).kind, "deactivate")
    }
    const givenUp = [[named, told("expired")], [named, { kind: "absent" }], [begun, { kind: "absent" }]] as const
    for (const [order, answer] of givenUp) {
      const decided = atGivingUp(order, answer, after(1))
      if (decided.kind !== "step") return assert.fail("there is nothing to deactivate")
      assert.strictEqual(decided.step.next.status, "cancelled")
    }
    const paid = atGivingUp(named, told("paid"), after(1))
    assert.isTrue(paid.kind === "step" && paid.step.books)
    const error: CheckoutAnswer = { kind: "error", error: new CardProviderError({ reason: "timeout" }) }
    for (const answer of [error, { kind: "nobody" } as const]) {
      const decided = atGivingUp(named, answer, after(1))
      assert.isTrue(decided.kind === "step" && isOpen(decided.step.next))
    }
  })

  it("gives up without an answer never", () => {
    const error: CheckoutAnswer = { kind: "error", error: new CardProviderError({ reason: "timeout" }) }
    for (const answer of [error, { kind: "nobody" } as const]) {
      for (const order of [begun, named]) {
        const { next } = stepOf(order, answer, after(99_999))
        assert.strictEqual(next.status, "pending")
        assert.isNotNull(next.problem)
        assert.isNotNull(next.next_check)
      }
    }
  })
})

/** The provider's side of one checkout: its answers, and whether it has the money. */
interface Provider {
  status: "absent" | "expired" | "failed" | "paid" | "pending"
}

const actions = fc.array(
  fc.tuple(
    fc.constantFrom(
      "create",
      "create and crash",
      "pay",
      "fail",
      "check",
      "sweep",
      "sweep and crash",
      "give up",
      "give up and crash",
      "away",
      "no room"
    ),
    fc.nat({ max: 2_000 })
  ),
  { maxLength: 40 }
)

describe("whatever happens to a checkout", () => {
  it("money is booked once or held, and nothing is payable for ever", () =>
    fc.assert(
      fc.property(actions, (steps) => {
        const provider: Provider = { status: "absent" }
        let order = begun
        let bookings = 0
        let seconds = 0
        let isCreated = false
        const answer = (): CheckoutAnswer => provider.status === "absent" ? { kind: "absent" } : told(provider.status)

        /** Asks, deactivates if needed, and stores the outcome, unless the process dies before. */
        const settle = (crashes: boolean, room = true, first = atCheckout(order, answer(), after(seconds))) => {
          const now = after(seconds)
          let step: Step
          if (first.kind === "step") step = first.step
          else {
            const wasOpen = provider.status === "pending" || provider.status === "failed"
            if (wasOpen) provider.status = "expired"
            if (crashes) return
            const again = atCheckout(order, answer(), now)
            step = wasOpen ? closed(order, now) : again.kind === "step" ? again.step : undecided(order, null, now)
          }
          if (crashes) return
          if (step.books && !room) order = { ...order, ...unbookable(order, step, "above_maximum", now) }
          else {
            if (step.books) bookings++
            order = { ...order, ...step.next }
          }
        }

        for (const [action, wait] of steps) {
          seconds += wait
          switch (action) {
            case "create":
            case "create and crash":
              if (isCreated || seconds > 60) break
              isCreated = true
              provider.status = "pending"
              if (action === "create" && order.status === "pending") order = { ...order, checkout_id: "c1" }
              break
            case "pay":
              if (provider.status === "pending" || provider.status === "failed") provider.status = "paid"
              break
            case "fail":
              if (provider.status === "pending") provider.status = "failed"
              break
            case "away":
              if (order.next_check !== null) {
                const error = new CardProviderError({ reason: "timeout" })
                settle(false, true, atCheckout(order, { kind: "error", error }, after(seconds)))
              }
              break
            case "check":
              if (order.status === "pending" && order.verification === "unverified") settle(false)
              break
            case "give up":
            case "give up and crash":
              if (isOpen(order)) {
                settle(action !== "give up", true, atGivingUp(order, answer(), after(seconds)))
                if (action === "give up") assert.isFalse(isOpen(order))
              }
              break
            default:
              if (order.next_check !== null) settle(action === "sweep and crash", action !== "no room")
          }
        }
        for (let sweeps = 0; sweeps < 5; sweeps++) {
          seconds += validSeconds
          if (order.next_check !== null) settle(false)
        }
        assert.isAtMost(bookings, 1)
        assert.strictEqual(bookings, provider.status === "paid" ? 1 : 0)
        assert.strictEqual(order.status, bookings === 1 ? "booked" : "cancelled")
        assert.isNull(order.next_check)
        assert.include(["absent", "expired", "paid"], provider.status)
      }),
      { numRuns: 1000 }
    ))

  it("an order that the provider knew nothing of is watched until its time is over", () => {
    const given = { ...begun, ...abandoned(begun, after(10)) }
    assert.isNotNull(given.next_check)
    assert.isTrue(stepOf(given, told("paid"), after(100)).books)
    assert.isNotNull(stepOf(given, { kind: "absent" }, after(100)).next.next_check)
    assert.isNull(stepOf(given, { kind: "absent" }, after(validSeconds + 1)).next.next_check)
  })
})
