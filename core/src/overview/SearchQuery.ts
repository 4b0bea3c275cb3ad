import { searchedCode } from "../base/PrintedCode.ts"

/** An inclusive range of values in an index. */
interface Range<A> {
  readonly from: A
  readonly to: A
}

/** A search in the forms in which objects are looked up. Each is exact or a beginning, never a pattern. */
export interface SearchQuery {
  /** For names; compared by words in SQL, without case and accents. Null if too short for that. */
  readonly words: string | null
  /** The number of an order or a payout run. */
  readonly number: bigint | null
  /** Of an order. */
  readonly uuid: string | null
  /** A PIN, or the code of a presale ticket, as searches compare codes. */
  readonly code: string
  readonly pins: Range<string>
  /** Chip numbers that the text may be, in hexadecimal or decimal. */
  readonly chips: ReadonlyArray<bigint>
  /** Ranges of the chip numbers that begin with the text in hexadecimal. */
  readonly chipRanges: ReadonlyArray<Range<bigint>>
  readonly ibans: Range<string> | null
}

/** Sorts after all characters that a stored text contains, by their UTF-8 bytes. */
const afterAll = "\u{10FFFF}"

const startingWith = (text: string): Range<string> => ({ from: text, to: text + afterAll })

/** Beginnings that are shorter would find too much. */
const shortest = { pin: 3, chip: 4, word: 2 }

const largestNumber = 2n ** 63n - 1n
const largestChip = 2n ** 64n - 1n

/** Prepares a search. `undefined` if the text is blank or can't occur in stored text. */
export const searchQuery = (typed: string): SearchQuery | undefined => {
  const text = typed.normalize("NFC").trim()
  if (text === "" || text.includes("\u0000") || !text.isWellFormed()) return undefined
  const code = searchedCode(text)
  const iban = text.toUpperCase().replace(/\s/g, "")
  return {
    words: (text.match(/[\p{L}\p{N}]/gu)?.length ?? 0) >= shortest.word ? text : null,
    number: numberIn(text),
    uuid: /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(text.toLowerCase()) ? text.toLowerCase() : null,
    code,
    pins: code.length >= shortest.pin ? startingWith(code) : { from: code, to: code },
    ...chipNumbers(text),
    ibans: /^[A-Z]{2}\d{2}[A-Z0-9]{2,30}$/.test(iban) ? startingWith(iban) : null
  }
}

const numberIn = (text: string): bigint | null => {
  const digits = /^#?\s?(\d{1,19})$/.exec(text)?.[1]
  if (digits === undefined) return null
  const number = BigInt(digits)
  return number <= largestNumber ? number : null
}

const chipNumbers = (text: string): Pick<SearchQuery, "chips" | "chipRanges"> => {
  const digits = text.replace(/^0x/i, "").replace(/[\s:-]/g, "")
  const hex = /^[0-9a-f]{1,16}$/i.test(digits) ? BigInt(`0x${digits}`) : null
  const decimal = /^\d{1,20}$/.test(digits) && BigInt(digits) <= largestChip ? BigInt(digits) : null
  return {
    chips: [...new Set([hex, decimal].filter((chip) => chip !== null))],
    chipRanges: hex === null || digits.length < shortest.chip ? [] : lengthsOf(digits)
      .filter((length) => length > digits.length)
      .map((length) => beginning(hex, BigInt(4 * (length - digits.length))))
  }
}

/**
 * Lengths of chip numbers in hexadecimal: of 4, 7 and 8 bytes, and one less without the leading zero, which is not printed
 * everywhere.
 */
const lengthsOf = (digits: string): ReadonlyArray<number> =>
  digits.startsWith("0") ? [8, 14, 16] : [7, 8, 13, 14, 15, 16]

const beginning = (digits: bigint, bits: bigint): Range<bigint> => ({
  from: digits << bits,
  to: ((digits + 1n) << bits) - 1n
})
