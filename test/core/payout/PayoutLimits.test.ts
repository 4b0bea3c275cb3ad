import { assert, describe, it } from "@effect/vitest"
import { type SystemAccounts, systemAccounts } from "@wristbank/core/base/Account"
import * as Money from "@wristbank/core/base/Money"
import { refusalName } from "@wristbank/core/base/Rule"
import { mapInSlices, runAtOnce, runInSlices, type SlicedWork } from "@wristbank/core/base/SlicedWork"
import { giveBack, pay, type PayoutMoney, type PayoutStatus, release } from "@wristbank/core/payout/Payout"
import * as PayoutRun from "@wristbank/core/payout/PayoutRun"
import { type Limits, obstacleTo, remittanceOf, select, summary } from "@wristbank/core/payout/PayoutSelection"
import { Effect, Fiber, Result } from "effect"
import { candidate as sampleCandidate, ibans } from "./SamplePayouts.ts"

const cents = (amount: number) => Money.Cents.make(BigInt(amount))

const accounts = Object.fromEntries(systemAccounts.map(({ type }, n) => [type, BigInt(n + 1)])) as SystemAccounts

const saidOf = <E extends Parameters<typeof refusalName>[0]>(outcome: Result.Result<unknown, E>) =>
  Result.isSuccess(outcome) ? "allowed" : refusalName(outcome.failure)

describe("the limits of a new run", () => {
  const settings = { sepa_enabled: true, sepa_max_num_payouts_in_run: 10, sepa_sender_name: "Fest" }
  const created = (sum: number, count: number) =>
    saidOf(PayoutRun.allowCreation(
      new PayoutRun.NewPayoutRun({ max_payout_sum: cents(sum), max_num_payouts: count }),
      settings
    ))

  it("are refused by the first that makes no sense", () => {
    assert.deepStrictEqual([created(0, 1), created(0, 10)], ["allowed", "allowed"])
    assert.strictEqual(created(-1, 0), "payout.sum_limit_negative")
    assert.strictEqual(created(0, 0), "payout.count_limit_not_positive")
    assert.strictEqual(created(0, 11), "payout.count_limit_too_high")
  })

  it("must leave someone to pay", () => {
    const [chosen] = runAtOnce(select([candidate(500)], ["DE"], null)).chosen
    assert.strictEqual(saidOf(PayoutRun.allowSelection([chosen!])), "allowed")
    assert.strictEqual(saidOf(PayoutRun.allowSelection([])), "payout.nobody_to_pay")
  })
})

const candidate = (balance: number, changed: Parameters<typeof sampleCandidate>[1] = {}) =>
  sampleCandidate(BigInt(balance), changed)

const selected = (balances: ReadonlyArray<number>, limits: Limits) => {
  const { chosen, leftOut } = runAtOnce(select(balances.map((balance) => candidate(balance)), ["DE"], limits))
  return [chosen.map(({ amount }) => Number(amount)), leftOut.map(({ amount, reason }) => [Number(amount), reason])]
}

describe("whom a run takes up", () => {
  it("are as many as its limits allow, to the cent, and who comes later and needs less", () => {
    assert.deepStrictEqual(selected([500, 501, 500, 1], { sum: cents(1000), count: 9 }), [
      [500, 500],
      [[501, "sum_reached"], [1, "sum_reached"]]
    ])
    assert.deepStrictEqual(selected([500, 500, 500], { sum: cents(9999), count: 2 }), [
      [500, 500],
      [[500, "count_reached"]]
    ])
  })

  it("are those who give everything to the event, with no bank account and above no limit", () => {
    const giver = candidate(700, { donate_all: true, iban: null, account_name: null })
    const { chosen, leftOut } = runAtOnce(select([giver], ["DE"], { sum: Money.zero, count: 1 }))
    assert.deepStrictEqual(chosen, [{ candidate: giver, amount: Money.zero, donation: cents(700) }])
    assert.deepStrictEqual(leftOut, [])
  })

  it("are told apart by what is missing", () => {
    const missing = (account_name: string | null, iban: string | null) =>
      obstacleTo({ account_name, iban }, cents(1), ["DE"])
    assert.deepStrictEqual([missing("Ana", null), missing("Ana", "")], ["iban_missing", "iban_missing"])
    assert.strictEqual(missing("Ana", "DE89"), "iban_invalid")
    assert.strictEqual(missing("Ana", ibans[1]!), "country_not_allowed")
    assert.strictEqual(missing(null, ibans[0]!), "name_missing")
    assert.strictEqual(missing("Ana", ibans[0]!), undefined)
  })

  it("and whom not is added up by reason, and what no one claims is the rest", () => {
    const giver = candidate(300, { donation: cents(100) })
    const selection = runAtOnce(
      select([giver, candidate(700, { iban: null }), candidate(800, { iban: null })], ["DE"], null)
    )
    assert.deepStrictEqual(summary(selection.leftOut).map((one) => ({ ...one })), [
      { reason: "iban_missing", n_customers: 2, payout_amount: cents(1500) }
    ])
    assert.deepInclude(PayoutRun.pendingDetail(selection, cents(2000)), {
      total_payout_amount: cents(200),
      total_donation_amount: cents(100),
      total_unclaimed_payout_amount: cents(1700),
      n_payouts: 1
    })
    const preview = PayoutRun.previewOf(selection, cents(2000))
    assert.deepStrictEqual(preview.payouts.map((one) => ({ ...one })), [{
      customer_account_id: giver.account_id,
      account_name: giver.account_name,
      iban: giver.iban,
      user_tag_pin: giver.user_tag_pin,
      amount: cents(200),
      donation: cents(100)
    }])
  })

  it("find the number of their wristband in the text of the transfer, if they have one", () => {
    const text = (user_tag_uid: bigint | null) =>
      remittanceOf({ sepa_description: " Rest {user_tag_uid} " }, { user_tag_uid })
    assert.deepStrictEqual([text(0x1a2bn), text(null)], ["Rest 1A2B", "Rest"])
  })
})

