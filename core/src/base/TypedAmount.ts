// Without schemas, as browsers load it too.

/** The largest amount that a request may contain, in cents. */
const largestCents = 1_000_000_000_000

/**
 * The cents of an amount as people type it: digits with a comma or a point before one or two decimals, and separators of thousands that
 * are unmistakable. `undefined` for anything else, also for a third decimal: nothing is rounded.
 */
export const typedCents = (text: string): number | undefined => {
  const compact = text.replaceAll(/[\s'’]/g, "")
  const plain = /^\d{1,3}(?:\.\d{3})+,\d{1,2}$/.test(compact)
    ? compact.replaceAll(".", "").replace(",", ".")
    : /^\d{1,3}(?:,\d{3})+\.\d{1,2}$/.test(compact)
    ? compact.replaceAll(",", "")
    : compact.replace(",", ".")
  const [, sign, whole, fraction = ""] = /^(-?)(\d{1,13})(?:\.(\d{0,2}))?$/.exec(plain) ?? []
  if (whole === undefined) return undefined
  const cents = Number(whole) * 100 + Number(fraction.padEnd(2, "0"))
  if (cents > largestCents) return undefined
  return sign === "-" && cents > 0 ? -cents : cents
}
