/** One command of a shell's script, with its words as the shell gives them to the program. */
export interface ShellLine {
  readonly words: ReadonlyArray<string>
  /** The command as it is written. */
  readonly text: string
}

/** A word begins where another ended; quotes, and a backslash before the end of a line, belong to it. */
const token =
  /\\\n|(?<space>[^\S\n]+)|(?<comment>#[^\n]*)|(?<end>\n|&&|\|\||[|;])|(?<redirect>\d?>>?&?)|(?<word>(?:"(?:\\[^]|[^"\\])*"|'[^']*'|\\[^\n]|[^\s"'|;&>#\\]|(?<=\S)#|&(?!&))+)/gy

const unquoted = (word: string): string =>
  word.replaceAll(
    /"((?:\\[^]|[^"\\])*)"|'([^']*)'|\\([^])/g,
    (_, double, single, escaped) => double === undefined ? single ?? escaped : double.replaceAll(/\\(["\\$`])/g, "$1")
  )

const isAssignment = (word: string) => /^[A-Za-z_]\w*=/.test(word)

/**
 * The commands of a script that is a plain list of them: without functions, loops and subshells, which only running shows.
 * Assignments before a command and files that output goes to are left out.
 */
export const shellLines = (script: string): ReadonlyArray<ShellLine> => {
  const lines: Array<{ words: Array<string>; text: string; toFile: boolean }> = [{ words: [], text: "", toFile: false }]
  let at = 0
  while (at < script.length) {
    token.lastIndex = at
    const match = token.exec(script)
    if (match === null) throw new Error(`The shell's line ${script.slice(at).split("\n")[0]} is not read here`)
    const { end, redirect, word } = match.groups ?? {}
    const line = lines.at(-1)!
    if (end !== undefined) lines.push({ words: [], text: "", toFile: false })
    else if (redirect !== undefined) line.toFile = true
    else if (word !== undefined && line.toFile) line.toFile = false
    else if (word !== undefined && !(line.words.length === 0 && isAssignment(word))) line.words.push(unquoted(word))
    if (end === undefined) line.text += match[0]
    at = token.lastIndex
  }
  return lines.filter(({ words }) => words.length > 0).map(({ text, words }) => ({ text: text.trim(), words }))
}
