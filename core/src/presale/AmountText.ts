import * as Money from "../base/Money.ts"

/** The sign between units and cents. */
export type DecimalSign = "comma" | "point"

/**
 * Reads an amount as a person or a spreadsheet writes it: "12.50", "1.234,50", "€ 1'234.50", "12,5". The sign before the cents is
 * found out, unless it is given. Returns "ambiguous" where one reading is as likely as the other, as in "1.234", and undefined
 * for anything else; nothing is rounded.
 */
export const amountIn = (text: string, decimal: DecimalSign | null): Money.Cents | "ambiguous" | undefined => {
  const digits = withoutCurrency(text.trim())
  if (!/^\d[\d.,'’\s]*$/.test(digits)) return undefined
  const sign = decimal === null ? decimalSignOf(digits) : decimal === "comma" ? "," : "."
  if (sign === "ambiguous") return sign
  const parts = sign === null ? [digits] : digits.split(sign)
  const [whole, cents] = parts
  if (parts.length > 2 || !isGrouped(whole!, sign) || (cents !== undefined && !/^\d{1,2}$/.test(cents))) {
    return undefined
  }
  return Money.parse(`${whole!.replaceAll(/\D/g, "")}${cents === undefined ? "" : `.${cents}`}`)
}

/** A currency is a sign or three letters, before or after the digits. */
const withoutCurrency = (text: string): string =>
  text.replace(/^(\p{Sc}|[A-Z]{3})\s*/u, "").replace(/\s*(\p{Sc}|[A-Z]{3})$/u, "")

/** Of two kinds of signs the last one is that before the cents. One sign alone before three digits may be either. */
const decimalSignOf = (digits: string): "," | "." | "ambiguous" | null => {
  const last = Math.max(digits.lastIndexOf(","), digits.lastIndexOf("."))
  if (last < 0) return null
  const sign = digits[last] === "," ? "," : "."
  const count = digits.split(sign).length - 1
  if (digits.includes(sign === "," ? "." : ",") || /['’\s]/.test(digits)) return sign
  if (count > 1) return null
  return digits.length - last - 1 === 3 ? "ambiguous" : sign
}

/** Whether digits stand together, or in groups of three that one sign separates. */
const isGrouped = (whole: string, decimal: string | null): boolean => {
  const [sign] = /\D/.exec(whole) ?? []
  if (sign === undefined) return true
  if (sign === decimal) return false
  const [first, ...groups] = whole.split(sign)
  return first!.length <= 3 && groups.every((group) => /^\d{3}$/.test(group))
}
