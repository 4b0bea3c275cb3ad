import { assert, describe, it } from "@effect/vitest"
import * as Money from "@wristbank/core/base/Money"
import type { InvalidArgument } from "@wristbank/core/base/Refusal"
import { refusalName } from "@wristbank/core/base/Rule"
import { sufficientCash } from "@wristbank/core/journal/Booking"
import {
  carry,
  emptyRegister,
  fillRegister,
  handOver,
  registerMoves,
  settleImbalance,
  shiftOrder
} from "@wristbank/core/till/CashTransfer"
import { Result } from "effect"
import { accounts, euro, event, refusal, register, registerAccountId, uuid } from "./OrderWorld.ts"

const carrier = 77n

const hand = (held: string, carried: string, amount: string) =>
  handOver({
    uuid,
    register: register(held),
    amount: euro(amount),
    carried: { accountId: carrier, balance: euro(carried) },
    event
  })

const take = (carried: string, amount: string) =>
  carry({ amount: euro(amount), carried: { accountId: carrier, balance: euro(carried) }, description: "x", event })

const fill = (held: string, amount: string) =>
  fillRegister({ register: register(held), description: "float", event, amount: euro(amount) })

const saidOf = (outcome: Result.Result<unknown, InvalidArgument>) =>
  Result.isSuccess(outcome) ? "done" : refusalName(refusal(outcome))

const whole = { accountId: registerAccountId, vouchers: 0, userTagId: null }

describe("the limits of cash", () => {
  it("hold to the cent for what is there", () => {
    assert.strictEqual(saidOf(hand("0", "0", "0.01")), "order.carried_too_little")
    assert.strictEqual(saidOf(hand("0", "0.01", "0.01")), "done")
    assert.strictEqual(saidOf(hand("0", "0", "-0.01")), "order.register_too_little")
    assert.strictEqual(saidOf(hand("0.01", "0", "-0.01")), "done")
    assert.strictEqual(saidOf(take("0", "-0.01")), "order.transport_too_little")
    assert.strictEqual(saidOf(take("0.01", "-0.01")), "done")
  })

  it("are not asked where nothing moves", () => {
    const over = Money.Cents.make(Money.limit + 1n)
    for (const balance of [euro("-1"), over]) {
      const carried = { accountId: carrier, balance }
      const nothing = { uuid, register: { ...register("0"), balance }, amount: euro("0"), carried, event }
      assert.strictEqual(saidOf(handOver(nothing)), "done")
    }
    assert.strictEqual(saidOf(take("-1", "0")), "done")
  })

  it("hold to the cent for what leaves a register, and for nothing else", () => {
    const leaves = (held: string, amount: string) =>
      Result.isSuccess(sufficientCash(register(held), euro(amount), event))
    assert.deepStrictEqual([leaves("0.01", "0.01"), leaves("0", "0.01")], [true, false])
    assert.deepStrictEqual([leaves("-1", "0"), leaves("-1", "-5")], [true, true])
  })

  it("hold to the cent for one transfer", () => {
    const most = "1000000000"
    for (
      const allowed of [
        hand("0", most, most),
        hand(most, "0", `-${most}`),
        take("0", most),
        take(most, `-${most}`),
        fill("0", most)
      ]
    ) {
      assert.strictEqual(saidOf(allowed), "done")
    }
    assert.strictEqual(saidOf(take("2000000000", `-${most}.01`)), "order.transfer_too_large")
    assert.strictEqual(saidOf(fill("0", `${most}.01`)), "order.float_out_of_range")
  })

  it("hold to the cent for what a register or a person may have", () => {
    const most = "10000000000"
    const below = "9999999999.99"
    assert.deepStrictEqual(
      [hand(below, "1", "0.01"), hand("1", below, "-0.01"), take(below, "0.01"), fill(below, "0.01")].map(saidOf),
      ["done", "done", "done", "done"]
    )
    assert.deepStrictEqual(
      [hand(most, "1", "0.01"), hand("1", most, "-0.01"), take(most, "0.01"), fill(most, "0.01")].map(saidOf),
      ["order.register_full", "order.transport_full", "order.transport_full", "order.register_full"]
    )
    // Nothing is moved, so no limit is passed.
    assert.deepStrictEqual([hand("-1", "0", "0"), hand(most, most, "0"), take("0", "0")].map(saidOf), [
      "done",
      "done",
      "done"
    ])
  })

  it("guard who carries cash as well as the register", () => {
    const guard = { accountId: carrier, vouchers: 0, userTagId: null }
    const limit = euro("10000000000")
    assert.deepStrictEqual(Result.getOrThrow(take("5", "-5"))?.guards, [
      { ...guard, balance: euro("-5"), minimum: euro("0"), maximum: null }
    ])
    assert.deepStrictEqual(Result.getOrThrow(take("5", "5"))?.guards, [
      { ...guard, balance: euro("5"), minimum: null, maximum: limit }
    ])
    assert.deepInclude(Result.getOrThrow(hand("5", "5", "1")), { orderType: "money_transfer" })
  })
})

describe("the end of a shift", () => {
  const counted = { register: register("120"), actual: euro("118.50"), event }

  it("takes what was counted to the vault", () => {
    const draft = emptyRegister(uuid, counted)
    assert.deepInclude(draft, { uuid, orderType: "money_transfer", paymentMethod: "cash", cashRegisterId: 9n })
    assert.deepStrictEqual(
      draft.lines.map(({ product, quantity, total_price }) => [product.type, quantity, total_price]),
      [["money_transfer", 1, euro("-118.50")]]
    )
    assert.deepStrictEqual(draft.postings, [
      { source: registerAccountId, target: accounts.cash_vault, amount: euro("118.50"), vouchers: 0 }
    ])
    // It is right only if the register then has exactly what is missing.
    assert.deepStrictEqual(draft.guards, [
      { ...whole, balance: euro("-118.50"), minimum: euro("1.50"), maximum: euro("1.50") }
    ])
  })

  it("settles what is missing or too much", () => {
    const draft = settleImbalance(uuid, counted)
    assert.deepInclude(draft, { orderType: "money_transfer_imbalance", paymentMethod: "cash", cashRegisterId: 9n })
    assert.deepStrictEqual(
      draft.lines.map(({ product, quantity, total_price }) => [product.type, quantity, total_price]),
      [["imbalance", 1, euro("-1.50")]]
    )
    assert.deepStrictEqual(draft.postings, [
      { source: registerAccountId, target: accounts.cash_imbalance, amount: euro("1.50"), vouchers: 0 }
    ])
    assert.deepStrictEqual(draft.guards, [
      { ...whole, balance: euro("-1.50"), minimum: euro("0"), maximum: euro("0") }
    ])
    const surplus = settleImbalance(uuid, { ...counted, actual: euro("121") })
    assert.deepStrictEqual(surplus.postings, [
      { source: accounts.cash_imbalance, target: registerAccountId, amount: euro("1"), vouchers: 0 }
    ])
  })

  it("is an order of its own, as its start is", () => {
    assert.strictEqual(shiftOrder("start", uuid, 9n).orderType, "cashier_shift_start")
    assert.strictEqual(shiftOrder("end", uuid, 9n).orderType, "cashier_shift_end")
    const { guards } = registerMoves({ uuid, register: register("3"), amount: euro("3"), event })
    assert.deepStrictEqual(guards, [{ ...whole, balance: euro("0"), minimum: euro("3"), maximum: euro("3") }])
  })
})
