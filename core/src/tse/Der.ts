import { Result } from "effect"

/** ASN.1 tags of signed messages; an implicit tag is 0x80 plus its number. */
export const tags = {
  integer: 0x02,
  octetString: 0x04,
  objectIdentifier: 0x06,
  utcTime: 0x17,
  generalizedTime: 0x18,
  sequence: 0x30
} as const

/** An element that was read. */
export interface DerElement {
  readonly tag: number
  readonly content: Uint8Array
}

/** Tag, length and content (X.690, definite lengths in their shortest form). */
export const element = (tag: number, content: Uint8Array): Uint8Array =>
  join(Uint8Array.of(tag, ...lengthOf(content.length)), content)

/** An INTEGER, or one under an implicit tag: minimal two's complement. */
export const integer = (value: bigint, tag: number = tags.integer): Uint8Array => element(tag, integerBytes(value))

/** Text in UTF-8. */
export const text = (value: string, tag: number): Uint8Array => element(tag, new TextEncoder().encode(value))

/** An OBJECT IDENTIFIER, given in dotted form. */
export const objectIdentifier = (dotted: string): Uint8Array => {
  const [first = 0, second = 0, ...rest] = dotted.split(".").map(Number)
  return element(tags.objectIdentifier, Uint8Array.from([first * 40 + second, ...rest].flatMap(arcBytes)))
}

export const sequence = (...elements: ReadonlyArray<Uint8Array>): Uint8Array =>
  element(tags.sequence, join(...elements))

export const join = (...parts: ReadonlyArray<Uint8Array>): Uint8Array => {
  const joined = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0))
  let offset = 0
  for (const part of parts) {
    joined.set(part, offset)
    offset += part.length
  }
  return joined
}

/** Reads consecutive elements up to the last byte; fails with the reason when the bytes are not DER. */
export const read = (bytes: Uint8Array): Result.Result<ReadonlyArray<DerElement>, string> => {
  const elements: Array<DerElement> = []
  let offset = 0
  while (offset < bytes.length) {
    const tag = bytes[offset] ?? 0
    const length = readLength(bytes, offset + 1)
    if (length === undefined) return Result.fail(`no length at byte ${offset + 1}`)
    const content = bytes.subarray(length.after, length.after + length.value)
    if (content.length < length.value) return Result.fail(`the element at byte ${offset} is cut off`)
    elements.push({ tag, content })
    offset = length.after + length.value
  }
  return Result.succeed(elements)
}

/** The number in the content of an INTEGER; 0 if the content is empty. */
export const integerOf = (content: Uint8Array): bigint => BigInt.asIntN(content.length * 8, unsignedOf(content))

/** The bytes as an unsigned number. */
const unsignedOf = (bytes: Uint8Array): bigint => bytes.reduce((number, byte) => number * 256n + BigInt(byte), 0n)

const lengthOf = (length: number): ReadonlyArray<number> => {
  if (length < 0x80) return [length]
  const bytes = unsignedBytes(BigInt(length))
  return [0x80 + bytes.length, ...bytes]
}

/** Two's complement in the fewest bytes that have room for the sign. */
const integerBytes = (value: bigint): Uint8Array => {
  let size = 1
  while (BigInt.asIntN(size * 8, value) !== value) size++
  const digits = BigInt.asUintN(size * 8, value).toString(16).padStart(size * 2, "0")
  return Uint8Array.from(digits.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16))
}

const unsignedBytes = (value: bigint): ReadonlyArray<number> =>
  value < 256n ? [Number(value)] : [...unsignedBytes(value / 256n), Number(value % 256n)]

/** Seven bits a byte; all bytes but the last have the top bit set. */
const arcBytes = (arc: number): ReadonlyArray<number> => {
  const upper = (value: number): ReadonlyArray<number> =>
    value === 0 ? [] : [...upper(Math.floor(value / 128)), value % 128 + 128]
  return [...upper(Math.floor(arc / 128)), arc % 128]
}

/** Lengths of more than four bytes are refused: no message is so long. */
const readLength = (bytes: Uint8Array, offset: number): { value: number; after: number } | undefined => {
  const first = bytes[offset]
  if (first === undefined) return undefined
  if (first < 0x80) return { value: first, after: offset + 1 }
  const count = first - 0x80
  const digits = bytes.subarray(offset + 1, offset + 1 + count)
  if (count < 1 || count > 4 || digits.length < count) return undefined
  return { value: Number(unsignedOf(digits)), after: offset + 1 + count }
}
