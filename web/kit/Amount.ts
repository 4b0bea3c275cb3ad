import { typedCents } from "@wristbank/core/base/TypedAmount"

/**
 * An amount of money as the APIs write it: a number in major units with at most two decimals. Sums of such numbers are inexact,
 * so TypeScript refuses the result of `+` as an amount; `add` and the others count in cents.
 */
export type Amount = number & { readonly "~amount": "major units" }

/** Whole cents of an amount. Exact for every amount that the APIs answer with up to 2^53 cents. */
export const toCents = (amount: Amount): number => Math.round(amount * 100)

/** The amount of whole cents. */
export const fromCents = (cents: number): Amount => cents / 100 as Amount

export const zero = fromCents(0)

export const add = (...amounts: ReadonlyArray<Amount>): Amount =>
  fromCents(amounts.reduce((sum, amount) => sum + toCents(amount), 0))

export const subtract = (from: Amount, what: Amount): Amount => fromCents(toCents(from) - toCents(what))

export const negate = (amount: Amount): Amount => fromCents(0 - toCents(amount))

/** An amount as often as `count`, a whole number. */
export const times = (amount: Amount, count: number): Amount => fromCents(toCents(amount) * count)

/** Reads an amount as people type it; `undefined` for anything else. */
export const parse = (text: string): Amount | undefined => {
  const cents = typedCents(text)
  return cents === undefined ? undefined : fromCents(cents)
}
