import anyAscii from "any-ascii"

/** Longest name of a debtor or creditor that every SEPA bank takes (EPC implementation guidelines, AT-P001, AT-E001). */
export const nameLength = 70

/** Longest unstructured remittance information (AT-T009). */
export const remittanceLength = 140

/**
 * Text in the characters that every SEPA bank takes: A-Z, a-z, 0-9, space and / - ? : ( ) . , ' +, of `length` characters at
 * most. Letters of any script become Latin ones without accents; signs that have no counterpart become a full stop. A slash
 * neither begins nor ends the text nor follows another, as the rulebook demands of references.
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

/** Whether a name is left of it once it is written for banks. */
export const isNameable = (name: string): boolean => /[A-Za-z0-9]/.test(sepaText(name, nameLength))

/** Pictures and signs have names in ASCII too, but no payment should say ":grinning:". */
const plain = (character: string): string =>
  /[\p{L}\p{N}\p{M}\p{P}\p{Sc}]/u.test(character) ? anyAscii(character) || "." : "."

/** ASCII signs outside the set as EPC217-08 converts them; what is missing becomes a full stop. */
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
