/** The buttons or tickets of a layout by their ids, in the order in which tills show them; each is there once. */
export type Arrangement = ReadonlyArray<string>

/** Puts an entry at a place, counted from 0; all others keep their order. */
export const moved = (ids: Arrangement, id: string, to: number): Arrangement => {
  const others = ids.filter((one) => one !== id)
  return others.length === ids.length ? ids : others.toSpliced(Math.max(0, to), 0, id)
}

/** Puts entries at the end; those that are there already stay where they are. */
export const added = (ids: Arrangement, more: Arrangement): Arrangement => [
  ...ids,
  ...more.filter((id, at) => !ids.includes(id) && more.indexOf(id) === at)
]

export const removed = (ids: Arrangement, id: string): Arrangement => ids.filter((one) => one !== id)

/** The place in a grid that a key leads to from another; `undefined` for keys that lead nowhere. */
export const placeAfter = (
  key: string,
  at: number,
  { columns, count }: { readonly columns: number; readonly count: number }
): number | undefined => {
  const last = count - 1
  const isInLastRow = Math.floor(at / columns) === Math.floor(last / columns)
  switch (key) {
    case "ArrowLeft":
      return Math.max(0, at - 1)
    case "ArrowRight":
      return Math.min(last, at + 1)
    case "ArrowUp":
      return at < columns ? at : at - columns
    case "ArrowDown":
      return isInLastRow ? at : Math.min(last, at + columns)
    case "Home":
      return 0
    case "End":
      return last
  }
  return undefined
}

/** Where a tile is on the page, in pixels. */
export interface Box {
  readonly left: number
  readonly top: number
  readonly right: number
  readonly bottom: number
}

/** The place whose box a point is in or next to. */
export const placeAt = (boxes: ReadonlyArray<Box>, x: number, y: number): number => {
  const distances = boxes.map(({ bottom, left, right, top }) =>
    Math.hypot(Math.max(left - x, 0, x - right), Math.max(top - y, 0, y - bottom))
  )
  return Math.max(0, distances.indexOf(Math.min(...distances)))
}

/**
 * Merges what two people made of the same arrangement. What one of them added is there, what one took away is not, and the
 * order is that of the one that changed it. `undefined` if both did, differently: then someone has to choose.
 */
export const mergedArrangement = (
  before: Arrangement,
  mine: Arrangement,
  theirs: Arrangement
): Arrangement | undefined => {
  const staying = before.filter((id) => mine.includes(id) && theirs.includes(id))
  const orderIn = (ids: Arrangement) => ids.filter((id) => staying.includes(id)).join()
  const isMoved = (ids: Arrangement) => orderIn(ids) !== staying.join()
  if (isMoved(mine) && isMoved(theirs) && orderIn(mine) !== orderIn(theirs)) return undefined
  const [leading, other] = isMoved(mine) ? [mine, theirs] : [theirs, mine]
  const stays = (id: string) => !before.includes(id) || other.includes(id)
  return other.reduce<Arrangement>(
    (ids, id, at) => ids.includes(id) || before.includes(id) ? ids : insertedAfter(ids, id, other.slice(0, at)),
    leading.filter(stays)
  )
}

/** Puts an entry behind the last of some others that is there, at the beginning if none is. */
const insertedAfter = (ids: Arrangement, id: string, earlier: Arrangement): Arrangement =>
  ids.toSpliced(ids.findLastIndex((one) => earlier.includes(one)) + 1, 0, id)