describe("a run", () => {
  it("is done or revoked once, and exported only while it is neither", () => {
    const stateOf = (done: boolean, revoked: boolean, sepa_was_generated: boolean) =>
      PayoutRun.stateOf({ done, revoked, sepa_was_generated })
    assert.deepStrictEqual(
      [
        stateOf(false, false, false),
        stateOf(false, false, true),
        stateOf(false, true, true),
        stateOf(true, false, true)
      ],
      ["open", "exported", "revoked", "done"]
    )
  })

  it("is revoked with force alone when the bank may have the order", () => {
    const revoked = (state: PayoutRun.RunState, force: boolean) => {
      const outcome = PayoutRun.allowRevocation(7n, state, force)
      return Result.isFailure(outcome) ? outcome.failure._tag : "allowed"
    }
    assert.deepStrictEqual([revoked("open", false), revoked("open", true)], ["allowed", "allowed"])
    assert.deepStrictEqual([revoked("exported", false), revoked("exported", true)], ["PayoutRunExported", "allowed"])
    for (const state of ["done", "revoked"] as const) {
      for (const force of [true, false]) assert.strictEqual(revoked(state, force), "InvalidArgument")
    }
  })
})

describe("the money of a payout", () => {
  const payout = (status: PayoutStatus, amount = 500): PayoutMoney => ({
    customer_account_id: 100n,
    amount: cents(amount),
    donation: cents(50),
    status
  })
  const { donation_exit, payout_reserve, sepa_exit } = accounts
  const moved = (source: bigint, target: bigint, amount: number) => ({
    source,
    target,
    amount: cents(amount),
    vouchers: 0
  })

  it("moves only while it is reserved", () => {
    assert.deepStrictEqual(pay(payout("reserved"), accounts), [
      moved(payout_reserve, sepa_exit, 500),
      moved(payout_reserve, donation_exit, 50)
    ])
    assert.deepStrictEqual(release(payout("reserved"), accounts), [moved(payout_reserve, 100n, 550)])
    for (const status of ["paid", "returned", "released"] as const) {
      assert.deepStrictEqual([pay(payout(status), accounts), release(payout(status), accounts)], [[], []])
    }
  })

  it("comes back from the bank that has it, without a donation that was paid", () => {
    const back = (status: PayoutStatus, amount = 500, sent = true) => giveBack(payout(status, amount), sent, accounts)
    assert.deepStrictEqual(back("reserved"), Result.succeed([moved(payout_reserve, 100n, 550)]))
    assert.deepStrictEqual(back("paid"), Result.succeed([moved(sepa_exit, 100n, 500)]))
    assert.strictEqual(saidOf(back("paid", 500, false)), "payout.not_sent")
    assert.strictEqual(saidOf(back("paid", 0)), "payout.donation_alone")
    assert.strictEqual(saidOf(back("returned")), "payout.payout_settled")
  })
})

describe("work on a long list", () => {
  /** How often it pauses. */
  const pausesOf = <A>(work: SlicedWork<A>) => {
    let pauses = 0
    while (work.next().done !== true) pauses++
    return pauses
  }

  it("pauses for every thousand", () => {
    const list = (length: number) => Array.from({ length }, () => candidate(1))
    assert.deepStrictEqual([1000, 2000, 2001].map((length) => pausesOf(mapInSlices(list(length), () => 0))), [1, 2, 3])
    assert.deepStrictEqual([999, 1000, 2000].map((length) => pausesOf(select(list(length), ["DE"], null))), [0, 1, 2])
  })

  it.effect("lets others go on at each pause, and ends with its result", () =>
    Effect.gen(function*() {
      const told: Array<string> = []
      const work = function*(name: string): SlicedWork<string> {
        told.push(`${name}1`)
        yield
        told.push(`${name}2`)
        return name
      }
      const both = ["a", "b"].map((name) => Effect.forkChild(runInSlices(() => work(name))))
      const fibers = yield* Effect.all(both)
      const results = yield* Effect.forEach(fibers, (fiber) => Fiber.join(fiber))
      assert.deepStrictEqual([told, results], [["a1", "b1", "a2", "b2"], ["a", "b"]])
    }))
})
