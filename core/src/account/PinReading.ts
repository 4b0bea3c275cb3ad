/** Pairs of a digit and a letter that look alike on a wristband. */
const lookAlikes = [["0", "O"], ["1", "I"]] as const

/** Which of these characters the PINs of an event use, in upper case. */
export type UsedCharacters = ReadonlySet<string>

/** The characters to look for in the PINs of an event. */
export const ambiguousCharacters: ReadonlyArray<string> = lookAlikes.flat()

/** Whether a text may be a PIN with a character that was taken for another. Portal tokens of vouchers begin with a dollar sign. */
export const mayBeMisread = (typed: string): boolean => /^[^$]*[0O1I]/i.test(typed)

/**
 * A typed PIN with each 0, O, 1 and I that no PIN of the event uses replaced by the one that looks alike. As the text could not be
 * a PIN as it was typed, an attempt still tries one PIN, and guessing becomes no easier.
 */
export const readPin = (typed: string, used: UsedCharacters): string =>
  lookAlikes.reduce((text, [digit, letter]) => {
    if (!used.has(digit)) return text.replaceAll(digit, letter)
    return used.has(letter) ? text : text.replaceAll(new RegExp(letter, "gi"), digit)
  }, typed)
