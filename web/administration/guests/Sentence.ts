import { piecesText } from "../../kit/Pieces.ts"
import type { OfficeAnswer } from "../calls.ts"
import type { GuestTexts } from "./english.ts"

export type Entry = OfficeAnswer<"GET /customers/:customer_id/history">[number]
type Order = NonNullable<Entry["order"]>
type Transfer = NonNullable<Entry["transfer"]>

/** The products that the server adds to an order: what vouchers took off, and the money that comes with a ticket. */
const added = ["Rabatt", "Aufladen"]

/** The goods of an order in words: "2 × Beer, Pretzel". */
const linesOf = ({ lines }: Pick<Order, "lines">, sign = 1): string =>
  lines.filter(({ name }) => !added.includes(name)).map(({ name, quantity }) => piecesText(sign * quantity, name)).join(
    ", "
  )

/** An entry of a guest's history as a sentence. */
export const sentenceOf = (
  { amount, change, kind, order, transfer, vouchers }: Entry,
  { sentences: say, usualDescriptions }: Pick<GuestTexts, "sentences" | "usualDescriptions">
): string => {
  if (change !== null) return say.changes[change.type](change)
  if (transfer !== null) {
    const words = transferred(transfer, amount, vouchers, say)
    const reason = usualDescriptions.includes(transfer.description) ? "" : transfer.description
    return transfer.counterpart === "cash_imbalance" || transfer.counterpart === "voucher_create"
      ? [words, reason].filter((part) => part !== "").join(": ")
      : words
  }
  if (order === null) return ""
  const { cancels_order, payment_method, till_name } = order
  switch (kind) {
    case "cancel":
      return say.cancelled(String(cancels_order), linesOf(order, -1), till_name)
    case "top_up":
      return say.toppedUp[payment_method](till_name)
    case "pay_out":
      return say.paidOut(till_name)
    case "ticket":
      return say.ticket(linesOf(order), till_name)
    default:
      return say.bought(linesOf(order), till_name)
  }
}

/** Where money or vouchers went without an order, or came from. */
const transferred = (
  { counterpart }: Transfer,
  amount: number,
  vouchers: number,
  say: GuestTexts["sentences"]
): string => {
  switch (counterpart) {
    case "cash_imbalance":
      return say.corrected
    case "voucher_create":
      return vouchers < 0 ? say.vouchersTaken : say.vouchersGiven
    case "payout_reserve":
      return amount < 0 ? say.reserved : say.released
    case "sepa_exit":
      return amount < 0 ? say.paid : say.returned
    case "donation_exit":
      return amount < 0 ? say.donated : say.undonated
    case "presale_entry":
      return say.presaleCredit
    default:
      return say.moved
  }
}
