import { keptAtom } from "../../kit/Answers.ts"
import { call, type TerminalAnswer } from "../calls.ts"
import type { Privilege } from "../Session.ts"

export type Register = TerminalAnswer<"GET /cash-registers">[number]
export type Stocking = TerminalAnswer<"GET /cash-register-stockings">[number]

/** All registers; those in someone's hands as well. */
export const registersAtom = keptAtom(() => call("GET /cash-registers", { query: { hide_assigned: "false" } }))

export const stockingsAtom = keptAtom(() => call("GET /cash-register-stockings"))

/** Registers that can be given to a cashier: they lie in the office. */
export const freeRegisters = <One extends Pick<Register, "current_cashier_id" | "current_till_id">>(
  registers: ReadonlyArray<One>
): ReadonlyArray<One> =>
  registers.filter(({ current_cashier_id, current_till_id }) => current_cashier_id === null && current_till_id === null)

export const mayListRegisters = (privileges: ReadonlyArray<Privilege>): boolean =>
  privileges.includes("node_administration")

/** The value of pieces in a stocking, in cents, in the order in which they are counted. */
const values = {
  euro200: 20_000,
  euro100: 10_000,
  euro50: 5_000,
  euro20: 2_000,
  euro10: 1_000,
  euro5: 500,
  euro2: 200,
  euro1: 100,
  cent50: 50,
  cent20: 20,
  cent10: 10,
  cent5: 5,
  cent2: 2,
  cent1: 1
} as const

/** Coins come in rolls of a number of pieces, as banks hand them out; notes come single. */
const pieces = {
  euro200: 1,
  euro100: 1,
  euro50: 1,
  euro20: 1,
  euro10: 1,
  euro5: 1,
  euro2: 25,
  euro1: 25,
  cent50: 40,
  cent20: 40,
  cent10: 40,
  cent5: 50,
  cent2: 50,
  cent1: 50
} as const satisfies Record<keyof typeof values, number>

/** One kind of notes or coins in a stocking. */
export interface Denomination {
  /** Of one note or coin, in cents. */
  readonly value: number
  /** Notes, or rolls of coins. */
  readonly count: number
  /** Coins of a roll; 1 for notes. */
  readonly pieces: number
}

/** What has to be counted into the register. */
export const contentOf = (
  stocking: Readonly<Partial<Record<keyof typeof values, number>>>
): ReadonlyArray<Denomination> =>
  (Object.keys(values) as ReadonlyArray<keyof typeof values>)
    .map((name) => ({ value: values[name], count: stocking[name] ?? 0, pieces: pieces[name] }))
    .filter(({ count }) => count > 0)
