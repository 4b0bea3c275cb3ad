import { assert, describe, it } from "@effect/vitest"
import { refusalName } from "@wristbank/core/base/Rule"
import { bookPayOut, checkPayOut, completePayOut, NewPayOut, PendingPayOut } from "@wristbank/core/sale/PayOut"
import { bookTopUp, checkTopUp, completeTopUp, NewTopUp, topUpDraft } from "@wristbank/core/sale/TopUp"
import { DateTime, Result, Schema } from "effect"
import {
  accounts,
  customer,
  customerAccountId,
  euro,
  event,
  refusal,
  registerAccountId,
  till,
  uuid
} from "./OrderWorld.ts"

const newTopUp = Schema.decodeUnknownSync(Schema.toCodecJson(NewTopUp))
const newPayOut = Schema.decodeUnknownSync(Schema.toCodecJson(NewPayOut))
const stored = {
  booked_at: DateTime.makeUnsafe("2026-06-01T12:00:00Z"),
  cashier_id: 1n,
  till_id: 3n,
  bon_url: "https://portal.example/bon/u"
}

const topUp = (amount: unknown, options: { readonly method?: string; readonly at?: ReturnType<typeof till> } = {}) => ({
  request: newTopUp({ uuid, payment_method: options.method ?? "sumup", amount, customer_tag_uid: 0xabc }),
  customer: customer("100"),
  till: options.at ?? till(),
  event
})

const payOut = (
  amount: number | undefined,
  options: { readonly at?: ReturnType<typeof till>; readonly balance?: string } = {}
) => ({
  request: newPayOut({ uuid, customer_tag_uid: 0xabc, ...(amount === undefined ? {} : { amount }) }),
  customer: customer(options.balance ?? "100", 4),
  till: options.at ?? till({ register: "500" }),
  event
})

describe("a top-up", () => {
  it("by card", () => {
    assert.deepInclude(Result.getOrThrow(checkTopUp(topUp(20))), { old_balance: euro("100"), new_balance: euro("120") })
    const { answer, draft } = Result.getOrThrow(bookTopUp(topUp(20)))
    assert.deepStrictEqual(draft.postings, [
      { source: accounts.sumup_entry, target: customerAccountId, amount: euro("20"), vouchers: 0 }
    ])
    assert.deepInclude(draft, { orderType: "top_up", cashRegisterId: null, customerAccountId })
    assert.deepStrictEqual(
      draft.lines.map((line) => [line.product.type, line.quantity, line.total_price, line.totalTax]),
      [
        ["topup", 1, euro("20"), 0n]
      ]
    )
    assert.strictEqual(draft.guards[0]?.maximum, euro("150"))
    // Another booking has taken 5.00 off in between.
    const completed = completeTopUp(answer, stored, euro("115"))
    assert.deepInclude(completed, { old_balance: euro("95"), new_balance: euro("115"), till_id: 3n })
  })

  it("by cash", () => {
    const { draft } = Result.getOrThrow(bookTopUp(topUp(20, { method: "cash", at: till({ register: "0" }) })))
    assert.deepStrictEqual(draft.postings, [
      { source: accounts.cash_topup_source, target: customerAccountId, amount: euro("20"), vouchers: 0 },
      { source: accounts.cash_entry, target: registerAccountId, amount: euro("20"), vouchers: 0 }
    ])
    assert.strictEqual(draft.cashRegisterId, 9n)
    assert.deepStrictEqual(draft.guards.map(({ accountId, minimum }) => [accountId, minimum]), [
      [customerAccountId, null],
      [registerAccountId, null]
    ])
    assert.isTrue(Result.isSuccess(checkTopUp(topUp(20, { method: "cash" }))))
    assert.strictEqual(refusalName(refusal(bookTopUp(topUp(20, { method: "cash" })))), "order.register_missing")
  })

  it("has limits", () => {
    const limits = [
      [[0, -1], "top_up_not_positive"],
      [[0.01, 0.5, 0.99], "top_up_too_small"],
      [[50.01, 51], "maximum_exceeded"]
    ] as const
    for (const [amount, rule] of limits.flatMap(([amounts, name]) => amounts.map((one) => [one, name] as const))) {
      for (const decide of [checkTopUp, bookTopUp]) {
        assert.strictEqual(refusalName(refusal(decide(topUp(amount)))), `order.${rule}`)
      }
    }
    assert.strictEqual(Result.getOrThrow(checkTopUp(topUp(50))).new_balance, euro("150"))
    assert.strictEqual(Result.getOrThrow(checkTopUp(topUp(1))).new_balance, euro("101"))
    assert.throws(() => topUp(20, { method: "tag" }))
    assert.throws(() => topUp(1.005))
    assert.throws(() => topUp(Number.NaN))
  })

  it("is not paid online at a till, but in the portal", () => {
    for (const decide of [checkTopUp, bookTopUp]) {
      assert.strictEqual(
        refusalName(refusal(decide(topUp(20, { method: "sumup_online" })))),
        "order.top_up_online_at_till"
      )
    }
    const amount = euro("20")
    const draft = topUpDraft({ uuid, amount, customer: customer("100"), payment: { method: "sumup_online" }, event })
    assert.deepStrictEqual(draft.postings, [
      { source: accounts.sumup_online_entry, target: customerAccountId, amount, vouchers: 0 }
    ])
  })

  it("needs a customer", () => {
    assert.deepInclude(refusal(checkTopUp({ ...topUp(20), customer: null })), {
      _tag: "CustomerNotFound",
      user_tag_uid_hex: "ABC"
    })
  })

  it("only where the profile allows it", () => {
    const at = till({ register: "500", profile: { allow_top_up: false, allow_cash_out: false } })
    for (const decide of [checkTopUp, bookTopUp]) {
      assert.deepInclude(refusal(decide(topUp(20, { at }))), { _tag: "TillPermission", permission: "allow_top_up" })
    }
    for (const decide of [checkPayOut, bookPayOut]) {
      assert.deepInclude(refusal(decide(payOut(-20, { at }))), { _tag: "TillPermission", permission: "allow_cash_out" })
    }
  })
})

