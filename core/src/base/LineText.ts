// Without schemas, as browsers load it too.

/** Makes one line of a text: line breaks and other control characters become spaces, surrounding spaces are removed. */
export const oneLine = (text: string): string => text.toWellFormed().replaceAll(/[\p{Cc}\u2028\u2029]+/gu, " ").trim()

/**
 * A text as a cell of a CSV file: one that a spreadsheet would take for a formula gets an apostrophe in front (OWASP, CSV injection).
 * Numbers are no text, so they keep their minus sign.
 */
export const csvText = (text: string): string => {
  const line = oneLine(text)
  return /^[=+\-@\t\r\uFF1D\uFF0B\uFF0D\uFF20]/.test(line) ? `'${line}` : line
}
