import { assert, it } from "@effect/vitest"
import * as Money from "@wristbank/core/base/Money"
import { guardsOf } from "@wristbank/core/journal/JournalEntry"
import { release, reserve } from "@wristbank/core/payout/Payout"
import { entryOf } from "@wristbank/core/payout/PayoutBookings"
import fc from "fast-check"

const accounts = { donation_exit: 1n, payout_reserve: 2n, sepa_exit: 3n }
const cents = fc.bigInt({ min: 1n, max: 1_000_000n }).map((n) => Money.Cents.make(n))

/** Payouts of different customers. */
const payouts = fc.uniqueArray(
  fc.record({ customer_account_id: fc.bigInt({ min: 10n, max: 99n }), amount: cents, donation: cents }),
  { selector: ({ customer_account_id }) => customer_account_id, maxLength: 20 }
)

const booking = { eventId: 7n, userId: 5n, description: "payout run 1" }

it("what is reserved is taken from each customer once, and from no balance below it", () =>
  fc.assert(
    fc.property(payouts, (some) => {
      const postings = some.flatMap((payout) => reserve(payout, accounts))
      const entry = entryOf({ ...booking, postings, customers: "source" })
      assert.deepStrictEqual(
        guardsOf(entry),
        some.map(({ amount, customer_account_id, donation }) => ({
          accountId: customer_account_id,
          balance: Money.negate(Money.add(amount, donation)),
          vouchers: 0,
          minimum: Money.zero,
          maximum: null,
          userTagId: null
        }))
      )
    })
  ))

it("what comes back raises each customer's balance, whatever the highest balance of guests is", () =>
  fc.assert(
    fc.property(payouts, (some) => {
      const postings = some.flatMap((payout) => release({ ...payout, status: "reserved" }, accounts))
      const guards = guardsOf(entryOf({ ...booking, postings, customers: "target" }))
      assert.deepStrictEqual(
        guards.map(({ accountId, balance, maximum, minimum }) => ({ accountId, balance, maximum, minimum })),
        some.map(({ amount, customer_account_id, donation }) => ({
          accountId: customer_account_id,
          balance: Money.add(amount, donation),
          maximum: null,
          minimum: null
        }))
      )
    })
  ))

it("what goes to the bank guards no account, as no customer is in it", () => {
  const postings = [{ source: 2n, target: 3n, amount: Money.Cents.make(100n), vouchers: 0 }]
  assert.deepStrictEqual(guardsOf(entryOf({ ...booking, postings, customers: "neither" })), [])
})
