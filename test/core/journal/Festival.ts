import { Cents } from "@wristbank/core/base/Money"
import { emptyLedger, type MemoryLedger } from "./MemoryLedger.ts"

/** The ledger under test, with the state that the database would keep beside it. */
export interface Festival {
  readonly ledger: MemoryLedger
  /** The till in which each register is. */
  readonly tillOf: Array<number | null>
  /** The places of sales by tag in the orders, oldest first. */
  readonly sales: Array<number>
  uuids: number
}

export const customerId = (customer: number) => BigInt(1000 + customer)
export const registerAccount = (register: number) => BigInt(2000 + register)

export const newFestival = (customers: number, registers: number): Festival => {
  const ledger = emptyLedger()
  const open = (id: bigint, userTagId: bigint | null) =>
    ledger.guarded.set(id, { balance: Cents.make(0n), vouchers: 0, userTagId })
  for (let n = 0; n < customers; n++) open(customerId(n), customerId(n) + 100n)
  for (let n = 0; n < registers; n++) open(registerAccount(n), null)
  return { ledger, tillOf: Array.from({ length: registers }, () => null), sales: [], uuids: 0 }
}
