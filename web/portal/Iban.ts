import { compact, lengthIn } from "@wristbank/core/base/Iban"

/** Where the cursor stands after grouping: before the same characters as before. */
export const cursorAfter = (typed: string, cursor: number): number => {
  const iban = compact(typed)
  // A stop in front of the rest keeps its first letters from being taken for the word IBAN.
  const after = compact(`X${typed.slice(cursor)}`).length - 1
  const before = Math.max(0, iban.length - after)
  return before + Math.floor(Math.max(0, before - 1) / 4)
}

/** The country of an IBAN, as soon as it is typed. */
export const countryOf = (typed: string): string | undefined => /^[A-Z]{2}/.exec(compact(typed))?.[0]

/** Whether more characters must follow before an IBAN of this country can be complete. */
export const isUnfinished = (typed: string): boolean =>
  compact(typed).length < (lengthIn(countryOf(typed) ?? "") ?? shortest)

/** The length of the shortest IBAN (Norway), where the country is unknown. */
const shortest = 15
