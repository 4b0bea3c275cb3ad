import fc from "fast-check"

/** The code points that stand for no character alone, but for half of one. */
const surrogates = { first: 0xd800, count: 0x800 }
const lastCodePoint = 0x10ffff

const characterOf = (place: number) => String.fromCodePoint(place < surrogates.first ? place : place + surrogates.count)

const placeOf = (value: unknown) => {
  const code = typeof value === "string" ? value.codePointAt(0) : undefined
  const place = code === undefined || code < surrogates.first ? code : code - surrogates.count
  // fast-check asks so whether a value can come of this, and takes an error for no.
  if (place === undefined || place < 0 || characterOf(place) !== value) throw new Error("No single character")
  return place
}

/**
 * Any character of Unicode, control characters too, for the `unit` of a string. The strings are those of the unit "binary" of
 * fast-check, which lists a million characters first, in every process that uses it.
 */
export const anyCharacter = fc.integer({ min: 0, max: lastCodePoint - surrogates.count }).map(characterOf, placeOf)
