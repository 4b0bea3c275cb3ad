/** A setting of a suite: in `npm test`, and at full size. A smaller number may mean more, where one of that many cells is tried. */
type Size = readonly [sample: number, full: number]

export type Sizes = { readonly [name: string]: Size }

export type Settings = { readonly [name: string]: string }

/** Multiples of the sizes in `npm test`, but none beyond its full size. */
export const grown = (sizes: Sizes, factor: number): Settings =>
  settingsOf(sizes, ([sample, full]) =>
    full >= sample
      ? Math.min(full, Math.max(sample, Math.floor(sample * factor)))
      : Math.max(full, Math.min(sample, Math.ceil(sample / factor))))

export const sample = (sizes: Sizes): Settings => settingsOf(sizes, ([size]) => size)

export const full = (sizes: Sizes): Settings => settingsOf(sizes, ([, size]) => size)

/** One of a number of equal shares of the full sizes. All of them are at least the full size together. */
export const share = (sizes: Sizes, shares: number): Settings =>
  settingsOf(sizes, ([, size]) => Math.ceil(size / shares))

const settingsOf = (sizes: Sizes, choose: (size: Size) => number): Settings =>
  Object.fromEntries(Object.entries(sizes).map(([name, size]) => [name, String(choose(size))]))

/** Seconds that a run of the tests takes to start and to end. */
const around = 15

/**
 * Seconds for the rounds of each setting of a part by its seconds. A suite begins no round after them, but its
 * first.
 */
export const secondsEach = (sizes: Sizes, seconds: number): number =>
  Math.max(1, Math.floor((seconds - around) / Math.max(1, Object.keys(sizes).length)))

/**
 * How much larger a run of a part may be within some seconds, if it took `taken` in its smallest size; undefined if that is
 * not twice as large, or if it hardly leaves time for anything but the start.
 */
export const factorOf = (taken: number, seconds: number): number | undefined => {
  const factor = (seconds - around) / Math.max(1, taken)
  return factor >= 2 && seconds >= 2 * around ? factor : undefined
}

/**
 * Seconds for the next part of a run by the seconds that are left: as many as each of the others gets, after what some need at
 * least. `least` are the seconds that the next part and the later ones need, 0 for those that take what they get.
 */
export const shareOf = (left: number, least: ReadonlyArray<number>): number => {
  const [own = 0, ...later] = least
  const reserved = later.reduce((sum, seconds) => sum + seconds, 0)
  const sharing = later.filter((seconds) => seconds === 0).length + 1
  return Math.max(own, (left - reserved) / sharing, 0)
}
