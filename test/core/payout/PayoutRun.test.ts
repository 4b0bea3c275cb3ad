import { assert, it } from "@effect/vitest"
import { type SystemAccounts, systemAccounts } from "@wristbank/core/base/Account"
import * as Money from "@wristbank/core/base/Money"
import type { InvalidArgument } from "@wristbank/core/base/Refusal"
import { refusalName } from "@wristbank/core/base/Rule"
import { runAtOnce } from "@wristbank/core/base/SlicedWork"
import * as Ledger from "@wristbank/core/journal/Ledger"
import * as Payout from "@wristbank/core/payout/Payout"
import * as PayoutRun from "@wristbank/core/payout/PayoutRun"
import { Candidate, select, shareOf, summary } from "@wristbank/core/payout/PayoutSelection"
import { Result, Schema } from "effect"
import fc from "fast-check"

const cents = (max: number) => fc.integer({ min: 0, max }).map((n) => Money.Cents.make(BigInt(n)))

const ibans = ["DE89370400440532013000", "AT611904300234573201", "DE00370400440532013000", "", null]

const selected = (...given: Parameters<typeof select>) => runAtOnce(select(...given))

/** Customers with money by account id, some of whom no bank can pay. */
const candidates = fc.array(
  fc.record({
    balance: fc.integer({ min: 1, max: 10_000 }).map((n) => Money.Cents.make(BigInt(n))),
    donation: cents(12_000),
    donate_all: fc.boolean(),
    iban: fc.constantFrom(...ibans, "DE89370400440532013000"),
    account_name: fc.constantFrom("Anna Öz", "Berta", null, " ", "😀")
  }),
  { maxLength: 12 }
).map((rows) =>
  rows.map((row, n) =>
    new Candidate({
      ...row,
      account_id: BigInt(n + 100),
      email: null,
      user_tag_id: null,
      user_tag_uid: null,
      is_blocked: false,
      blocked_by: null,
      blocked_at: null,
      user_tag_pin: null,
      version: ""
    })
  )
)
const limits = fc.record({ sum: cents(30_000), count: fc.integer({ min: 1, max: 8 }) })

const isSystemAccounts = (found: { readonly [type: string]: bigint }): found is SystemAccounts =>
  systemAccounts.every(({ type }) => type in found)

const accounts = (() => {
  const found = Object.fromEntries(systemAccounts.map(({ type }, n) => [type, BigInt(n + 1)]))
  if (!isSystemAccounts(found)) throw new Error("An account is missing")
  return found
})()

it("a share is all of the balance, and nothing of it is negative", () =>
  fc.assert(fc.property(candidates, (all) => {
    for (const candidate of all) {
      const { amount, donation } = shareOf(candidate)
      assert.strictEqual(amount + donation, candidate.balance)
      assert.isTrue(amount >= 0n && donation >= 0n && (candidate.donate_all || donation <= candidate.donation))
      if (candidate.donate_all) assert.strictEqual(amount, 0n)
    }
  })))

it("a selection keeps its limits, loses no one, and leaves no one out who would fit", () =>
  fc.assert(fc.property(candidates, limits, (all, limit) => {
    const { chosen, leftOut } = selected(all, ["DE"], limit)
    const sum = Money.sum(chosen.map(({ amount }) => amount))
    assert.isTrue(sum <= limit.sum && chosen.length <= limit.count)
    assert.sameMembers([...chosen, ...leftOut].map(({ candidate }) => candidate), [...all])
    for (const { amount, candidate, reason } of leftOut) {
      const alone = selected([candidate], ["DE"], null).leftOut[0]?.reason
      if (reason === "count_reached") assert.strictEqual(chosen.length, limit.count)
      else if (reason === "sum_reached") assert.isTrue(amount > 0n && sum + amount > limit.sum)
      else assert.strictEqual(alone, reason)
    }
    for (const { amount, candidate } of chosen) {
      if (amount > 0n) assert.isTrue(candidate.iban === ibans[0] && /[A-Z]/.test(candidate.account_name ?? ""))
    }
    const counted = summary(leftOut)
    assert.strictEqual(counted.reduce((n, { n_customers }) => n + n_customers, 0), leftOut.length)
  })))

it("a selection without limits leaves out only whom no bank can pay", () =>
  fc.assert(fc.property(candidates, (all) => {
    const { leftOut } = selected(all, ["DE", "AT"], null)
    for (const { reason } of leftOut) assert.notInclude(["sum_reached", "count_reached"], reason)
  })))

/** The actions of operators on a run, in any order. */
const action = fc.oneof(
  fc.constantFrom("export" as const, "done" as const, "revoke" as const, "force" as const),
  fc.nat(11)
)

interface Standing {
  state: PayoutRun.RunState
  sent: boolean
  readonly payouts: Array<Payout.PayoutMoney>
  readonly postings: Array<Ledger.Posting>
}

