import { visible } from "./VisibleText.ts"

/** Pairs of a digit and a letter that look alike in print. */
const lookAlikes = [["0", "O"], ["1", "I"]] as const

/** The blank, which people type to keep groups of characters apart. */
const blank = " "

/** Which of these characters the codes of an event use, in upper case. */
export type UsedCharacters = ReadonlySet<string>

/** The characters to look for in the codes of an event. */
export const ambiguousCharacters: ReadonlyArray<string> = [...lookAlikes.flat(), blank]

/** A typed, pasted or scanned text without surrounding blanks and what can't be seen, with composed letters, as codes are stored. */
export const typedCode = (text: string): string => visible(text).normalize("NFC").replaceAll(/\s+/gu, blank)

/**
 * A code, or part of one, as searches compare it: without case and blanks, and with one character for those that look alike. The function
 * `searched_code` of the database does the same with stored codes.
 */
export const searchedCode = (text: string): string =>
  lookAlikes.reduce(
    (code, [digit, letter]) => code.replaceAll(letter.toLowerCase(), digit),
    typedCode(text).replaceAll(blank, "").toLowerCase()
  )

/** Whether a text may be a code with a character that was taken for another. Portal tokens of tickets begin with a dollar sign. */
export const mayBeMisread = (typed: string): boolean => /^[^$]*[0O1I ]/i.test(typed)

/**
 * The code that a typed text means: the PIN of a wristband or the code of a presale ticket. A 0, O, 1 or I that no code of the event
 * has is replaced by the one that looks alike, and blanks go if no code has one. As the text could not be a code as it was typed, an
 * attempt still tries one code, and guessing becomes no easier.
 */
export const readCode = (typed: string, used: UsedCharacters): string =>
  lookAlikes.reduce((text, [digit, letter]) => {
    if (!used.has(digit)) return text.replaceAll(digit, letter)
    return used.has(letter) ? text : text.replaceAll(new RegExp(letter, "gi"), digit)
  }, used.has(blank) ? typed : typed.replaceAll(blank, ""))

/** A stored code that is a typed text, but for upper and lower case. */
export interface Candidate {
  readonly typed: string
  readonly code: string
}

/**
 * The stored code that a text means: the one that is written exactly so, or the only one that differs from it in upper and lower case
 * alone. Undefined if there is none, or more than one: codes of some shops differ only so.
 */
export const meant = (typed: string, candidates: ReadonlyArray<Candidate>): string | undefined => {
  const codes = candidates.filter((candidate) => candidate.typed === typed).map(({ code }) => code)
  return codes.includes(typed) ? typed : codes.length === 1 ? codes[0] : undefined
}
