import { assert, describe, it } from "@effect/vitest"
import { AccountType, guardedTypes, isGuarded } from "@wristbank/core/base/Account"
import * as Money from "@wristbank/core/base/Money"
import * as Ledger from "@wristbank/core/journal/Ledger"
import { Result, Schema } from "effect"

const cents = (amount: number | bigint) => Money.Cents.make(BigInt(amount))

const { limit } = Money

describe("an amount", () => {
  it("is printed with two decimals and read again", () => {
    const printed = [[0, "0.00"], [1, "0.01"], [-1, "-0.01"], [10, "0.10"], [100, "1.00"], [-1234, "-12.34"]] as const
    for (const [amount, text] of printed) {
      assert.strictEqual(Money.format(BigInt(amount)), text)
      assert.strictEqual(Money.parse(text), cents(amount))
    }
    assert.deepStrictEqual(["12", "12.5", "1.500"].map(Money.parse), [1200, 1250, 150].map(cents))
    for (const text of ["", "1.005", "1e3", " 1", "+1", "."]) assert.isUndefined(Money.parse(text), text)
  })

  it("is read from JSON as a number or its text, up to the largest amount of a request", () => {
    const read = Schema.decodeUnknownResult(Schema.toCodecJson(Money.Cents))
    const most = Number(limit) / 100
    for (const [json, amount] of [[12.5, 1250n], ["12.5", 1250n], [most, limit], [-most, -limit]] as const) {
      assert.strictEqual(Result.getOrThrow(read(json)), amount)
      assert.strictEqual(Money.parse(String(json)), amount)
    }
    for (const json of [most + 0.01, -most - 0.01, 1.005, "x", null, true, [5]]) {
      assert.isTrue(Result.isFailure(read(json)), String(json))
    }
    assert.isUndefined(Money.parse(String(most + 0.01)))
    assert.isUndefined(Money.parse(String(-most - 0.01)))
  })

  it("is what the database can hold", () => {
    assert.deepStrictEqual([2n ** 63n - 1n, -(2n ** 63n)].map(cents), [2n ** 63n - 1n, -(2n ** 63n)])
    assert.throws(() => Money.Cents.make(2n ** 63n))
    assert.throws(() => Money.Cents.make(-(2n ** 63n) - 1n))
  })

  it("of a stored sum is exact, however large", () => {
    const sum = cents(limit * 100n + 1n)
    const text = Schema.encodeSync(Money.StoredSum)(sum)
    assert.strictEqual(text, "1000000000000.01")
    const read = Schema.decodeUnknownResult(Money.StoredSum)
    assert.deepStrictEqual([read(text), read(12.5)].map(Result.getOrThrow), [sum, cents(1250)])
    assert.isTrue(Result.isFailure(read("x")))
  })

  it("is divided to the nearest cent, halves away from zero", () => {
    const third = (amount: number, by: bigint) => Money.proportion(cents(amount), 1n, by)
    assert.deepStrictEqual([third(1, 2n), third(-1, 2n), third(1, 3n), third(-2, 3n), third(0, 3n)].map(Number), [
      1,
      -1,
      0,
      -1,
      0
    ])
    assert.deepStrictEqual([-1, 0, 1].map((amount) => Money.absolute(cents(amount))), [1, 0, 1].map(cents))
  })
})

describe("a posting", () => {
  it("leads from the source to the target, or back if it is negative", () => {
    const money = (source: bigint, target: bigint) => [{ source, target, amount: cents(1), vouchers: 0 }]
    assert.deepStrictEqual(Ledger.move(7n, 8n, cents(1)), money(7n, 8n))
    assert.deepStrictEqual(Ledger.move(7n, 8n, cents(-1)), money(8n, 7n))
    assert.deepStrictEqual(Ledger.move(7n, 8n, cents(0)), [])
    const voucher = (source: bigint, target: bigint) => [{ source, target, amount: Money.zero, vouchers: 1 }]
    assert.deepStrictEqual(Ledger.moveVouchers(7n, 8n, 1), voucher(7n, 8n))
    assert.deepStrictEqual(Ledger.moveVouchers(7n, 8n, -1), voucher(8n, 7n))
    assert.deepStrictEqual(Ledger.moveVouchers(7n, 8n, 0), [])
  })

  it("of one cent is guarded by the limit that lies in its direction", () => {
    const account = { id: 8n, minimum: cents(-5), maximum: cents(5), userTagId: 9n }
    const guarded = (amount: number) => {
      const [guard] = Ledger.guards(Ledger.move(7n, 8n, cents(amount)), [account])
      return [guard!.minimum, guard!.maximum, guard!.balance]
    }
    assert.deepStrictEqual([guarded(1), guarded(-1)], [[null, cents(5), cents(1)], [cents(-5), null, cents(-1)]])
    assert.deepStrictEqual(guarded(0), [null, null, cents(0)])
  })
})

it("only accounts whose balance is stored are guarded", () => {
  assert.deepStrictEqual(AccountType.literals.filter(isGuarded).toSorted(), guardedTypes.toSorted())
})
