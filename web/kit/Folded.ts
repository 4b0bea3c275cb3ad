/** Letters that have no accent to take off. */
const plainLetters: Readonly<Record<string, string>> = { ß: "ss", ø: "o", æ: "ae", œ: "oe", ł: "l", đ: "d" }

/** What a search or filter is compared with: case and accents don't matter. */
export const folded = (text: string): string =>
  /^[ -~]*$/.test(text)
    ? text.toLowerCase()
    : text.toLowerCase().normalize("NFD").replaceAll(/\p{M}/gu, "").replaceAll(
      /[ßøæœłđ]/g,
      (letter) => plainLetters[letter]!
    )
