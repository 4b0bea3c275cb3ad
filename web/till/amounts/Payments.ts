import type { TillConfig } from "../Session.ts"

/** Whether money can be taken or given in a way: `absent` is not offered at all, `noRegister` can't be at the moment. */
export type Possibility = "absent" | "noRegister" | "possible"

/** Cash needs a register in the till, if the profile allows cash at all. */
export const cashOf = ({ cash_register_id, enable_cash_payment }: TillConfig): Possibility =>
  !enable_cash_payment ? "absent" : cash_register_id === null ? "noRegister" : "possible"

/** Pay-outs are made in cash whether or not the profile takes cash. */
export const payOutOf = ({ allow_cash_out, cash_register_id }: TillConfig): Possibility =>
  !allow_cash_out ? "absent" : cash_register_id === null ? "noRegister" : "possible"

export const cardOf = ({ enable_card_payment }: TillConfig): Possibility => enable_card_payment ? "possible" : "absent"
