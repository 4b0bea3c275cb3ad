import { Result, Schema } from "effect"
import { type InvalidArgument, refuse } from "../base/Refusal.ts"
import { SearchText } from "../base/Text.ts"
import type { Privilege } from "../organisation/Privilege.ts"
import { accountRules } from "./AccountRules.ts"
import type { Customer } from "./Customer.ts"

/** What to look for among guests. */
export class FindCustomerPayload extends Schema.Class<FindCustomerPayload>("FindCustomerPayload")({
  /** Part of a name, comment, PIN, chip number, e-mail address, account holder or IBAN; at most 1,000 characters. */
  search_term: SearchText
}) {}

/** Privileges to look customers up. */
export const canViewCustomers: ReadonlyArray<Privilege> = ["node_administration", "customer_management"]

/** Privileges to exclude customers from payout runs. */
export const canBlockPayouts: ReadonlyArray<Privilege> = ["payout_management", "customer_management"]

/**
 * Decides whether a customer can be excluded from payout runs or included again: not while a run has reserved their
 * money.
 */
export const changePayout = ({ payout }: Pick<Customer, "payout">): Result.Result<void, InvalidArgument> =>
  payout?.status === "reserved"
    ? refuse(accountRules.in_payout_run, { run: payout.payout_run_id })
    : Result.void
