// Without schemas, as browsers load it too.

/** Marks of direction and of line breaks, fillers and the like: nothing is drawn for them, and no keyboard has them. */
const unseen =
  /[\u00ad\u061c\u115f\u1160\u180e\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\u2800\u3164\ufeff\uffa0\ufff9-\ufffb]|\u034f|\u17b4|\u17b5/gu
/** Joiners, variants and tags mean something within emoji and some scripts, and nothing behind a letter of ASCII. */
const unseenAlone = /(?<=^|\p{ASCII})(?:\u200c|\u200d|\p{Variation_Selector}|[\u{e0000}-\u{e0fff}])+/gu
const blanks = /[\u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000]/gu

/** A text without what no one can see, with usual blanks, and without those around it. */
export const visible = (text: string): string =>
  text.replaceAll(blanks, " ").replaceAll(unseen, "").replaceAll(unseenAlone, "").trim()

/** Replaces control characters and halves of surrogate pairs, so that text from guests and servers can't control the terminal. */
export const printable = (text: string): string => text.replaceAll(/[\p{Cc}\p{Cf}\p{Cs}\u2028\u2029]/gu, "?")
