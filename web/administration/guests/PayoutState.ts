import type { OfficeAnswer } from "../calls.ts"

export type Guest = OfficeAnswer<"GET /customers/:customer_id">

/** What becomes of a guest's remaining balance, or why nothing does. */
export type PayoutState = "none" | "donates" | "empty" | "blocked" | "ready" | "reserved" | "paid" | "returned"

export const payoutStateOf = (
  { balance, donate_all, has_entered_info, payout, payout_export }: Pick<
    Guest,
    "balance" | "donate_all" | "has_entered_info" | "payout" | "payout_export"
  >
): PayoutState => {
  if (payout?.status === "reserved") return "reserved"
  if (payout_export === false) return "blocked"
  if (payout?.status === "paid" && balance <= 0) return "paid"
  if (payout?.status === "returned") return "returned"
  if (balance <= 0) return "empty"
  if (!has_entered_info) return "none"
  return donate_all ? "donates" : "ready"
}

/** What staff may know a guest by. */
interface Known {
  readonly id: number
  readonly name?: string | null
  readonly account_name?: string | null
  readonly user_tag_pin: string | null
}

/** The name by which staff know a guest: the account's, the bank account's, or the PIN on the wristband. */
export const nameOf = ({ account_name, id, name, user_tag_pin }: Known): string =>
  name || account_name || user_tag_pin || `#${id}`

/** The PIN of the wristband that a guest without one had last, such as a blocked one: it is what they can name. */
export const formerPin = (
  { tag_history, user_tag_pin }: {
    readonly user_tag_pin: string | null
    readonly tag_history: ReadonlyArray<{ readonly user_tag_pin: string; readonly mapping_was_valid_until: string }>
  }
): string | undefined =>
  user_tag_pin !== null
    ? undefined
    : tag_history.toSorted((one, other) =>
      Date.parse(other.mapping_was_valid_until) - Date.parse(one.mapping_was_valid_until)
    )[0]?.user_tag_pin
