import { assert, describe, it } from "@effect/vitest"
import * as Money from "@wristbank/core/base/Money"
import { contained } from "@wristbank/core/event/TaxRate"
import * as Ledger from "@wristbank/core/journal/Ledger"
import type { BookedLine } from "@wristbank/core/journal/Order"
import { cancelSale } from "@wristbank/core/sale/Cancel"
import { bookSale, checkSale, type SaleInput } from "@wristbank/core/sale/Sale"
import { Result } from "effect"
import fc from "fast-check"
import { priceRuns } from "../../support/PriceRuns.ts"
import {
  accounts,
  customer,
  customerAccountId,
  event,
  paidBy,
  type Pressed,
  pressed,
  registerAccountId,
  sale,
  till
} from "./OrderWorld.ts"

const printed = (options: { readonly min?: number; readonly max?: number }) =>
  fc.integer(options).map((cents) => Money.format(BigInt(cents)))

const press: fc.Arbitrary<Pressed> = fc.oneof(
  fc.tuple(
    fc.constantFrom(
      "beerWithDeposit" as const,
      "largeWithDeposit" as const,
      "charityWithDeposit" as const,
      "beer" as const,
      "large" as const,
      "meal" as const,
      "food" as const,
      "charity" as const,
      "soup" as const
    ),
    fc.integer({ min: 1, max: 6 })
  ),
  fc.tuple(fc.constantFrom("deposit" as const, "mug" as const), fc.integer({ min: -6, max: 6 })),
  fc.tuple(fc.constant("open" as const), printed({ min: 1, max: 1500 }))
)

const anyPresses = fc.array(press, { minLength: 1, maxLength: 6 })

/** Sales of every kind, most of which can be booked. */
const input = fc.record({
  presses: anyPresses,
  method: fc.constantFrom("tag" as const, "tag" as const, "cash" as const, "sumup" as const),
  balance: printed({ min: 0, max: 15_000 }),
  vouchers: fc.integer({ min: 0, max: 12 }),
  usedVouchers: fc.option(fc.integer({ min: -1, max: 6 })),
  register: printed({ min: 0, max: 2000 })
}).map(({ balance, method, presses, register, usedVouchers, vouchers }) =>
  sale(presses, {
    customer: method === "tag" ? customer(balance, vouchers) : null,
    till: till({ register }),
    request: { used_vouchers: usedVouchers, ...(method === "tag" ? {} : paidBy(method)) }
  })
)

/** Checks a law on every booked sale, and that enough sales were booked for a meaningful result. */
const everyBooked = (law: (booked: Result.Result.Success<ReturnType<typeof bookSale>>, input: SaleInput) => void) => {
  let booked = 0
  fc.assert(
    fc.property(input, (one) => {
      const result = bookSale(one)
      if (Result.isFailure(result)) return
      booked++
      law(result.success, one)
    }),
    priceRuns
  )
  assert.isAbove(booked, priceRuns.numRuns / 2)
}

const total = (lines: ReadonlyArray<BookedLine>) => Money.sum(lines.map((line) => line.total_price))

