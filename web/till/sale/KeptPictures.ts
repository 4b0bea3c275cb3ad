/** The bytes of pictures by their hash, the least recently added first. */
export type Kept = ReadonlyMap<string, number>

/** The most bytes of pictures that a till keeps. */
export const mostBytes = 4 * 1024 * 1024

/** What is kept with one more picture, and the pictures that have to leave for it: the ones that were added first. */
export const withPicture = (
  kept: Kept,
  hash: string,
  bytes: number
): { readonly kept: Kept; readonly removed: ReadonlyArray<string> } => {
  const all = [...Array.from(kept).filter(([other]) => other !== hash), [hash, bytes] as const]
  let sum = all.reduce((total, [, one]) => total + one, 0)
  const removed: Array<string> = []
  for (const [other, one] of all) {
    if (sum <= mostBytes) break
    removed.push(other)
    sum -= one
  }
  return { kept: new Map(all.slice(removed.length)), removed }
}
