interface Placed {
  readonly id: number
  readonly sequence: number
}

/**
 * The things of a list that have to change for one of them to come to a place, counted from 0, and all others to keep their order: each
 * with its new sequence.
 */
export const inPlaces = <T extends Placed>(all: ReadonlyArray<T>, id: number, to: number): ReadonlyArray<T> => {
  const moved = all.filter((one) => one.id === id)
  return all.filter((one) => one.id !== id).toSpliced(to, 0, ...moved)
    .map((one, sequence) => ({ one, sequence }))
    .filter(({ one, sequence }) => one.sequence !== sequence)
    .map(({ one, sequence }) => ({ ...one, sequence }))
}
