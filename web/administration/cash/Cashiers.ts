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
