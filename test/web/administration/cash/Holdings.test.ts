import { Cents } from "@wristbank/core/base/Money"
import * as Stocking from "@wristbank/core/cash/Stocking"
import fc from "fast-check"
import { expect, test } from "vitest"
import { byName, cashiersThat } from "../../../../web/administration/cash/Cashiers.ts"
import { cashSums, holdings } from "../../../../web/administration/cash/Holdings.ts"
import { floatOf, unitNames } from "../../../../web/administration/cash/Stocking.ts"
import { add, fromCents, toCents } from "../../../../web/kit/Amount.ts"

const amount = fc.integer({ min: -10_000_000, max: 10_000_000 }).map(fromCents)
const types = [
  "cash_vault",
  "transport",
  "cash_register",
  "cash_entry",
  "cash_exit",
  "cash_imbalance",
  "sale_exit"
] as const
const accounts = fc.array(fc.record({ type: fc.constantFrom(...types), balance: amount, name: fc.string() })).map((
  all
) => all.map((account, id) => ({ ...account, id })))

test("sums of cash are exact, and what is held is what was taken with all differences", () =>
  fc.assert(fc.property(accounts, (all) => {
    const { carried, differences, held, inRegisters, taken, unexplained, vault } = cashSums(all)
    const of = (...wanted: ReadonlyArray<string>) =>
      all.filter(({ type }) => wanted.includes(type)).reduce((sum, { balance }) => sum + toCents(balance), 0)
    expect(toCents(held)).toBe(of("cash_vault", "transport", "cash_register"))
    expect(add(vault, carried, inRegisters)).toBe(held)
    expect(add(taken, differences, unexplained)).toBe(held)
    expect(toCents(unexplained) === 0).toBe(of(...types.slice(0, 6)) === 0)
  })))

test("every register is shown with its holder, and everyone who carries cash, with nothing lost", () =>
  fc.assert(fc.property(accounts, fc.array(amount), (all, balances) => {
    const registers = balances.map((balance, id) => ({ id, name: `R${id}`, balance, current_cashier_id: id % 3 }))
    const people = [{ id: 0, display_name: "Anna", transport_account_id: 1 }, {
      id: 1,
      display_name: "Ben",
      transport_account_id: null
    }]
    const shown = holdings(all, registers, people)
    const sumOf = (kind: string) =>
      add(fromCents(0), ...shown.filter((one) => one.kind === kind).map((one) => one.amount))
    expect(sumOf("register")).toBe(add(fromCents(0), ...balances))
    expect(sumOf("carried")).toBe(cashSums(all).carried)
    expect(shown.filter(({ kind }) => kind === "register").map(({ person }) => person?.id))
      .toEqual(registers.map(({ id }) => id % 3 === 2 ? undefined : id % 3))
  })))

test("the float of a stocking is the server's, whatever is counted", () =>
  fc.assert(fc.property(
    fc.record(Object.fromEntries(unitNames.map((name) => [name, fc.integer({ min: 0, max: 100_000 })]))),
    fc.integer({ min: 0, max: 1_000_000_000 }),
    (typed, variable) => {
      const counts = typed as Readonly<Record<Stocking.Denomination, number>>
      const server = Stocking.total({ ...counts, variable_in_euro: Cents.make(BigInt(variable)) })
      expect(BigInt(toCents(floatOf({ ...counts, variable_in_euro: fromCents(variable) })))).toBe(server)
    }
  )))

test("filters leave the cashiers they name, and unknown ones leave all", () => {
  const cashier = (id: number, cash_register_id: number | null, terminal_ids: ReadonlyArray<number>) => ({
    id,
    cash_register_id,
    terminal_ids
  })
  const all = [cashier(1, 7, []), cashier(2, null, [4]), cashier(3, 8, [5]), cashier(4, null, [])]
  const left = (register: string, terminal: string) => cashiersThat(all, register, terminal).map(({ id }) => id)
  expect(left("", "")).toEqual([1, 2, 3, 4])
  expect(left("held", "")).toEqual([1, 3])
  expect(left("held", "in")).toEqual([3])
  expect(left("", "out")).toEqual([1, 4])
  expect(left("nonsense", "nonsense")).toEqual([1, 2, 3, 4])
})

test("cashiers are listed by name as people count, and by their login without one", () => {
  const named = (display_name: string, login = "x") => ({ display_name, login })
  const all = [named("Cashier 10"), named("", "cashier 3"), named("Cashier 2")]
  expect(byName(all, "en")).toEqual([all[2], all[1], all[0]])
})
