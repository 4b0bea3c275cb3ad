import { assert, describe, it } from "@effect/vitest"
import { registerEnters, registerLeaves, stockUp } from "@wristbank/core/order/CashTransfer"
import { grantFreeTicket, grantVouchers, NewFreeTicketGrant } from "@wristbank/core/order/Grant"
import { Result, Schema } from "effect"
import {
  accounts,
  customer,
  customerAccountId,
  customerTagId,
  euro,
  event,
  refusal,
  register,
  registerAccountId,
  uuid
} from "./OrderWorld.ts"

describe("a register", () => {
  it("brings its cash into a till, also when that is none", () => {
    for (const balance of ["40", "0"]) {
      const draft = registerEnters({ uuid, register: register(balance), event })
      assert.deepInclude(draft, { orderType: "money_transfer", paymentMethod: "cash", cashRegisterId: 9n })
      assert.deepStrictEqual(draft.lines.map((line) => [line.product.type, line.quantity, line.total_price]), [
        ["money_transfer", 1, euro(balance)]
      ])
      assert.deepStrictEqual(draft.postings, [])
      // The order is right only while the register holds just this.
      assert.deepInclude(draft.guards[0], {
        accountId: registerAccountId,
        minimum: euro(balance),
        maximum: euro(balance)
      })
    }
  })

  it("takes its cash out of a till, with no trace when that is none", () => {
    const draft = registerLeaves({ uuid, register: register("40"), event })
    assert.strictEqual(draft?.lines[0]?.total_price, euro("-40"))
    assert.strictEqual(registerLeaves({ uuid, register: register("0"), event }), null)
    assert.strictEqual(registerLeaves({ uuid, register: register("-5"), event })?.lines[0]?.total_price, euro("5"))
  })

  it("is handed out with cash from the vault", () => {
    const input = { uuid, register: register("3"), description: "float", event }
    const { shiftStart, transfer } = Result.getOrThrow(stockUp({ ...input, amount: euro("90.50") }))
    assert.deepInclude(shiftStart, { orderType: "cashier_shift_start", cashRegisterId: 9n })
    assert.deepStrictEqual(shiftStart.lines, [])
    assert.deepStrictEqual(transfer?.postings, [
      { source: accounts.cash_vault, target: registerAccountId, amount: euro("90.50"), vouchers: 0 }
    ])
    assert.strictEqual(transfer?.guards[0]?.balance, euro("90.50"))
    assert.strictEqual(Result.getOrThrow(stockUp({ ...input, amount: euro("0") })).transfer, null)
    assert.strictEqual(refusal(stockUp({ ...input, amount: euro("-1") }))._tag, "InvalidArgument")
    assert.strictEqual(refusal(stockUp({ ...input, amount: euro("1000000000.01") }))._tag, "InvalidArgument")
  })
})

describe("vouchers are granted", () => {
  it("55: with a free ticket", () => {
    const draft = Result.getOrThrow(grantFreeTicket(customerAccountId, 3, event))
    assert.deepStrictEqual(draft?.postings, [
      { source: accounts.voucher_create, target: customerAccountId, amount: euro("0"), vouchers: 3 }
    ])
    assert.strictEqual(Result.getOrThrow(grantFreeTicket(customerAccountId, 0, event)), null)
    assert.strictEqual(refusal(grantFreeTicket(customerAccountId, 1001, event))._tag, "InvalidArgument")
    const read = Schema.decodeUnknownResult(Schema.toCodecJson(NewFreeTicketGrant))
    const tag = { user_tag_pin: "PIN", user_tag_uid: 5 }
    assert.deepInclude(Result.getOrThrow(read(tag)), { initial_voucher_amount: 0 })
    assert.isTrue(Result.isFailure(read({ ...tag, initial_voucher_amount: -1 })))
  })

  it("55: to a customer", () => {
    const draft = Result.getOrThrow(grantVouchers(customer("0", 3), 4, event))
    assert.strictEqual(draft.postings[0]?.vouchers, 4)
    assert.deepStrictEqual(draft.guards, [{
      accountId: customerAccountId,
      balance: euro("0"),
      vouchers: 4,
      minimum: null,
      maximum: null,
      userTagId: customerTagId
    }])
    for (const vouchers of [0, -1, 1001]) {
      assert.strictEqual(refusal(grantVouchers(customer("0", 3), vouchers, event))._tag, "InvalidArgument")
    }
    assert.strictEqual(refusal(grantVouchers(customer("0", 1_000_000), 1, event))._tag, "InvalidArgument")
  })
})
