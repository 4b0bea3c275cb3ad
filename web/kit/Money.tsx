import type { Amount } from "./Amount.ts"
import { useFormats } from "./EventFormats.ts"

/** An amount in the event's currency. */
export const Money = ({ amount }: { readonly amount: Amount }) => (
  <span className="amount">{useFormats().money(amount)}</span>
)