describe("every booked sale", () => {
  it("takes its total from who pays and gives it to what it is for", () => {
    everyBooked(({ answer, draft }) => {
      assert.strictEqual(answer.total_price, total(draft.lines))
      const revenue = Money.add(
        Ledger.change(draft.postings, accounts.sale_exit).balance,
        Ledger.change(draft.postings, accounts.donation_exit).balance
      )
      assert.strictEqual(revenue, answer.total_price)
      const payer = {
        tag: customerAccountId,
        cash: accounts.cash_topup_source,
        sumup: accounts.sumup_entry,
        sumup_online: -1n
      }
      const paid = Ledger.change(draft.postings, payer[answer.payment_method])
      assert.strictEqual(paid.balance, Money.negate(answer.total_price))
      assert.strictEqual(paid.vouchers, 0 - answer.used_vouchers)
      const drawer = Ledger.change(draft.postings, registerAccountId).balance
      assert.strictEqual(drawer, answer.payment_method === "cash" ? answer.total_price : 0n)
      assert.strictEqual(answer.new_voucher_balance, answer.old_voucher_balance - answer.used_vouchers)
    })
  })

  it("has balanced, positive, non-empty postings, one a pair of accounts and unit", () => {
    everyBooked(({ draft }) => {
      for (const { amount, source, target, vouchers } of draft.postings) {
        assert.isTrue(amount >= 0n && vouchers >= 0 && (amount > 0n || vouchers > 0))
        assert.notStrictEqual(source, target)
      }
      const pairs = draft.postings.map(({ source, target, vouchers }) => `${source} ${target} ${vouchers > 0}`)
      assert.strictEqual(new Set(pairs).size, pairs.length)
      const touched = new Set(draft.postings.flatMap(({ source, target }) => [source, target]))
      const changes = Array.from(touched, (id) => Ledger.change(draft.postings, id))
      assert.strictEqual(Money.sum(changes.map(({ balance }) => balance)), 0n)
      assert.strictEqual(changes.reduce((sum, { vouchers }) => sum + vouchers, 0), 0)
    })
  })

  it("guards just the customer or the register, with what the postings change there", () => {
    everyBooked(({ answer, draft }) => {
      const guarded =
        { tag: [customerAccountId], cash: [registerAccountId], sumup: [], sumup_online: [] }[answer.payment_method]
      assert.deepStrictEqual(draft.guards.map((guard) => guard.accountId), guarded)
      for (const { accountId, balance, vouchers } of draft.guards) {
        assert.deepStrictEqual({ balance, vouchers }, Ledger.change(draft.postings, accountId))
      }
    })
  })

  it("uses no more vouchers than there are and are wanted, and saves at most the price of what they pay for", () => {
    everyBooked(({ answer, draft }, { customer: owner, request }) => {
      assert.isAtLeast(answer.used_vouchers, 0)
      assert.isAtMost(answer.used_vouchers, Math.max(0, request.used_vouchers ?? owner?.vouchers ?? 0))
      assert.isAtMost(answer.used_vouchers, owner?.vouchers ?? 0)
      const redeemed = draft.lines.reduce((sum, line) => sum + line.vouchers_redeemed, 0)
      assert.strictEqual(redeemed, answer.used_vouchers)
      for (const discount of draft.lines.filter((line) => line.product.type === "discount")) {
        const covered = draft.lines.filter((line) => line.vouchers_redeemed > 0 && line.tax_name === discount.tax_name)
        assert.isTrue(discount.total_price < 0n && Money.negate(discount.total_price) <= total(covered))
      }
      for (const line of draft.lines) {
        const most = line.quantity * (line.product.price_in_vouchers ?? 0)
        assert.isTrue(line.vouchers_redeemed >= 0 && line.vouchers_redeemed <= Math.max(0, most))
      }
    })
  })

  it("takes off each rate what vouchers paid of its goods, and off the account of those goods", () => {
    everyBooked(({ draft }) => {
      const goods = draft.lines.filter((line) => line.product.type !== "discount")
      for (const [rate, those] of Map.groupBy(draft.lines, (line) => `${line.tax_rate} ${line.tax_name}`)) {
        const discounts = those.filter((line) => line.product.type === "discount")
        assert.isAtMost(discounts.length, 1, rate)
        assert.strictEqual(Money.sum(those.map((line) => line.voucher_value)), Money.negate(total(discounts)))
      }
      for (const line of goods) {
        assert.strictEqual(line.voucher_value > 0n, line.vouchers_redeemed > 0)
        assert.isTrue(line.voucher_value >= 0n && (line.voucher_value === 0n || line.voucher_value <= line.total_price))
      }
      for (const account of [accounts.sale_exit, accounts.donation_exit]) {
        const paidIn = goods.filter((line) => (line.product.target_account_id ?? accounts.sale_exit) === account)
        const due = Money.subtract(total(paidIn), Money.sum(paidIn.map((line) => line.voucher_value)))
        assert.strictEqual(Ledger.change(draft.postings, account).balance, due)
      }
    })
  })

  it("leaves no voucher unused that could have paid", () => {
    everyBooked(({ answer, draft }, { request }) => {
      if (request.payment_method !== "tag" || request.used_vouchers !== null || answer.new_voucher_balance === 0) return
      for (const line of draft.lines.filter(({ quantity }) => quantity > 0)) {
        assert.strictEqual(line.vouchers_redeemed, line.quantity * (line.product.price_in_vouchers ?? 0))
      }
    })
  })

  it("answers what a check answers", () => {
    everyBooked(({ answer }, one) => assert.deepStrictEqual(Result.getOrThrow(checkSale(one)), answer))
  })

  it("keeps the limits of the balance", () => {
    everyBooked(({ answer }) => {
      assert.isTrue(answer.new_balance >= 0n)
      assert.isTrue(
        answer.new_balance <= answer.old_balance || answer.new_balance <= event.settings.max_account_balance
      )
    })
  })

  it("has lines that add up, none with a quantity of 0, no product twice", () => {
    everyBooked(({ answer, draft }) => {
      for (const line of draft.lines) {
        assert.notStrictEqual(line.quantity, 0)
        assert.strictEqual(line.total_price, Money.times(line.product_price, line.quantity))
      }
      for (const [rate, ofRate] of Map.groupBy(draft.lines, (line) => line.tax_rate)) {
        assert.strictEqual(Money.sum(ofRate.map((line) => line.totalTax)), contained(total(ofRate), rate))
      }
      assert.strictEqual(answer.item_count, draft.lines.length)
      const goods = draft.lines.filter((line) => line.product.type !== "discount").map((line) => line.product.id)
      assert.strictEqual(new Set(goods).size, goods.length)
    })
  })

  it("is undone by its cancel, account by account and line by line", () => {
    everyBooked(({ answer, draft }) => {
      if (draft.paymentMethod !== "tag") return
      const owner = { ...customer("0"), balance: answer.new_balance, vouchers: answer.new_voucher_balance }
      const order = { ...draft, id: 1n, tillId: 1n, cancelled: false }
      const cancel = Result.getOrThrow(cancelSale({ uuid: "", order, tillId: 1n, customer: owner }))
      const both = [...draft.postings, ...cancel.postings]
      for (const id of new Set(both.flatMap(({ source, target }) => [source, target]))) {
        assert.deepStrictEqual(Ledger.change(both, id), { balance: Money.zero, vouchers: 0 })
      }
      draft.lines.forEach((line, item) => {
        const back = cancel.lines[item]!
        assert.deepStrictEqual(
          [back.quantity, back.total_price, back.totalTax, back.vouchers_redeemed + line.vouchers_redeemed],
          [-line.quantity, Money.negate(line.total_price), Money.negate(line.totalTax), 0]
        )
      })
    })
  })
})

