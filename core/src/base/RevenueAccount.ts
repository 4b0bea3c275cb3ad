import type { AccountType, SystemAccountType } from "./Account.ts"

/**
 * The types of system accounts that sales may pay into. Others have a stored balance to guard, or their sum shows the incoming
 * cash or card money.
 */
export const revenueTypes = [
  "sale_exit",
  "cash_imbalance",
  "cash_vault",
  "donation_exit",
  "sepa_exit"
] as const satisfies ReadonlyArray<SystemAccountType>

/** Whether sales may pay into accounts of the type. */
export const takesSales = (type: AccountType): boolean => revenueTypes.some((one) => one === type)
