/** The middle of some numbers; of an even count, the upper one of the two in the middle. */
export const median = (numbers: ReadonlyArray<number>): number =>
  numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? 0
