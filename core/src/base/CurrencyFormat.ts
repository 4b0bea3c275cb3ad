// Without schemas, as browsers load it too.

/**
 * Writes amounts of a currency. All of the list in `Currency.ts` have two decimals, and so do amounts here; platforms write
 * forints, rupiahs and others without, which would round what was charged.
 */
export const currencyFormat = (locale: string, currency: string): Intl.NumberFormat =>
  new Intl.NumberFormat(locale, { style: "currency", currency, minimumFractionDigits: 2 })
