/** Round numbers from the smallest to the largest value, zero included, for the lines of a chart. */
export const ticksOf = (values: ReadonlyArray<number>, about = 4): ReadonlyArray<number> => {
  const [low, high] = [Math.min(0, ...values), Math.max(0, ...values)]
  if (low === high) return [0, 1]
  const step = roundStep((high - low) / about)
  const [first, last] = [Math.floor(low / step), Math.ceil(high / step)]
  // Counted in whole steps, as sums of fractions drift.
  return Array.from({ length: last - first + 1 }, (_, at) => (first + at) * step)
}

/** The smallest of 1, 2, 5, 10, 20, 50 … that is not below. */
const roundStep = (atLeast: number): number => {
  const power = 10 ** Math.floor(Math.log10(atLeast))
  return [1, 2, 5, 10].map((factor) => factor * power).find((step) => step >= atLeast * (1 - 1e-9)) ?? 10 * power
}

/** Where a value stands between the first and the last tick, as a share of the height from below. */
export const heightOf = (value: number, ticks: ReadonlyArray<number>): number => {
  const [low, high] = [ticks[0] ?? 0, ticks.at(-1) ?? 1]
  return (value - low) / (high - low)
}
