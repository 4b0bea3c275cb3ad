import { assert, describe, it } from "@effect/vitest"
import { refusalName } from "@wristbank/core/base/Rule"
import { bookSale, checkSale } from "@wristbank/core/sale/Sale"
import { Result } from "effect"
import {
  accounts,
  euro,
  event,
  paidBy,
  refusal,
  refusedSale,
  registerAccountId,
  sale,
  sold,
  till
} from "./OrderWorld.ts"

const cash = (presses: Parameters<typeof sale>[0], register?: string) =>
  sale(presses, {
    customer: null,
    till: till(register === undefined ? {} : { register }),
    request: paidBy("cash")
  })

describe("a sale without a tag", () => {
  it("takes cash into the register", () => {
    const presses = [["beerWithDeposit", 2], ["deposit", -1]] as const
    const { answer, draft } = sold(cash(presses, "0"))
    assert.deepInclude<object>(answer, {
      total_price: euro("8"),
      old_balance: 0n,
      new_balance: 0n,
      customer_account_id: null,
      old_voucher_balance: 0,
      new_voucher_balance: 0
    })
    assert.deepStrictEqual(draft.postings, [
      { source: accounts.cash_entry, target: registerAccountId, amount: euro("8"), vouchers: 0 },
      { source: accounts.cash_topup_source, target: accounts.sale_exit, amount: euro("8"), vouchers: 0 }
    ])
    assert.deepInclude(draft, { cashRegisterId: 9n, customerAccountId: null, userTagId: null })
    assert.deepStrictEqual(draft.guards.map(({ accountId, balance, minimum }) => [accountId, balance, minimum]), [
      [registerAccountId, euro("8"), null]
    ])
    assert.isTrue(Result.isSuccess(checkSale(cash(presses))))
    assert.strictEqual(refusalName(refusal(bookSale(cash(presses)))), "order.register_missing")
  })

  it("pays deposits back from a register that holds the cash", () => {
    const { draft } = sold(cash([["deposit", -2]], "4"))
    assert.deepStrictEqual(draft.postings, [
      { source: registerAccountId, target: accounts.cash_entry, amount: euro("4"), vouchers: 0 },
      { source: accounts.sale_exit, target: accounts.cash_topup_source, amount: euro("4"), vouchers: 0 }
    ])
    assert.strictEqual(draft.guards[0]?.minimum, 0n)
    const error = refusedSale(cash([["deposit", -2]], "3.99"))
    assert.deepInclude(error, { _tag: "InsufficientCash", needed: euro("4"), available: euro("3.99") })
  })

  it("lets a register go below 0 where the event allows it", () => {
    const overdraft = { ...event, settings: { ...event.settings, allow_register_overdraft: true } }
    const { draft } = sold({ ...cash([["deposit", -2]], "0"), event: overdraft })
    assert.strictEqual(draft.guards[0]?.minimum, null)
    assert.strictEqual(draft.guards[0]?.balance, euro("-4"))
  })

  it("takes cards", () => {
    const { answer, draft } = sold(sale([["beerWithDeposit", 1]], { customer: null, request: paidBy("sumup") }))
    assert.strictEqual(answer.payment_method, "sumup")
    assert.deepStrictEqual(draft.postings, [
      { source: accounts.sumup_entry, target: accounts.sale_exit, amount: euro("5"), vouchers: 0 }
    ])
    assert.deepStrictEqual(draft.guards, [])
    assert.strictEqual(draft.cashRegisterId, null)
  })

  it("pays every target account on its own", () => {
    const { draft } = sold(cash([["charityWithDeposit", 1]], "0"))
    assert.deepStrictEqual(draft.postings, [
      { source: accounts.cash_entry, target: registerAccountId, amount: euro("5"), vouchers: 0 },
      { source: accounts.cash_topup_source, target: accounts.sale_exit, amount: euro("2"), vouchers: 0 },
      { source: accounts.cash_topup_source, target: accounts.donation_exit, amount: euro("3"), vouchers: 0 }
    ])
  })
})
