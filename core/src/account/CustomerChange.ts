import { Result, Schema } from "effect"
import type { Privilege } from "../organisation/Privilege.ts"
import { InvalidArgument } from "../primitives/Refusal.ts"
import { SearchText } from "../primitives/Text.ts"
import type { Customer } from "./Customer.ts"

export class FindCustomerPayload
  extends Schema.Class<FindCustomerPayload>("FindCustomerPayload")({ search_term: SearchText })
{}

/** Who may look customers up. */
export const canViewCustomers: ReadonlyArray<Privilege> = ["node_administration", "customer_management"]

/** Who may keep customers out of payout runs. */
export const canBlockPayouts: ReadonlyArray<Privilege> = ["payout_management", "customer_management"]

/** Decides whether a customer can be kept out of payout runs, or let in again: not while a run has reserved their money. */
export const changePayout = ({ payout }: Pick<Customer, "payout">): Result.Result<void, InvalidArgument> =>
  payout?.status === "reserved"
    ? Result.fail(
      new InvalidArgument({ message: `The customer is in the payout run ${payout.payout_run_id} already` })
    )
    : Result.void
