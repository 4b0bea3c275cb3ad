import { assert } from "@effect/vitest"
import * as Money from "@wristbank/core/base/Money"
import type { LedgerModel } from "../../support/model/LedgerModel.ts"
import { accounts } from "../sale/OrderWorld.ts"
import { customerId, type Festival, registerAccount } from "./Festival.ts"
import { holding } from "./MemoryLedger.ts"

/** Compares every account with the model and checks the invariants of the ledger. */
export const checkInvariants = (model: LedgerModel, { ledger, tillOf }: Festival) => {
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
  model.guests.forEach(({ money, vouchers }, customer) => {
    assert.deepStrictEqual(figures(ledger.guarded.get(customerId(customer))!), [money, vouchers])
    assert.isTrue(money >= 0 && vouchers >= 0)
  })
  model.registers.forEach(({ cash: held }, register) => {
    assert.deepStrictEqual(figures(ledger.guarded.get(registerAccount(register))!), [held, 0])
    assert.isAtLeast(held, 0)
  })
  model.tills.forEach(({ register }, till) => assert.strictEqual(tillOf.indexOf(till), register ?? -1))

  // Every other account has the balance that follows from the model.
  for (const [type, id] of Object.entries(accounts)) {
    const posted = [model.accounts.get(type) ?? 0, model.accounts.get(`${type} vouchers`) ?? 0] as const
    assert.deepStrictEqual(figures(holding(ledger, id)), posted, type)
  }

  checkCash(model, ledger)
}

/** The cash lines of a till add up to the cash in it, so they add up to 0 once its register has left. */
const checkCash = ({ registers, tills }: LedgerModel, { orders }: Festival["ledger"]) => {
  const till = orders.at(-1)?.tillId
  if (till === undefined) return
  const booked = orders.filter((order) => order.tillId === till && order.paymentMethod === "cash")
  const cash = Money.sum(booked.flatMap(({ lines }) => lines.map((line) => line.total_price)))
  const register = tills[Number(till)]?.register ?? null
  assert.strictEqual(Number(cash), register === null ? 0 : registers[register]!.cash)
}

const figures = ({ balance, vouchers }: { readonly balance: bigint; readonly vouchers: number }) =>
  [Number(balance), vouchers] as const
