import { visible } from "./VisibleText.ts"

/** Pairs of a digit and a letter that look alike in print. */
const lookAlikes = [["0", "O"], ["1", "I"]] as const

/** The blank and the hyphen, which people type to keep groups of characters apart. */
const [blank, hyphen] = [" ", "-"]

/** What telephones and word processors make of a hyphen, and the hyphen. */
const dashes = /[-\u2010-\u2015\u2212\ufe58\ufe63\uff0d]/gu

/** Which of these characters the codes of an event use, in upper case. */
export type UsedCharacters = ReadonlySet<string>

/** The characters to look for in the codes of an event. */
export const ambiguousCharacters: ReadonlyArray<string> = [...lookAlikes.flat(), blank, hyphen]

/** A typed, pasted or scanned text without surrounding blanks and what can't be seen, with composed letters, as codes are stored. */
export const typedCode = (text: string): string => visible(text).normalize("NFC").replaceAll(/\s+/gu, blank)

/**
 * A code, or part of one, as searches compare it: without case, blanks and dashes, and with one character for those that look alike. The
 * function `searched_code` of the database does the same with stored codes. What has nothing else stays as it is, and is in no code.
 */
export const searchedCode = (text: string): string => {
  const typed = typedCode(text)
  return lookAlikes.reduce(
    (code, [digit, letter]) => code.replaceAll(letter.toLowerCase(), digit),
    typed.replaceAll(blank, "").replaceAll(dashes, "").toLowerCase()
  ) || typed
}

/** Whether a text may be a code with a character that was taken for another. Portal tokens of tickets begin with a dollar sign. */
export const mayBeMisread = (typed: string): boolean =>
  /^[^$]*[0O1I \-\u2010-\u2015\u2212\ufe58\ufe63\uff0d]/iu.test(typed)

/**
 * The codes that a typed text may mean, the likelier first: the PIN of a wristband or the code of a presale ticket. A 0, O, 1 or I that no
 * code of the event has is replaced by the one that looks alike. Blanks and dashes go if no code has one; else the text is read with and
 * without them, as staff may have codes of another form than guests. As look-alikes leave one code to try, guessing becomes no easier.
 */
export const readCodes = (typed: string, used: UsedCharacters): ReadonlyArray<string> => {
  const printed = (used.has(blank) ? typed : typed.replaceAll(blank, ""))
    .replaceAll(dashes, used.has(hyphen) ? hyphen : "")
  const alone = typed.replaceAll(blank, "").replaceAll(dashes, "")
  return [...new Set([printed, alone])].map((text) => withUsed(text, used))
}

const withUsed = (typed: string, used: UsedCharacters): string =>
  lookAlikes.reduce((text, [digit, letter]) => {
    if (!used.has(digit)) return text.replaceAll(digit, letter)
    return used.has(letter) ? text : text.replaceAll(new RegExp(letter, "gi"), digit)
  }, typed)

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
