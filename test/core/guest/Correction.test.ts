import { assert, it } from "@effect/vitest"
import { AccountType } from "@wristbank/core/base/Account"
import * as Money from "@wristbank/core/base/Money"
import { refusalName } from "@wristbank/core/base/Rule"
import { correctBalance, type CorrectedAccount, correctVouchers } from "@wristbank/core/guest/Correction"
import { change } from "@wristbank/core/journal/Ledger"
import { maxVouchers } from "@wristbank/core/sale/Grant"
import { Result, Schema } from "effect"

const event = { systemAccounts: { cash_imbalance: 1n, voucher_create: 2n }, maximum: Money.Cents.make(15_000n) }

const Balance = Schema.Int.check(Schema.isBetween({ minimum: -20_000, maximum: 20_000 }))
const Holding = Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 20_000 }))
const Wanted = Schema.Int.check(Schema.isBetween({ minimum: -2, maximum: maxVouchers + 2 }))

const account = (type: AccountType, balance: number, vouchers = 0): CorrectedAccount => ({
  id: 9n,
  type,
  balance: Money.Cents.make(BigInt(balance)),
  vouchers
})

it.prop(
  "a corrected balance is the wanted one, on the counter account the difference arrives",
  [Schema.Literals(["private", "transport"]), Holding, Balance],
  ([type, held, wanted]) => {
    const outcome = correctBalance(account(type, held), Money.Cents.make(BigInt(wanted)), event)
    const tooHigh = type === "private" && wanted > 15_000 && wanted > held
    const expected = wanted < 0 ? "account.balance_negative" : tooHigh ? "account.balance_too_high" : null
    assert.strictEqual(Result.isFailure(outcome) ? refusalName(outcome.failure) : null, expected)
    if (Result.isFailure(outcome)) return
    const postings = outcome.success?.postings ?? []
    assert.strictEqual(outcome.success === null, wanted === held)
    assert.deepStrictEqual(change(postings, 9n), { balance: Money.Cents.make(BigInt(wanted - held)), vouchers: 0 })
    assert.deepStrictEqual(change(postings, 1n).balance, Money.Cents.make(BigInt(held - wanted)))
    assert.deepStrictEqual(
      outcome.success?.guards.map(({ accountId, balance }) => [accountId, balance]) ?? [],
      wanted === held ? [] : [[9n, BigInt(wanted - held)]]
    )
  }
)

it.prop(
  "corrected vouchers are the wanted ones, made or taken back where vouchers come from",
  [Holding, Wanted],
  ([held, wanted]) => {
    const outcome = correctVouchers(account("private", 0, held), wanted, event)
    const tooMany = wanted > maxVouchers ? "order.vouchers_too_many" : null
    const expected = wanted < 0 ? "account.vouchers_negative" : tooMany
    assert.strictEqual(Result.isFailure(outcome) ? refusalName(outcome.failure) : null, expected)
    if (Result.isFailure(outcome)) return
    const postings = outcome.success?.postings ?? []
    assert.deepStrictEqual(change(postings, 9n), { balance: Money.zero, vouchers: wanted - held })
    assert.strictEqual(postings.every(({ amount }) => amount === 0n), true)
    assert.strictEqual(outcome.success === null, wanted === held)
  }
)

it("only what holds money of its own can be corrected", () => {
  const wanted = Money.Cents.make(100n)
  const balances = AccountType.literals.filter((type) =>
    Result.isSuccess(correctBalance(account(type, 0), wanted, event))
  )
  assert.deepStrictEqual(balances, ["private", "transport"])
  const vouchers = AccountType.literals.filter((type) => Result.isSuccess(correctVouchers(account(type, 0), 1, event)))
  assert.deepStrictEqual(vouchers, ["private"])
})
