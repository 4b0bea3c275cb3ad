import { type Chip, parseDecimal, parseHex, reversed } from "../Chip.ts"

/** How a reader that types writes chip numbers. */
export interface TagFormat {
  readonly base: "decimal" | "hexadecimal"
  /** Whether the bytes come in reverse order. */
  readonly isReversed: boolean
}

export const formats: ReadonlyArray<TagFormat> = [
  { base: "hexadecimal", isReversed: false },
  { base: "hexadecimal", isReversed: true },
  { base: "decimal", isReversed: false },
  { base: "decimal", isReversed: true }
]

/** The chip number in a text of this format; `undefined` if there is none. */
export const chipIn = (text: string, { base, isReversed }: TagFormat): Chip | undefined => {
  const chip = base === "hexadecimal" ? parseHex(text) : parseDecimal(text)
  if (chip === undefined || !isReversed) return chip
  return reversed(base === "hexadecimal" ? text : chip.padStart(chipDigits(chip), "0"))
}

/** Hexadecimal digits of a whole chip number: chips have 4, 7 or 8 bytes. */
const chipDigits = ({ length }: Chip): number => length <= 8 ? 8 : length <= 14 ? 14 : 16

/** The formats in which a reader wrote a chip whose number is known. */
export const formatsOf = (text: string, chip: Chip): ReadonlyArray<TagFormat> =>
  formats.filter((format) => chipIn(text, format) === chip)

export const readFormat = (stored: string | null): TagFormat | null =>
  formats.find((format) => nameOf(format) === stored) ?? null

export const nameOf = ({ base, isReversed }: TagFormat): string => `${base}${isReversed ? " reversed" : ""}`