describe("the way something is pressed", () => {
  it("does not matter: many presses of one are one press of many", () => {
    fc.assert(fc.property(anyPresses, (some) => {
      const single = some.flatMap((one): ReadonlyArray<Pressed> => {
        const [button, asked] = one
        return typeof asked === "number"
          ? Array.from({ length: Math.abs(asked) }, () => [button, Math.sign(asked)])
          : [one]
      })
      const owner = { customer: customer("100000", 5) }
      const outcome = (result: ReturnType<typeof bookSale>) =>
        Result.isFailure(result)
          ? result.failure.message
          : { lines: result.success.draft.lines, postings: result.success.draft.postings }
      // A press of 0 pieces can't be split.
      const kept = some.filter(([, asked]) => asked !== 0)
      assert.deepStrictEqual(outcome(bookSale(sale(single, owner))), outcome(bookSale(sale(kept, owner))))
    }))
  })

  it("reads any price with two decimals exactly", () => {
    fc.assert(fc.property(fc.integer({ min: 1, max: 1_000_000 }), fc.integer({ min: 1, max: 1_000_000 }), (a, b) => {
      const one = sale([], {
        customer: customer("1000000"),
        request: {
          buttons: [
            ...pressed(["open", Money.format(BigInt(a))]),
            { till_button_id: 16, price: b / 100 }
          ]
        }
      })
      const { answer } = Result.getOrThrow(bookSale(one))
      assert.strictEqual(answer.total_price, BigInt(a + b))
      assert.strictEqual(Number(Money.format(answer.total_price)), (a + b) / 100)
    }))
  })
})
