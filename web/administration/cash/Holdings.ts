import { add, type Amount, negate, subtract, zero } from "../../kit/Amount.ts"
import type { OfficeAnswer } from "../calls.ts"

type Account = OfficeAnswer<"GET /money-overview">["system_accounts"][number]

/** Cash that one person or place has. */
export interface Holding {
  readonly key: string
  readonly kind: "carried" | "register"
  readonly amount: Amount
  /** The register; `undefined` for cash on the way. */
  readonly register?: { readonly id: number; readonly name: string } | undefined
  /** Who has it; `undefined` for a register that lies in the office. */
  readonly person?: { readonly id: number; readonly display_name: string } | undefined
  /** The name of an account that belongs to no one on the list. */
  readonly name: string
}

interface Person {
  readonly id: number
  readonly display_name: string
  readonly transport_account_id: number | null
}

interface Register {
  readonly id: number
  readonly name: string
  readonly balance: Amount
  readonly current_cashier_id: number | null
}

/** Who has how much cash on the way or in a register; people with nothing on the way are left out. */
export const holdings = (
  accounts: ReadonlyArray<Pick<Account, "balance" | "id" | "name" | "type">>,
  registers: ReadonlyArray<Register>,
  people: ReadonlyArray<Person>
): ReadonlyArray<Holding> => [
  ...accounts.filter(({ balance, type }) => type === "transport" && balance !== 0).map((account): Holding => ({
    key: `account ${account.id}`,
    kind: "carried",
    amount: account.balance,
    person: people.find(({ transport_account_id }) => transport_account_id === account.id),
    name: account.name ?? ""
  })),
  ...registers.map((register): Holding => ({
    key: `register ${register.id}`,
    kind: "register",
    amount: register.balance,
    register,
    person: people.find(({ id }) => id === register.current_cashier_id),
    name: register.name
  }))
]

/** The event's cash in one sum for each kind of place, and what the books expect it to be. */
export interface CashSums {
  /** Brought back to the vault less handed out; below zero while more is outside than was brought back. */
  readonly vault: Amount
  readonly carried: Amount
  readonly inRegisters: Amount
  /** All of these together. */
  readonly held: Amount
  /** Cash from guests less cash paid out to them. */
  readonly taken: Amount
  /** Differences found at close-outs: below zero where cash was missing. */
  readonly differences: Amount
  /** Held less taken less differences; anything but zero is an error in the books. */
  readonly unexplained: Amount
}

export const cashSums = (accounts: ReadonlyArray<Pick<Account, "balance" | "type">>): CashSums => {
  const of = (type: Account["type"]) =>
    add(zero, ...accounts.filter((one) => one.type === type).map((one) => one.balance))
  const [vault, carried, inRegisters] = [of("cash_vault"), of("transport"), of("cash_register")]
  const held = add(vault, carried, inRegisters)
  // Accounts outside the event show what went into it with the opposite sign.
  const taken = negate(add(of("cash_entry"), of("cash_exit")))
  const differences = negate(of("cash_imbalance"))
  return {
    vault,
    carried,
    inRegisters,
    held,
    taken,
    differences,
    unexplained: subtract(subtract(held, taken), differences)
  }
}
