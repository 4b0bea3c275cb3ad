import anyAscii from "any-ascii"

/**
 * Longest name of a debtor or creditor that every SEPA bank accepts (EPC implementation guidelines, AT-P001, AT-E001).
 */
export const nameLength = 70

/** Longest unstructured remittance information (AT-T009). */
export const remittanceLength = 140

/**
 * How texts are written for banks. `national`: as banks in the country of the account write them, so that they find the same name when
 * they compare it with the holder of the account. `plain`: as bank files had them before, without umlauts in any country.
 */
export type SepaSpelling = "national" | "plain"

/** How one text is to be written. */
export interface Writing {
  /** The country of the account that the text belongs to, as `DE`; Germany if left out. */
  readonly country?: string
  /** `national` if left out. */
  readonly spelling?: SepaSpelling
}

/**
 * Converts text to the characters that every SEPA bank accepts (A-Z, a-z, 0-9, space and / - ? : ( ) . , ' +), at most
 * `length` of them. Letters of any script become Latin ones without accents, and umlauts two letters where banks speak German;
 * characters without a counterpart become a full stop. As the rulebook demands of references, a slash neither begins nor ends the
 * text nor follows another slash.
 */
export const sepaText = (
  text: string,
  length: number,
  { country = "DE", spelling = "national" }: Writing = {}
): string =>
  (spelling === "plain" ? withoutFormat(text) : nationally(text, country))
    .replace(/[\s\p{Cc}\p{Z}]+/gu, " ")
    .replace(/[^\x20-\x7e]/gu, (character) => plain(character) ?? ".")
    .replace(/[^A-Za-z0-9/?:().,'+ -]/g, (sign) => counterparts.get(sign) ?? ".")
    .replace(/ {2,}/g, " ")
    .replace(/\/{2,}/g, "/")
    .replace(/^[/ ]+/, "")
    .slice(0, length)
    .replace(/[/ ]+$/, "")

/** Whether a name still contains a letter or digit after the conversion for banks. */
export const isNameable = (name: string): boolean => /[A-Za-z0-9]/.test(sepaText(name, nameLength))

/** The first character of a text that banks can't write and that has no counterpart; undefined if there is none. */
export const unwritable = (text: string): string | undefined =>
  Array.from(nationally(text, "")).find((character) =>
    !/[\s\p{Cc}\p{Z}]/u.test(character) && !isWritable(/[\x20-\x7e]/.test(character) ? character : plain(character))
  )

/** A name or a line as it is kept: blanks of any kind as single spaces, without characters that no one can see. */
export const visibleText = (text: string): string =>
  text.normalize("NFC").replace(/\p{Default_Ignorable_Code_Point}/gu, "").replace(/[\s\p{Cc}\p{Z}]+/gu, " ").trim()

const withoutFormat = (text: string): string => text.normalize("NFC").replace(/\p{Cf}/gu, "")

/** The text with the letters and signs for which banks have more than one spelling written as those of the country do. */
const nationally = (text: string, country: string): string => {
  const composed = text.normalize("NFC").replace(/\p{Default_Ignorable_Code_Point}/gu, "")
  return (germanSpeaking.has(country) ? composed.replace(/[ÄÖÜäöü]/g, inTwoLetters) : composed)
    .replace(/[´ˊˋ′‵]/g, "'")
    .replace(/["“”„‟«»‹›″]/g, "'")
    .replace(/−/g, "-")
    .replace(/\p{M}/gu, (mark) => anyAscii(mark))
}

/** Countries whose banks write umlauts in two letters (the national alternative of EPC217-08; in Germany, annex 3 of the DFÜ agreement). */
const germanSpeaking: ReadonlySet<string> = new Set(["AT", "CH", "DE", "LI"])

/** An umlaut, in capitals throughout if the word is. */
const inTwoLetters = (letter: string, at: number, text: string): string => {
  const [next = "", last = ""] = [text[at + 1], text[at - 1]]
  const second = /\p{Lu}/u.test(next) || (!/\p{Ll}/u.test(next) && /\p{Lu}/u.test(last)) ? "E" : "e"
  return letter.normalize("NFD").charAt(0) + (/\p{Ll}/u.test(letter) ? "e" : second)
}

/**
 * Undefined for characters without a counterpart. The library has ASCII names for pictures and symbols too, but a payment should
 * not say ":grinning:".
 */
const plain = (character: string): string | undefined =>
  /[\p{L}\p{N}\p{M}\p{P}\p{Sc}]/u.test(character) ? anyAscii(character) || undefined : undefined

/** Whether all of some ASCII characters have a counterpart. Company names may have $ and %, although a full stop stands for them. */
const isWritable = (ascii: string | undefined): boolean =>
  ascii !== undefined &&
  Array.from(ascii).every((sign) => /[A-Za-z0-9/?:().,'+ $%-]/.test(sign) || counterparts.has(sign))

/** Conversion of other ASCII characters by EPC217-08; those not listed become a full stop. */
const counterparts: ReadonlyMap<string, string> = new Map([
  ["&", "+"],
  [";", ","],
  ["[", "("],
  ["]", ")"],
  ["{", "("],
  ["}", ")"],
  ["\\", "/"],
  ["|", "/"],
  ["_", "-"],
  ["~", "-"],
  ["`", "'"]
])