describe("a pay-out", () => {
  it("takes cash from the register", () => {
    const { answer, draft } = Result.getOrThrow(bookPayOut(payOut(-20)))
    assert.deepInclude(answer, { amount: euro("-20"), old_balance: euro("100"), new_balance: euro("80") })
    assert.deepStrictEqual(draft.postings, [
      { source: customerAccountId, target: accounts.cash_topup_source, amount: euro("20"), vouchers: 0 },
      { source: registerAccountId, target: accounts.cash_exit, amount: euro("20"), vouchers: 0 }
    ])
    assert.deepInclude(draft, { orderType: "pay_out", paymentMethod: "cash", cashRegisterId: 9n })
    assert.deepStrictEqual(draft.lines.map((line) => [line.product.type, line.quantity, line.total_price]), [
      ["payout", 1, euro("-20")]
    ])
    assert.deepStrictEqual(draft.guards.map(({ minimum }) => minimum), [euro("0"), euro("0")])
    assert.deepInclude(completePayOut(answer, stored, euro("70")), { old_balance: euro("90"), new_balance: euro("70") })
    const wire: object = JSON.parse(Schema.encodeSync(Schema.fromJsonString(Schema.toCodecJson(PendingPayOut)))(answer))
    assert.deepInclude(wire, { amount: -20, customer_tag_uid: 0xabc, customer_account_id: 1000 })
  })

  it("of the whole balance unless told how much", () => {
    assert.deepInclude(Result.getOrThrow(checkPayOut(payOut(undefined))), {
      amount: euro("-100"),
      new_balance: euro("0")
    })
    assert.deepInclude(refusal(checkPayOut(payOut(-200))), {
      _tag: "NotEnoughFunds",
      needed: euro("200"),
      available: euro("100")
    })
    assert.strictEqual(refusal(checkPayOut(payOut(-100.01)))._tag, "NotEnoughFunds")
    assert.strictEqual(refusalName(refusal(checkPayOut(payOut(5)))), "order.pay_out_not_negative")
    assert.strictEqual(refusalName(refusal(checkPayOut(payOut(0)))), "order.pay_out_not_negative")
    assert.strictEqual(refusalName(refusal(checkPayOut(payOut(undefined, { balance: "0" })))), "order.pay_out_empty")
  })

  it("only of cash that is there", () => {
    for (const decide of [checkPayOut, bookPayOut]) {
      assert.deepInclude(refusal(decide(payOut(-85, { at: till({ register: "0" }) }))), {
        _tag: "InsufficientCash",
        needed: euro("85"),
        available: euro("0")
      })
      assert.strictEqual(refusalName(refusal(decide(payOut(-85, { at: till() })))), "order.register_missing")
    }
    const overdraft = { ...event, settings: { ...event.settings, allow_register_overdraft: true } }
    const allowed = Result.getOrThrow(bookPayOut({ ...payOut(-85, { at: till({ register: "0" }) }), event: overdraft }))
    assert.strictEqual(allowed.draft.guards[1]?.minimum, null)
    assert.isTrue(Result.isSuccess(checkPayOut(payOut(-85, { at: till({ register: "85" }) }))))
  })

  it("needs a customer", () => {
    assert.strictEqual(refusal(checkPayOut({ ...payOut(-20), customer: null }))._tag, "CustomerNotFound")
  })
})
