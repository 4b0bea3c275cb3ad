import { assert } from "@effect/vitest"
import * as Money from "@wristbank/core/base/Money"
import { accounts } from "../sale/OrderWorld.ts"
import { customerId, type Festival, registerAccount } from "./Festival.ts"
import type { FestivalModel } from "./FestivalModel.ts"
import { holding } from "./MemoryLedger.ts"

/** Compares every account with the model and checks the invariants of the ledger. */
export const checkInvariants = (model: FestivalModel, { ledger, tillOf }: Festival) => {
  // I1: nothing is created or lost.
  const all = Array.from(ledger.sums.values())
  assert.strictEqual(Money.sum(all.map(({ balance }) => balance)), 0n)
  assert.strictEqual(all.reduce((sum, { vouchers }) => sum + vouchers, 0), 0)

  // I2: a balance is the sum of its postings.
  for (const [id, { balance, vouchers }] of ledger.guarded) {
    assert.deepStrictEqual({ balance, vouchers }, holding(ledger, id))
  }

  // I3: cash received equals the value given for it.
  const { balance: source } = holding(ledger, accounts.cash_topup_source)
  const cash = Money.add(holding(ledger, accounts.cash_entry).balance, holding(ledger, accounts.cash_exit).balance)
  assert.strictEqual(source, cash)

  // I6: customers have the balance of the model, never below zero.
  model.customers.forEach(({ money, vouchers }, customer) => {
    assert.deepStrictEqual(figures(ledger.guarded.get(customerId(customer))!), [money, vouchers])
    assert.isTrue(money >= 0 && vouchers >= 0)
  })
  model.registers.forEach(({ cash: held, till }, register) => {
    assert.deepStrictEqual(figures(ledger.guarded.get(registerAccount(register))!), [held, 0])
    assert.isAtLeast(held, 0)
    assert.strictEqual(tillOf[register], till)
  })

  // Every other account has the balance that follows from the model.
  const { totals } = model
  const expected: Record<string, readonly [number, number]> = {
    sale_exit: [totals.sales, totals.vouchersSpent],
    donation_exit: [totals.charity, 0],
    cash_entry: [0 - totals.cashIn, 0],
    cash_exit: [totals.cashOut, 0],
    cash_topup_source: [totals.cashOut - totals.cashIn, 0],
    sumup_entry: [0 - totals.card, 0],
    cash_vault: [totals.counted - totals.stocked, 0],
    cash_imbalance: [0 - totals.imbalance, 0],
    voucher_create: [0, 0 - totals.vouchersGranted]
  }
  for (const [type, id] of Object.entries(accounts)) {
    assert.deepStrictEqual(figures(holding(ledger, id)), expected[type] ?? [0, 0], type)
  }

  checkOrders(model, { ledger, tillOf })
}

/** The cash lines of a till add up to the cash in it, so they add up to 0 once its register has left. */
const checkOrders = (model: FestivalModel, { ledger, tillOf }: Pick<Festival, "ledger" | "tillOf">) => {
  assert.strictEqual(ledger.orders.length, model.orders.length)
  const last = ledger.orders.at(-1)
  if (last === undefined) return
  const lines = Money.sum(last.lines.map((line) => line.total_price))
  if (last.paymentMethod === "cash") assert.strictEqual(Number(lines), model.orders.at(-1)!.cash)
  const till = Number(last.tillId)
  const cash = model.orders.filter((order) => order.till === till).reduce((sum, order) => sum + order.cash, 0)
  const register = tillOf.indexOf(till)
  assert.strictEqual(cash, register < 0 ? 0 : Number(ledger.guarded.get(registerAccount(register))!.balance))
}

const figures = ({ balance, vouchers }: { readonly balance: bigint; readonly vouchers: number }) =>
  [Number(balance), vouchers] as const
