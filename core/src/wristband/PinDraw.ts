/**
 * The letters and digits of drawn PINs: none of those that look alike in print or in handwriting, such as 0 and O, 1, I and L,
 * 2 and Z, 5 and S, 8 and B.
 */
export const pinLetters = "34679ACDEFGHJKMNPRTUVWXY"

/** Binary logarithm of the number of guesses that finding any one PIN should take. */
export const guessesPowerOfTwo = 36

/** The least length of PINs with which those of a number of wristbands are hard to guess. */
export const pinLength = (tags: number): number =>
  Math.ceil((guessesPowerOfTwo + Math.log2(Math.max(tags, 1))) / Math.log2(pinLetters.length))

/** The least length of PINs that are drawn: with shorter ones, drawing many different ones could take for ever. */
export const shortestDrawn = 8

/**
 * Draws PINs that differ from each other and from those that exist, which are in lower case. `random` returns an integer from 0
 * up to and without its parameter.
 */
export const drawPins = (
  { count, length, taken }: { readonly count: number; readonly length: number; readonly taken: ReadonlySet<string> },
  random: (bound: number) => number
): ReadonlyArray<string> => {
  const drawn = new Set<string>()
  while (drawn.size < count) {
    const pin = Array.from({ length }, () => pinLetters[random(pinLetters.length)]).join("")
    if (!taken.has(pin.toLowerCase())) drawn.add(pin)
  }
  return [...drawn]
}
