/**
 * An amount of money as the APIs write it: a number in major units with at most two decimals. Sums of such numbers are inexact,
 * so TypeScript refuses the result of `+` as an amount; `add` and the others count in cents.
 */
export type Amount = number & { readonly "~amount": "major units" }

/** The largest amount that a request may contain, in cents; the same limit as the server's. */
const limit = 1_000_000_000_000

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

/**
 * Reads an amount as people type it: digits with a comma or a point before one or two decimals, and separators of thousands that
 * are unmistakable. `undefined` for anything else, also for a third decimal: nothing is rounded.
 */
export const parse = (text: string): Amount | undefined => {
  const compact = text.replaceAll(/[\s'’]/g, "")
  const plain = /^\d{1,3}(?:\.\d{3})+,\d{1,2}$/.test(compact)
    ? compact.replaceAll(".", "").replace(",", ".")
    : /^\d{1,3}(?:,\d{3})+\.\d{1,2}$/.test(compact)
    ? compact.replaceAll(",", "")
    : compact.replace(",", ".")
  const [, sign, whole, fraction = ""] = /^(-?)(\d{1,13})(?:\.(\d{0,2}))?$/.exec(plain) ?? []
  if (whole === undefined) return undefined
  const cents = Number(whole) * 100 + Number(fraction.padEnd(2, "0"))
  if (cents > limit) return undefined
  return fromCents(sign === "-" && cents > 0 ? -cents : cents)
}
