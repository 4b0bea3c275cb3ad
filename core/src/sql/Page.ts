/** A part of a long list: at most `limit` entries, of those after the entry with the id `cursor`; null begins the list. */
export interface Page {
  readonly limit: number
  readonly cursor: bigint | null
}

/** Entries in one answer at most; one more is read to know whether the list goes on. */
export const longest = 1000