/** Does one action if it is allowed; a number is a payout that the bank returns. */
const act = (run: Standing, what: typeof action extends fc.Arbitrary<infer A> ? A : never) => {
  if (typeof what === "number") {
    const payout = run.payouts[what]
    if (payout === undefined) return
    const back = Payout.giveBack(payout, run.sent || run.state === "done", accounts)
    if (Result.isFailure(back)) return
    run.postings.push(...back.success)
    run.payouts[what] = { ...payout, status: "returned" }
    return
  }
  if (what === "export") {
    if (run.state === "open") run.state = "exported"
    if (run.state === "exported") run.sent = true
    return
  }
  const step = what === "done"
    ? { allowed: PayoutRun.allowDone(run.state), move: Payout.pay, state: "done", status: "paid" } as const
    : {
      allowed: PayoutRun.allowRevocation(1n, run.state, what === "force"),
      move: Payout.release,
      state: "revoked",
      status: "released"
    } as const
  if (Result.isFailure(step.allowed)) return
  run.postings.push(...run.payouts.flatMap((payout) => step.move(payout, accounts)))
  run.payouts.forEach((payout, n) => {
    if (payout.status === "reserved") run.payouts[n] = { ...payout, status: step.status }
  })
  run.state = step.state
}

it("whatever is done with a run, no cent is lost, and none is paid twice", () =>
  fc.assert(fc.property(candidates, limits, fc.array(action, { maxLength: 12 }), (all, limit, actions) => {
    const { chosen } = selected(all, ["DE"], limit)
    const payouts = chosen.map(({ amount, candidate, donation }): Payout.PayoutMoney => ({
      customer_account_id: candidate.account_id,
      amount,
      donation,
      status: "reserved"
    }))
    const postings = payouts.flatMap((payout) => [...Payout.reserve(payout, accounts)])
    const run: Standing = { state: "open", sent: false, payouts, postings }
    for (const what of actions) act(run, what)
    const held = (id: bigint) => Ledger.change(run.postings, id).balance
    const sumOf = (status: Payout.PayoutStatus, part: "amount" | "donation") =>
      Money.sum(run.payouts.filter((payout) => payout.status === status).map((payout) => payout[part]))
    assert.strictEqual(
      held(accounts.payout_reserve),
      Money.add(sumOf("reserved", "amount"), sumOf("reserved", "donation"))
    )
    assert.strictEqual(held(accounts.sepa_exit), sumOf("paid", "amount"))
    const given = run.payouts.filter((payout, n) =>
      payout.status === "paid" || (payout.status === "returned" && held(payouts[n]!.customer_account_id) !== 0n)
    )
    assert.isTrue(held(accounts.donation_exit) <= Money.sum(given.map(({ donation }) => donation)))
    for (const { amount, customer_account_id, donation, status } of run.payouts) {
      const taken = Money.negate(held(customer_account_id))
      const back = status === "released" || status === "returned"
      assert.isTrue(back ? taken === 0n || (status === "returned" && taken === donation) : taken === amount + donation)
    }
    if (run.state === "done" || run.state === "revoked") assert.strictEqual(held(accounts.payout_reserve), 0n)
  })))

it.prop(
  "a run is refused exactly when its limits make no sense, or its event can't order anything from a bank",
  [PayoutRun.NewPayoutRun, Schema.Boolean, Schema.Literals(["Fest e.V.", "1", "🎪", "-"])],
  ([input, on, sepa_sender_name]) => {
    const settings = { sepa_enabled: on, sepa_max_num_payouts_in_run: 1000, sepa_sender_name }
    const nameable = /[A-Z1]/.test(sepa_sender_name)
    const { max_num_payouts: count, max_payout_sum } = input
    assert.strictEqual(
      Result.isSuccess(PayoutRun.allowCreation(input, settings)),
      on && nameable && max_payout_sum >= 0n && count >= 1 && count <= 1000
    )
  }
)

it("an end-to-end id is one a bank takes, and of one payout alone", () => {
  const ids = [[1n, 1n, 1000n], [1n, 11n, 1000n], [11n, 1n, 1000n], [2_000_000n, 300_000n, 900_000_000_000n]] as const
  const texts = ids.map(([event, run, payout]) => PayoutRun.endToEndId(event, run, payout))
  assert.strictEqual(new Set(texts).size, ids.length)
  for (const text of texts) assert.match(text, /^[A-Za-z0-9-]{1,35}$/)
})

it("says in both languages how a run or a payout is settled", () => {
  const said = (result: Result.Result<unknown, InvalidArgument>) => {
    const refusal = Result.getOrThrow(Result.flip(result))
    return [refusalName(refusal), refusal.messageIn("en"), refusal.messageIn("de")]
  }
  const run = "payout.run_settled"
  const payout = "payout.payout_settled"
  const back = (status: "released" | "returned") =>
    Payout.giveBack(
      { customer_account_id: 5n, amount: Money.Cents.make(5n), donation: Money.zero, status },
      true,
      accounts
    )
  assert.deepStrictEqual(
    [PayoutRun.allowDone("done"), PayoutRun.allowDone("revoked"), back("returned"), back("released")].map(said),
    [
      [run, "This payout run is done already", "Dieser Auszahlungslauf ist schon abgeschlossen"],
      [run, "This payout run is revoked already", "Dieser Auszahlungslauf ist schon widerrufen"],
      [payout, "This payout is returned already", "Diese Auszahlung ist schon zurückgegeben"],
      [payout, "This payout is released already", "Diese Auszahlung ist schon freigegeben"]
    ]
  )
})
