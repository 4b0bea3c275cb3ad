/** A code as people type it in a hurry: in lower case, with blanks, the dashes of a telephone, and a letter for each digit that looks like one. */
export const hurriedly = (code: string): string =>
  ` ${
    code.toLowerCase().replaceAll("0", "o").replaceAll("1", "i").replaceAll("-", "\u2013").replace(/^(.{3})/, "$1 ")
  }\u00a0`
