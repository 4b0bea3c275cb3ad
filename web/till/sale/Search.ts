import type { SaleButton } from "./Basket.ts"

/** From this many buttons on a till has a search. */
export const fewestToSearch = 12

/** Letters that have no accent to take off. */
const plainLetters: Readonly<Record<string, string>> = { ß: "ss", ø: "o", æ: "ae", œ: "oe", ł: "l", đ: "d" }

/** A text without accents, in small letters. */
const plain = (text: string): string =>
  text.toLowerCase().normalize("NFD").replaceAll(/\p{M}/gu, "").replaceAll(
    /[ßøæœłđ]/g,
    (letter) => plainLetters[letter]!
  )

/** The buttons whose names have each word of the search somewhere, in their order; all for an empty one. */
export const found = <B extends Pick<SaleButton, "name">>(
  buttons: ReadonlyArray<B>,
  search: string
): ReadonlyArray<B> => {
  const words = plain(search).split(/\s+/)
  return buttons.filter(({ name }) => words.every((word) => plain(name).includes(word)))
}
