import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { each, Festival } from "../../support/Festival.ts"
import { refused } from "../../support/FestivalLedger.ts"
import { payoutOffice } from "../../support/FestivalPayouts.ts"
import { done } from "../../support/FestivalServer.ts"

layer(Festival.layer, { excludeTestServices: true })("limits of payout runs", (it) => {
  it.effect("the sum counts what goes to the bank, and who does not fit waits for the next run", () =>
    Effect.gen(function*() {
      const { created, payee, pending } = yield* payoutOffice
      const anna = yield* payee(30, { account_name: "Anna" })
      const berta = yield* payee(20, { account_name: "Berta", donation: 500n })
      const carl = yield* payee(50, { account_name: "Carl" })
      const run = yield* created(60, 10)
      assert.deepStrictEqual(yield* run.stats, [2, 45, 5])
      const payouts = yield* run.payouts
      assert.deepStrictEqual(
        payouts.map(({ amount, customer_account_id, donation }) => [customer_account_id, amount, donation]),
        [[anna.accountId, 30, 0], [berta.accountId, 15, 5]]
      )
      assert.deepStrictEqual(yield* pending, {
        total_payout_amount: 50,
        total_donation_amount: 0,
        total_unclaimed_payout_amount: 0,
        n_payouts: 1,
        left_out: []
      })
      const next = yield* created(60, 10)
      assert.deepStrictEqual(each(yield* next.payouts, "customer_account_id"), [carl.accountId])
      for (const { revoke } of [run, next]) done(yield* revoke)
    }))

  it.effect("a sum is reached to the cent, and not a cent further", () =>
    Effect.gen(function*() {
      const { create, created, payee } = yield* payoutOffice
      yield* payee(10.01)
      yield* refused(create(10), "payout.nobody_to_pay")
      const run = yield* created(10.01)
      assert.deepStrictEqual(yield* run.stats, [1, 10.01, 0])
      done(yield* run.revoke)
    }))

  it.effect("of as many as may be in a run, those with the lowest accounts are taken", () =>
    Effect.gen(function*() {
      const { create, created, payee } = yield* payoutOffice
      const [first] = yield* Effect.forEach([10, 10, 10], (balance) => payee(balance))
      for (const count of [0, -3]) yield* refused(create(1000, count), "payout.count_limit_not_positive")
      yield* refused(create(1000, 1001), "payout.count_limit_too_high")
      const run = yield* created(1000, 1)
      assert.deepStrictEqual(each(yield* run.payouts, "customer_account_id"), [first!.accountId])
      done(yield* run.revoke)
    }))

  it.effect("the event's settings say how many a run may have, from the moment they change", () =>
    Effect.gen(function*() {
      const { configure } = yield* Festival
      const { create, created, payee } = yield* payoutOffice
      yield* Effect.forEach([1, 2, 3, 4, 5, 6], (balance) => payee(balance))
      const most = (sepa_max_num_payouts_in_run: number) =>
        configure({ sepa_enabled: true, sepa_max_num_payouts_in_run })
      yield* most(5)
      const answer = yield* refused(create(1000, 6), "payout.count_limit_too_high")
      assert.include(String(answer.body.message), "5 payouts at most")
      const five = yield* created(1000, 5)
      assert.deepStrictEqual(yield* five.stats, [5, 15, 0])
      done(yield* five.revoke)
      yield* most(6)
      const six = yield* created(1000, 6)
      assert.deepStrictEqual(yield* six.stats, [6, 21, 0])
      done(yield* six.revoke)
    }))
})
