import { assert, describe, it } from "@effect/vitest"
import type { InvalidArgument } from "@wristbank/core/base/Refusal"
import { refusalName } from "@wristbank/core/base/Rule"
import type { OrderDraft } from "@wristbank/core/journal/Order"
import { carry, fillRegister, handOver, registerMoves, shiftOrder } from "@wristbank/core/till/CashTransfer"
import { Result } from "effect"
import { accounts, euro, event, refusal, register, registerAccountId, uuid } from "../sale/OrderWorld.ts"

const carried = (balance: string) => ({ accountId: 77n, balance: euro(balance) })

const move = (source: bigint, target: bigint, amount: string) => ({ source, target, amount: euro(amount), vouchers: 0 })

const lines = (draft: OrderDraft) => draft.lines.map((line) => [line.product.type, line.quantity, line.total_price])

describe("a register", () => {
  it("brings its cash into a till and takes it along", () => {
    for (const [balance, amount] of [["40", "40"], ["0", "0"], ["40", "-40"], ["-5", "5"]] as const) {
      const draft = registerMoves({ uuid, register: register(balance), amount: euro(amount), event })
      assert.deepInclude(draft, { orderType: "money_transfer", paymentMethod: "cash", cashRegisterId: 9n })
      assert.deepStrictEqual(lines(draft), [["money_transfer", 1, euro(amount)]])
      assert.deepStrictEqual(draft.postings, [])
      // The order is right only while the register has exactly this balance.
      assert.deepInclude(draft.guards[0], {
        accountId: registerAccountId,
        minimum: euro(balance),
        maximum: euro(balance)
      })
    }
  })

  it("is handed out with cash from the vault", () => {
    const fill = (amount: string) =>
      fillRegister({ register: register("3"), description: "float", event, amount: euro(amount) })
    const transfer = Result.getOrThrow(fill("90.50"))
    assert.deepStrictEqual(transfer?.postings, [move(accounts.cash_vault, registerAccountId, "90.50")])
    assert.strictEqual(transfer?.guards[0]?.balance, euro("90.50"))
    assert.strictEqual(Result.getOrThrow(fill("0")), null)
    for (const amount of ["-1", "1000000000.01"]) {
      assert.strictEqual(refusalName(refusal(fill(amount))), "order.float_out_of_range")
    }
    assert.deepInclude(shiftOrder("start", uuid, 9n), {
      orderType: "cashier_shift_start",
      lines: [],
      cashRegisterId: 9n
    })
  })

  it("gets cash from who carries it, and gives back what it holds", () => {
    const hand = (amount: string) =>
      handOver({ uuid, register: register("50"), amount: euro(amount), carried: carried("200"), event })
    const brought = Result.getOrThrow(hand("80"))
    assert.deepStrictEqual(lines(brought), [["money_transfer", 1, euro("80")]])
    assert.deepStrictEqual(brought.postings, [move(77n, registerAccountId, "80")])
    assert.deepStrictEqual(Result.getOrThrow(hand("-50")).postings, [move(registerAccountId, 77n, "50")])
    assert.deepStrictEqual(Result.getOrThrow(hand("200")).guards.map(({ minimum }) => minimum), [null, euro("0")])
    assert.deepStrictEqual(Result.getOrThrow(hand("0")).postings, [])
    assert.strictEqual(refusalName(refusal(hand("-50.01"))), "order.register_too_little")
    assert.strictEqual(refusalName(refusal(hand("200.01"))), "order.carried_too_little")
    for (const amount of ["-1000000000.01", "1000000000.01"]) {
      assert.strictEqual(refusalName(refusal(hand(amount))), "order.transfer_too_large")
    }
  })

  it("holds no more than any amount may be, and neither does who carries cash", () => {
    const most = "10000000000"
    const hand = (held: string, carriedBalance: string, amount: string) =>
      handOver({ uuid, register: register(held), amount: euro(amount), carried: carried(carriedBalance), event })
    const take = (held: string, amount: string) =>
      carry({ amount: euro(amount), carried: carried(held), description: "x", event })
    const fill = (held: string) =>
      fillRegister({ register: register(held), description: "float", event, amount: euro("1") })
    const full = [hand(most, "5", "1"), hand("5", most, "-1"), take(most, "1"), fill(most)]
    assert.deepStrictEqual(full.map((one) => refusalName(refusal<InvalidArgument>(one))), [
      "order.register_full",
      "order.transport_full",
      "order.transport_full",
      "order.register_full"
    ])
    for (const given of [hand(most, "5", "-1"), hand("5", most, "1"), take(most, "-1"), fill("9999999999")]) {
      assert.isTrue(Result.isSuccess<unknown, unknown>(given))
    }
  })

  it("may get cash while it holds less than nothing", () => {
    const draft = handOver({ uuid, register: register("-50"), amount: euro("10"), carried: carried("10"), event })
    assert.strictEqual(Result.getOrThrow(draft).guards[0]?.minimum, null)
  })

  it("is filled from the vault by way of someone who carries the cash", () => {
    const take = (amount: string) => carry({ amount: euro(amount), carried: carried("250"), description: "x", event })
    assert.deepStrictEqual(Result.getOrThrow(take("100"))?.postings, [move(accounts.cash_vault, 77n, "100")])
    assert.deepStrictEqual(Result.getOrThrow(take("-250"))?.postings, [move(77n, accounts.cash_vault, "250")])
    assert.strictEqual(Result.getOrThrow(take("0")), null)
    assert.strictEqual(refusalName(refusal(take("-250.01"))), "order.transport_too_little")
    assert.strictEqual(refusalName(refusal(take("1000000000.01"))), "order.transfer_too_large")
  })
})
