import { Redacted, Result, Schema } from "effect"
import { type InvalidArgument, refuse } from "../base/Refusal.ts"
import { atMost } from "../base/Text.ts"
import { organisationRules } from "./OrganisationRules.ts"

const longest = "a password of at most 1,000 characters"

/** A new password: 10 to 1,000 characters. `choose` also checks that it is hard to guess. */
export const NewPassword = Schema.String.check(
  atMost(1000, longest),
  Schema.isMinLength(10, { expected: "a password of at least 10 characters" })
)

/** A password for signing in: any text that could have been chosen. */
export const ShownPassword = Schema.String.check(atMost(1000, longest))

const readNewPassword = Schema.decodeUnknownResult(NewPassword)

/** A new password as someone typed it; refuses one that is too short or too long without repeating it. */
export const typed = (password: Redacted.Redacted): Result.Result<string, InvalidArgument> =>
  Result.orElse(readNewPassword(Redacted.value(password)), () => refuse(organisationRules.password_short))

/**
 * Decides whether a user may choose a password. Refuses those that attackers try first (NIST SP 800-63B of 2017,
 * section 5.1.1.2): common passwords, repeated or sequential characters, the login and the name of the service, also
 * with digits and symbols around them or in place of letters. `common` contains lower-case texts.
 */
export const choose = (
  password: string,
  login: string,
  common: ReadonlySet<string>
): Result.Result<void, InvalidArgument> => {
  const [text, name] = [comparable(password), comparable(login)]
  if (text === "") return refuse(organisationRules.password_blank)
  if (new Set(text).size <= 3 || isSimple(text)) return refuse(organisationRules.password_repeats)
  const words = wordsOf(text)
  if (isMostly(text, name) || words.includes(name)) return refuse(organisationRules.password_is_login)
  return words.some((word) => common.has(word) || ofTheService.has(word) || isSimple(word))
    ? refuse(organisationRules.password_common)
    : Result.succeed(undefined)
}

/** Words that this service suggests and that lists of common passwords lack. */
const ofTheService: ReadonlySet<string> = new Set(["wristbank", "wristband", "cashless", "willkommen"])

const comparable = (text: string) => text.normalize("NFKC").toLowerCase().trim()

const withoutSeparators = (text: string) => text.replace(/[\s._-]/g, "")

/** Whether the login makes up more than half of a text. */
const isMostly = (text: string, login: string) => {
  const [all, name] = [withoutSeparators(text), withoutSeparators(login)]
  return name !== "" && (all.split(name).length - 1) * name.length * 2 > all.length
}

/** Adjacent keys, and letters and digits in order; each row counts forwards and backwards. */
const rows = [
  "01234567890123456789",
  "abcdefghijklmnopqrstuvwxyz",
  "qwertyuiop",
  "qwertzuiopü",
  "azertyuiop",
  "asdfghjkl",
  "qsdfghjklm",
  "zxcvbnm",
  "yxcvbnm",
  "1qaz",
  "2wsx",
  "3edc",
  "4rfv",
  "5tgb",
  "6yhn",
  "7ujm",
  "1qay",
  "6zhn"
].flatMap((row) => [row, Array.from(row).toReversed().join("")])

/** Whether a text repeats a piece of at most four characters, or consists of runs. */
const isSimple = (text: string): boolean => (unitOf(text) !== text && unitOf(text).length <= 4) || isMadeOfRuns(text)

/** Whether a text consists of runs of at least three characters; the last may be shorter. */
const isMadeOfRuns = (text: string): boolean => {
  let start = 0
  while (start < text.length) {
    const length = runAt(text, start)
    if (length < 3 && start + length < text.length) return false
    start += length
  }
  return true
}

/** The length of the longest run that begins at a position: of one character, or along a row. */
const runAt = (text: string, start: number): number => {
  const inRow = (end: number) => rows.some((row) => row.includes(text.slice(start, end)))
  return Math.max(lengthWhile(text, start, (end) => text[end - 1] === text[start]), lengthWhile(text, start, inRow))
}

const lengthWhile = (text: string, start: number, goesOn: (end: number) => boolean): number => {
  let end = start + 1
  while (end < text.length && goesOn(end + 1)) end += 1
  return end - start
}

/** The piece that a text repeats, or the text itself. */
const unitOf = (text: string): string => {
  const length = Array.from({ length: Math.floor(text.length / 2) }, (_, index) => index + 1)
    .find((size) => text.length % size === 0 && text.slice(0, size).repeat(text.length / size) === text)
  return length === undefined ? text : text.slice(0, length)
}

/** Largest number of digits and symbols at each end that count as additions, as in 24.12.2026. */
const mostAdded = 10

/**
 * The words from which a text may be made: repeated, with look-alikes for letters, with digits and symbols at its ends.
 */
const wordsOf = (text: string): ReadonlyArray<string> =>
  [text, ...text.length > longestCore ? [] : coresOf(text)].flatMap(spellings).flatMap((word) => [word, unitOf(word)])

/** A longer text is not a single word with additions, and checking all of its parts would block the server. */
const longestCore = 100

/** The parts that remain without digits and symbols at the ends, provided that half of the part is letters. */
const coresOf = (text: string): ReadonlyArray<string> => {
  const characters = Array.from(text)
  const starts = cuts(characters)
  const ends = cuts(characters.toReversed()).map((added) => characters.length - added)
  return starts.flatMap((start) => ends.map((end) => characters.slice(start, end)))
    .filter((core) => core.length >= 3 && core.filter(isLetter).length * 2 >= core.length)
    .map((core) => core.join(""))
}

const isLetter = (character: string) => /\p{L}/u.test(character)

/** The possible numbers of characters to remove at the start: each up to `mostAdded`, or a longer run. */
const cuts = (characters: ReadonlyArray<string>): ReadonlyArray<number> => {
  const letter = characters.findIndex(isLetter)
  if (letter < 0) return [0]
  const short = Array.from({ length: Math.min(letter, mostAdded) + 1 }, (_, length) => length)
  return letter > mostAdded && isSimple(characters.slice(0, letter).join("")) ? [...short, letter] : short
}

const lookalikes: ReadonlyMap<string, string> = new Map(Object.entries({
  "0": "o",
  "3": "e",
  "4": "a",
  "5": "s",
  "7": "t",
  "8": "b",
  "@": "a",
  $: "s",
  "\u20ac": "e"
}))

/**
 * A text as it is, and with letters in place of the digits and symbols that look like them; some look like both i and
 * l.
 */
const spellings = (text: string): ReadonlyArray<string> => [text, spelt(text, "i"), spelt(text, "l")]

const spelt = (text: string, stroke: "i" | "l") =>
  Array.from(text, (character) => "1!|".includes(character) ? stroke : lookalikes.get(character) ?? character).join("")
