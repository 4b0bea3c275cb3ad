/** Characters of the texts: 1 MiB of letters. */
const size = 2 ** 20

const filled = (unit: string, end = ""): string =>
  unit.repeat(Math.ceil(size / unit.length)).slice(0, size - end.length) + end

/** An ordinary text. */
export const plainText = filled("Wer nicht fragt bleibt dumm, sagt man. ")

/** Texts on which patterns and other readers took quadratic time, by their peculiarity. */
export const worstTexts: Readonly<Record<string, string>> = {
  "one letter": filled("a"),
  "one letter, a control character before the end": filled("a", "\u0001b"),
  "full stops": filled("."),
  dashes: filled("-"),
  "at signs": filled("@"),
  "an address of e-mail without end": `a@${filled("a.", "\u0001")}`,
  blanks: filled(" "),
  "blanks with a letter at the end": filled(" ", "x"),
  "lines without text": filled("\n", "x"),
  slashes: filled("/", "x"),
  digits: filled("9"),
  "a number with zeros at its end": filled("1.0", "x").replaceAll(/1\.0/g, "000"),
  "beginnings of comments": filled("/*a"),
  "brackets that open": filled("("),
  "braces that open": filled("{"),
  "names without a call": filled("abc-"),
  "names, blanks and no call": filled("a "),
  "addresses without end": filled("url("),
  "addresses with strings that do not end": filled("url(\"#a"),
  "strings of two kinds": filled("\"'"),
  "style sheets in each other": filled("<style>"),
  semicolons: filled(" ;"),
  commas: filled(" ,"),
  "accents in the wrong order": filled("\u0301", "").slice(0, size / 2) + filled("\u0316").slice(0, size / 2),
  "letters to be composed": filled("e\u0301"),
  emoji: filled("\u{1f600}"),
  "a host of another script": `https://${filled("\u00fc")}`,
  "U+0000": filled("\u0000"),
  backslashes: filled("\\", "\"")
}

/**
 * The least time that this thread computed in some runs, in milliseconds. Time in which the processors did other work does not
 * count; caches shared with it and the collection of garbage still make runs longer, never shorter.
 */
export const shortest = (run: () => unknown, runs = 10): number => {
  let best = Infinity
  for (let n = 0; n < runs; n++) {
    const begin = process.threadCpuUsage()
    run()
    const { system, user } = process.threadCpuUsage(begin)
    best = Math.min(best, (system + user) / 1000)
  }
  return best
}

/** The extra time of a worst text compared with a plain one: 100 ms, and more on a slow machine. Quadratic readers take minutes. */
export const allowance = (): number => Math.max(100, 20 * shortest(() => scan(plainText)))

/** Reads each character once: about 2 ms on an idle machine. */
const scan = (text: string): number => {
  let sum = 0
  for (let at = 0; at < text.length; at++) sum = (sum * 31 + text.charCodeAt(at)) | 0
  return sum
}
