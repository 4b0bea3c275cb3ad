import { Result } from "effect"

/** Deeper JSON is refused; requests of the contract nest at most 8 levels. */
const maxDepth = 64

/** At the place where a value may begin: more significant characters than a double holds for certain, or an exponent. */
const inexactNumber = /(?:^|[:,[\s])-?(?:[\d.]{16}|[\d.]+[eE])/

/** Escapes of U+0000 and of surrogates. PostgreSQL can store neither U+0000 nor half a surrogate pair. */
const unstorable = /\\u(?:0000|[dD][89a-fA-F])/

/** A string up to its closing quote (or the end of a broken body), a number, or a bracket. */
const token = /"[^"\\]*(?:\\[^][^"\\]*)*(?:"|\\?$)|-?\d[\d.eE+-]*|[[\]{}]/g

/**
 * Makes numbers survive `JSON.parse`. A number that a double could round becomes a string of U+0000 and its digits. Schemas
 * of amounts, ids and chip numbers read it exactly; every other schema refuses it. Fails with a message for the sender when
 * the text nests too deeply, or when a string holds U+0000 or half a surrogate pair; so no text of a sender can look like a
 * marked number.
 */
export const markExact = (text: string): Result.Result<string, string> => mark(text, isInexact)

/** As `markExact`, but leaves numbers with a fraction or an exponent unchanged, as answers contain measurements. */
export const markExactIntegers = (text: string): Result.Result<string, string> =>
  mark(text, (number) => number.length > 15 && !/[.eE]/.test(number))

const isInexact = (number: string) => number.length > 15 || /[eE]/.test(number)

const mark = (text: string, isMarked: (number: string) => boolean): Result.Result<string, string> => {
  if (!unstorable.test(text) && !inexactNumber.test(text) && !mayNestDeeply(text)) return Result.succeed(text)
  let depth = 0
  let deepest = 0
  let holdsNul = false
  let holdsHalf = false
  const marked = text.replace(token, (found, offset: number) => {
    switch (found[0]) {
      case "[":
      case "{":
        deepest = Math.max(deepest, ++depth)
        return found
      case "]":
      case "}":
        depth--
        return found
      case "\"":
        holdsNul ||= escapesNul(found)
        holdsHalf ||= escapesHalf(found)
        return found
      default:
        return isMarked(found) && isValue(found, text, offset + found.length) ? `"\\u0000${found}"` : found
    }
  })
  if (deepest > maxDepth) return Result.fail(`Expected JSON nested at most ${maxDepth} deep`)
  if (holdsNul) return Result.fail("Expected text without U+0000")
  return holdsHalf ? Result.fail("Expected text without halves of a surrogate pair") : Result.succeed(marked)
}

/** `JSON.parse` with inexact numbers as marked strings; fails with a message for the sender. */
export const parseExact = (text: string): Result.Result<unknown, string> =>
  Result.flatMap(
    markExact(text),
    (marked) => Result.try({ try: (): unknown => JSON.parse(marked), catch: () => "Expected a valid JSON body" })
  )

const jsonNumber = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/

/**
 * Whether the token is a number in the place of a value. Anything else stays unchanged, so that `JSON.parse` refuses it.
 */
const isValue = (number: string, text: string, end: number): boolean => jsonNumber.test(number) && !isKey(text, end)

const isKey = (text: string, end: number): boolean => {
  let next = end
  while (" \n\r\t".includes(text[next] ?? "-")) next++
  return text[next] === ":"
}

/** Whether a string escapes U+0000. An escape counts when an even number of backslashes precedes it, as in `\\\u0000`. */
const escapesNul = (string: string): boolean => {
  for (let at = string.indexOf("\\u0000"); at >= 0; at = string.indexOf("\\u0000", at + 1)) {
    let start = at
    while (string[start - 1] === "\\") start--
    if ((at - start) % 2 === 0) return true
  }
  return false
}

/**
 * Whether a string escapes one half of a surrogate pair without the other. A string that is not JSON is refused elsewhere.
 */
const escapesHalf = (string: string): boolean => {
  if (!unstorable.test(string)) return false
  const text = Result.try((): unknown => JSON.parse(string))
  return Result.isSuccess(text) && typeof text.success === "string" && !text.success.isWellFormed()
}

/** A cheap bound: text with few opening brackets can't nest deeply. */
const mayNestDeeply = (text: string): boolean => {
  if (text.length <= maxDepth) return false
  let openings = 0
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i)
    if ((code === 0x5b || code === 0x7b) && ++openings > maxDepth) return true
  }
  return false
}
