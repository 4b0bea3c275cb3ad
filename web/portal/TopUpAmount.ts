import { type Amount, fromCents, parse, toCents } from "../kit/Amount.ts"

/** Amounts that guests like to top up, in major units. */
const usual = [10, 20, 30, 50, 100]

/** The highest whole amount that a guest can still top up, given their balance, open top-ups and the highest balance. */
export const highestTopUp = (balance: Amount, open: ReadonlyArray<Amount>, maximum: Amount): Amount => {
  const cents = toCents(maximum) - toCents(balance) - open.reduce((sum, amount) => sum + toCents(amount), 0)
  return fromCents(Math.max(0, Math.floor(cents / 100)) * 100)
}

/** The amounts to offer: usual ones up to the highest, and the highest itself if it is below the smallest usual one. */
export const suggestions = (highest: Amount): ReadonlyArray<Amount> => {
  const possible = usual.filter((amount) => amount <= highest).map((amount) => fromCents(amount * 100))
  return possible.length > 0 || highest <= 0 ? possible : [highest]
}

export type TypedTopUp =
  | { readonly kind: "amount"; readonly amount: Amount }
  | { readonly kind: "missing" | "invalid" | "not_whole" | "too_high" }

/** Reads the amount that a guest typed. */
export const readTopUp = (typed: string, highest: Amount): TypedTopUp => {
  if (typed.trim() === "") return { kind: "missing" }
  const amount = parse(typed)
  if (amount === undefined || amount <= 0) return { kind: "invalid" }
  if (toCents(amount) % 100 !== 0) return { kind: "not_whole" }
  return amount > highest ? { kind: "too_high" } : { kind: "amount", amount }
}
