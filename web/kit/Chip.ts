/** The number of a chip as the fields `…_hex` of the APIs write it: hexadecimal, upper case, without leading zeros. */
export type Chip = string & { readonly "~chip": "hexadecimal" }

/** A chip number in a request's JSON. The prefix tells hexadecimal text with digits alone from a decimal number. */
export type ChipAsJson = `0x${string}`

/** A chip number in a path or a query: decimal. */
export type ChipInPath = string & { readonly "~chip": "decimal" }

/** A chip number in an answer's JSON. The browser rounds large ones, so screens read the field's `_hex` twin instead. */
export type InexactChip = { readonly "~chip": "read the twin that ends in _hex" }

const largest = 2n ** 64n - 1n

const fromNumber = (uid: bigint): Chip | undefined =>
  uid <= largest ? uid.toString(16).toUpperCase() as Chip : undefined

/** The chip behind a `_hex` field of an answer. */
export const fromAnswer = (hex: string): Chip => hex as Chip

/** Reads hexadecimal text, with or without `0x`, separators and leading zeros; `undefined` for anything else. */
export const parseHex = (text: string): Chip | undefined => {
  const digits = digitsOf(text)
  return digits === undefined ? undefined : fromNumber(BigInt(`0x${digits}`))
}

/** Reads decimal text; `undefined` for anything else and for more than 64 bits. */
export const parseDecimal = (text: string): Chip | undefined => {
  const digits = text.trim()
  return /^\d{1,20}$/.test(digits) ? fromNumber(BigInt(digits)) : undefined
}

/** The chip whose bytes stand in reverse order, as some readers type them. The bytes are those of the written digits. */
export const reversed = (text: string): Chip | undefined => {
  const digits = digitsOf(text) ?? ""
  const bytes = (digits.length % 2 === 0 ? digits : `0${digits}`).match(/../g)
  return bytes === null ? undefined : parseHex(bytes.toReversed().join(""))
}

export const asJson = (chip: Chip): ChipAsJson => `0x${chip}`

export const inPath = (chip: Chip): ChipInPath => BigInt(`0x${chip}`).toString() as ChipInPath

/** The hexadecimal digits of a chip number: all together, or bytes with a colon, a hyphen or a blank between them. */
const digitsOf = (text: string): string | undefined =>
  /^(?:0x)?[0-9a-f]{1,16}$|^[0-9a-f]{2}(?:[:\s-][0-9a-f]{2}){1,7}$/i.test(text.trim())
    ? text.trim().replace(/^0x/i, "").replaceAll(/[:\s-]/g, "")
    : undefined
