/** Characters that a reader types in a row, faster than any person. */
export interface Burst {
  readonly text: string
  /** When the latest character came, in milliseconds. */
  readonly at: number
}

export const noBurst: Burst = { text: "", at: Number.NEGATIVE_INFINITY }

/** The longest pause between two keys of a reader, in milliseconds. People need twice as long even for rolled keys. */
const longestPause = 45

/** Shorter texts than this are no chip numbers of a reader; readers fill theirs up with zeros. */
const shortest = 4

const ofChips = /^[0-9A-Fa-fx:\s-]$/

export type Keystroke =
  | { readonly kind: "typing"; readonly burst: Burst }
  /** A reader has finished a number. */
  | { readonly kind: "read"; readonly text: string }

/** The effect of a key, by its name as the browser gives it. */
export const pressed = (burst: Burst, key: string, at: number): Keystroke => {
  const continues = at - burst.at <= longestPause
  if (key === "Enter" || key === "Tab") {
    return continues && burst.text.length >= shortest
      ? { kind: "read", text: burst.text }
      : { kind: "typing", burst: noBurst }
  }
  if (!ofChips.test(key)) return { kind: "typing", burst: key === "Shift" && continues ? { ...burst, at } : noBurst }
  return { kind: "typing", burst: { text: continues ? burst.text + key : key, at } }
}
