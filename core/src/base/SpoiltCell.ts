// Without schemas, as browsers load it too.

/** A long number, as spreadsheets shorten it: 4,01235E+12. A code may have an E as well, but no sign behind it. */
const shortened = /^-?\d(?:[.,]\d+)?E[+-]\d{2,3}$/i
/** A whole number that a program has taken for one with decimals. */
const withDecimals = /^\d+[.,]0+$/
const errors = /^(?:#{3,}|#(?:REF|DIV\/0|VALUE|NAME|NUM|NULL|N\/A|SPILL|CALC|BEZUG|WERT|ZAHL|NV|ÜBERLAUF|KALK)[!?]?)$/i
const months = "(?:jan|feb|mar|mär|mrz|apr|may|mai|jun|jul|aug|sep|oct|okt|nov|dec|dez)[a-zä]*\\.?"
const dates = new RegExp(
  "^(?:" +
    [
      String.raw`\d{1,2}\.\d{1,2}\.\d{2,4}`,
      String.raw`\d{1,2}/\d{1,2}/\d{2,4}`,
      String.raw`\d{4}-\d{2}-\d{2}`,
      String.raw`\d{1,2}(?:\.? ?|-)${months}(?:[- ]\d{2,4})?`,
      String.raw`${months}[- ]\d{2,4}`
    ].join("|") +
    String.raw`)(?:[ T]00:00(?::00)?)?$`,
  "i"
)

/** Whether a spreadsheet has put a shortened number or an error in place of a text. What was there is lost. */
export const isSpoilt = (cell: string): boolean => shortened.test(cell) || errors.test(cell)

/** Whether it did, or put a date or a number with decimals in place of a code. */
export const isSpoiltCode = (cell: string): boolean => isSpoilt(cell) || withDecimals.test(cell) || dates.test(cell)

/** Whether a code has characters that no one can type: control characters, private ones, and those that a program could not read. */
export const isUntypable = (code: string): boolean => /[\p{Cc}\p{Co}\p{Cs}\ufffd]/u.test(code)
