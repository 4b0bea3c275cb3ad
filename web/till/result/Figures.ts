import { add, type Amount, subtract, toCents, zero } from "../../kit/Amount.ts"
import type { Subject } from "../journal/Booking.ts"

/** The numbers of an answered booking that a person wants to see at once; absent where the booking has none. */
export interface Figures {
  /** What was paid, topped up or paid out. */
  readonly amount?: Amount
  readonly before?: Amount
  readonly after?: Amount
  readonly vouchersUsed?: number
  readonly vouchersLeft?: number
  /** The address of the receipt. */
  readonly receipt?: string
  /** What made it cheaper for this guest than the till showed, by name; empty for most bookings. */
  readonly reductions: ReadonlyArray<Reduction>
  /** The wristbands that were handed out, in their order; empty for other bookings. */
  readonly wristbands: ReadonlyArray<HandedOut>
}

/** A price list for the guest's kind of wristband, and what it took off. */
interface Reduction {
  readonly name: string
  readonly amount: Amount
}

/** A wristband that was handed out with its ticket, and the money on it. */
interface HandedOut {
  /** The name of the guest, as the presale knows it; empty without one. */
  readonly name: string
  readonly ticket: string
  readonly credit: Amount
}

/** The change that the guest gets; `undefined` if no one entered what was given, or nothing comes back. */
export const changeOf = ({ amount, given }: Pick<Subject, "amount" | "given">): Amount | undefined => {
  if (given === undefined || amount === null) return undefined
  const change = subtract(given, amount)
  return toCents(change) > 0 ? change : undefined
}

/** Reads the numbers from the answers of all booking calls: they call the same things by the same names. */
export const figuresOf = (answer: unknown): Figures => {
  if (typeof answer !== "object" || answer === null) return { reductions: [], wristbands: [] }
  const fields = answer as Readonly<Record<string, unknown>>
  const amount = amountOf(fields["total_price"]) ?? amountOf(fields["amount"])
  const hasGuest = fields["customer_account_id"] !== null && fields["old_balance"] !== undefined
  const vouchersUsed = fields["used_vouchers"]
  const receipt = fields["bon_url"]
  return {
    reductions: (fields["reductions"] ?? []) as ReadonlyArray<Reduction>,
    wristbands: handedOut(fields["scanned_tickets"]),
    ...(amount === undefined ? {} : { amount }),
    ...(typeof receipt === "string" ? { receipt } : {}),
    ...(hasGuest ? { before: fields["old_balance"] as Amount, after: fields["new_balance"] as Amount } : {}),
    ...(typeof vouchersUsed === "number" && vouchersUsed > 0
      ? { vouchersUsed, vouchersLeft: Number(fields["new_voucher_balance"]) }
      : {})
  }
}

const amountOf = (value: unknown): Amount | undefined => typeof value === "number" ? value as Amount : undefined

/** As far as a ticket sale's answer is read here. */
interface ScannedTicket {
  readonly ticket: { readonly name: string; readonly initial_top_up_amount: Amount }
  readonly top_up_amount: Amount
  readonly ticket_voucher: { readonly initial_top_up_amount: Amount } | null
  /** The account of the presale ticket before the sale, so without the ticket's credit. */
  readonly account: { readonly name: string | null; readonly balance: Amount } | null
}

/**
 * The money of a wristband: what its account had, the credit of its presale ticket or what the ticket includes, and what was put onto it. A
 * ticket that the presale paid for includes nothing itself.
 */
const handedOut = (scanned: unknown): ReadonlyArray<HandedOut> =>
  !Array.isArray(scanned) ? [] : (scanned as ReadonlyArray<ScannedTicket>).map(
    ({ account, ticket, ticket_voucher, top_up_amount }) => ({
      name: account?.name ?? "",
      ticket: ticket.name,
      credit: add(
        account?.balance ?? zero,
        ticket_voucher?.initial_top_up_amount ?? zero,
        ticket.initial_top_up_amount,
        top_up_amount
      )
    })
  )
