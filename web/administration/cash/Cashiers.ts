import type { OfficeAnswer } from "../calls.ts"

export type Cashier = OfficeAnswer<"GET /cashiers/:cashier_id">

/** Which cashiers are listed, as the address says it. Anything else in the address stands for all. */
export const withRegister = "held"

/** The cashiers that both filters leave. */
export const cashiersThat = <C extends Pick<Cashier, "cash_register_id" | "terminal_ids">>(
  cashiers: ReadonlyArray<C>,
  register: string,
  terminal: string
): ReadonlyArray<C> =>
  cashiers.filter(({ cash_register_id, terminal_ids }) =>
    (register !== withRegister || cash_register_id !== null) &&
    (terminal !== "in" || terminal_ids.length > 0) &&
    (terminal !== "out" || terminal_ids.length === 0)
  )

/** What a cashier is called: by their login without a name. */
export const cashierName = ({ display_name, login }: Pick<Cashier, "display_name" | "login">): string =>
  display_name || login

/** Cashiers by name, as people count: 2 before 10. */
export const byName = <C extends Pick<Cashier, "display_name" | "login">>(
  cashiers: ReadonlyArray<C>,
  language: string
): ReadonlyArray<C> => {
  const { compare } = new Intl.Collator(language, { numeric: true })
  return cashiers.toSorted((one, other) => compare(cashierName(one), cashierName(other)))
}
