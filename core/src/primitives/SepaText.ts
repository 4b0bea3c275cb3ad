import anyAscii from "any-ascii"

/**
 * Longest name of a debtor or creditor that every SEPA bank accepts (EPC implementation guidelines, AT-P001, AT-E001).
 */
export const nameLength = 70

/** Longest unstructured remittance information (AT-T009). */
export const remittanceLength = 140

/**
 * Converts text to the characters that every SEPA bank accepts (A-Z, a-z, 0-9, space and / - ? : ( ) . , ' +), at most
 * `length` of them. Letters of any script become Latin ones without accents; characters without a counterpart become a
 * full stop. As the rulebook demands of references, a slash neither begins nor ends the text nor follows another slash.
 */
export const sepaText = (text: string, length: number): string =>
  text.normalize("NFC")
    .replace(/\p{Cf}/gu, "")
    .replace(/[\s\p{Cc}\p{Z}]+/gu, " ")
    .replace(/[^\x20-\x7e]/gu, plain)
    .replace(/[^A-Za-z0-9/?:().,'+ -]/g, (sign) => counterparts.get(sign) ?? ".")
    .replace(/ {2,}/g, " ")
    .replace(/\/{2,}/g, "/")
    .replace(/^[/ ]+/, "")
    .slice(0, length)
    .replace(/[/ ]+$/, "")

/** Whether a name still contains a letter or digit after the conversion for banks. */
export const isNameable = (name: string): boolean => /[A-Za-z0-9]/.test(sepaText(name, nameLength))

/** The library has ASCII names for pictures and symbols too, but a payment should not say ":grinning:". */
const plain = (character: string): string =>
  /[\p{L}\p{N}\p{M}\p{P}\p{Sc}]/u.test(character) ? anyAscii(character) || "." : "."

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
