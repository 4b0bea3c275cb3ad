import { assert, it } from "@effect/vitest"
import * as Money from "@wristbank/core/base/Money"
import { Cents } from "@wristbank/core/base/Money"
import { refusalName } from "@wristbank/core/base/Rule"
import type { EventConfiguration } from "@wristbank/core/event/EventConfiguration"
import { requestHash } from "@wristbank/core/journal/RequestHash"
import { checkoutDescription, onlineRegistration, onlineTopUp } from "@wristbank/core/sale/OnlineTopUp"
import { registrationOf, unpaid } from "@wristbank/core/sale/Registration"
import { PendingSale } from "@wristbank/core/sale/Sale"
import type { StaffedTill } from "@wristbank/core/till/TerminalState"
import { DateTime, Result } from "effect"
import fc from "fast-check"
import { customer, customerAccountId, customerTagId, euro, event, refusal, sale, sold, uuid } from "./OrderWorld.ts"

const now = DateTime.makeUnsafe("2026-07-01T20:00:00Z")
const configuration = {
  eventId: 7n,
  version: 3n,
  settings: { ...event.settings, currency_identifier: "EUR" }
} as EventConfiguration

const payer = (balance: string, userTagUid: bigint | null = 0xabcn, creditToCome = Money.zero) => ({
  ...customer(balance),
  userTagUid,
  creditToCome
})
const topUp = (amount: bigint, balance = "100") =>
  onlineTopUp({ uuid, amount: Cents.make(amount), event, payer: payer(balance) })

it("an order at a till waits for the price of all its lines", () => {
  const { answer, draft } = sold(sale([["beerWithDeposit", 3]], { customer: customer("100", 2) }))
  const registration = registrationOf({
    at: { configuration, person: { id: 4n }, till: { till: { id: 5n, z_nr: 6 } } } as StaffedTill,
    order: unpaid({ buttons: () => null, answer: PendingSale }, { answer, draft }),
    requestHash: "hash",
    orderType: "sale",
    now
  })
  assert.deepInclude(registration.order, {
    uuid,
    amount: euro("9"),
    order_type: "sale",
    payment_type: "sumup_terminal",
    status: "pending",
    till_id: 5n,
    cashier_id: 4n,
    z_nr: 6
  })
})

it("a top-up on the web is of whole euros, up to the highest balance", () => {
  const saidOf = (amount: bigint, balance?: string) => {
    const outcome = topUp(amount, balance)
    return Result.isSuccess(outcome) ? "done" : refusalName(outcome.failure)
  }
  assert.deepStrictEqual([saidOf(100n), saidOf(5000n)], ["done", "done"])
  assert.deepStrictEqual([saidOf(0n), saidOf(-100n)], ["order.top_up_not_positive", "order.top_up_not_positive"])
  assert.deepStrictEqual([saidOf(1n), saidOf(150n)], ["order.top_up_not_whole", "order.top_up_not_whole"])
  assert.strictEqual(saidOf(5100n), "order.maximum_exceeded")
  assert.strictEqual(refusalName(refusal(topUp(100n, "150"))), "order.maximum_exceeded")
})

it("a top-up on the web leaves room for the credit that arrives with the wristband, and for top-ups that wait", () => {
  const cents = fc.nat({ max: 20_000 }).map((amount) => Cents.make(BigInt(amount)))
  const euros = fc.integer({ min: 1, max: 200 }).map((amount) => Cents.make(BigInt(amount) * 100n))
  fc.assert(fc.property(cents, cents, cents, euros, (balance, pendingTopUps, creditToCome, amount) => {
    const of = { ...payer("0"), balance, pendingTopUps, creditToCome }
    const outcome = onlineTopUp({ uuid, amount, event, payer: of })
    const reached = Money.sum([balance, pendingTopUps, creditToCome, amount])
    assert.strictEqual(Result.isSuccess(outcome), reached <= event.settings.max_account_balance)
    if (Result.isSuccess(outcome)) {
      assert.strictEqual(Money.sum(outcome.success.lines.map((line) => line.total_price)), amount)
    } else assert.strictEqual(refusalName(outcome.failure), "order.maximum_exceeded")
  }))
})

it("a top-up on the web waits until its time is over, without a cashier", () => {
  const draft = Result.getOrThrow(topUp(2000n))
  const till = { id: 5n, z_nr: 6 }
  const { order, userTagId } = onlineRegistration({ configuration, draft, now, till, timeoutSeconds: 60 })
  assert.strictEqual(userTagId, customerTagId)
  assert.deepInclude(order, {
    amount: euro("20"),
    order_type: "top_up",
    payment_type: "sumup_online",
    cashier_id: null,
    customer_account_id: customerAccountId,
    request_hash: requestHash("online_top_up", { amount: 2000n, customer_account_id: customerAccountId }),
    valid_until: DateTime.add(now, { seconds: 60 })
  })
})

it("the provider shows the event and the wristband, if there is one", () => {
  assert.strictEqual(checkoutDescription("Fest", payer("0"), "u"), "Fest Online TopUp ABC u")
  assert.strictEqual(checkoutDescription("Fest", payer("0", null), "u"), "Fest Online TopUp None u")
})
