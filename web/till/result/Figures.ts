import type { Amount } from "../../kit/Amount.ts"

/** The numbers of an answered booking that a person wants to see at once; absent where the booking has none. */
export interface Figures {
  /** What was paid, topped up or paid out. */
  readonly amount?: Amount
  readonly before?: Amount
  readonly after?: Amount
  readonly vouchersUsed?: number
  readonly vouchersLeft?: number
}

/** Reads the numbers from the answers of all booking calls: they call the same things by the same names. */
export const figuresOf = (answer: unknown): Figures => {
  if (typeof answer !== "object" || answer === null) return {}
  const fields = answer as Readonly<Record<string, unknown>>
  const amount = amountOf(fields["total_price"]) ?? amountOf(fields["amount"])
  const hasGuest = fields["customer_account_id"] !== null && fields["old_balance"] !== undefined
  const vouchersUsed = fields["used_vouchers"]
  return {
    ...(amount === undefined ? {} : { amount }),
    ...(hasGuest ? { before: fields["old_balance"] as Amount, after: fields["new_balance"] as Amount } : {}),
    ...(typeof vouchersUsed === "number" && vouchersUsed > 0
      ? { vouchersUsed, vouchersLeft: Number(fields["new_voucher_balance"]) }
      : {})
  }
}

const amountOf = (value: unknown): Amount | undefined => typeof value === "number" ? value as Amount : undefined
