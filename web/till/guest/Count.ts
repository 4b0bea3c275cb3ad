/** A whole number as people type it, at least `least`; `undefined` for anything else. */
export const countIn = (text: string, least: number): number | undefined => {
  const digits = text.trim()
  if (digits === "" && least === 0) return 0
  if (!/^\d{1,7}$/.test(digits)) return undefined
  const count = Number(digits)
  return count >= least ? count : undefined
}
