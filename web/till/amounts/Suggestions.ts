import { type Amount, fromCents, toCents } from "../../kit/Amount.ts"

/** What guests usually top up. */
export const topUpSuggestions: ReadonlyArray<Amount> = [10, 20, 30, 50].map((major) => fromCents(major * 100))

const notes = [5, 10, 20, 50].map((major) => fromCents(major * 100))

/** Parts of a balance that can be paid in notes. */
export const payOutSuggestions = (balance: Amount): ReadonlyArray<Amount> =>
  notes.filter((note) => toCents(note) < toCents(balance))
