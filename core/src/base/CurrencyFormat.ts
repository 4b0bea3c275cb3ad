// Without schemas, as browsers load it too.

/**
 * Writes amounts of a currency. All of the list in `Currency.ts` have two decimals, and so do amounts here; platforms write
 * forints, rupiahs and others without, which would round what was charged.
 */
export const currencyFormat = (locale: string, currency: string): Intl.NumberFormat =>
  new Intl.NumberFormat(locale, { style: "currency", currency, minimumFractionDigits: 2 })

/** A written number with a minus that is as wide as a plus and not the end of a line, unlike the hyphen that platforms write. */
export const withMinus = (number: string): string => number.replace("-", "\u2212")
