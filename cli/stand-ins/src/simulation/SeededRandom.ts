/** Pseudo-random numbers that a seed determines, on every machine (mulberry32). Not for secrets. */
export class SeededRandom {
  private state: number

  constructor(seed: number) {
    this.state = seed >>> 0
  }

  /** From 0 to below 1. */
  next(): number {
    this.state = (this.state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(this.state ^ (this.state >>> 15), this.state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }

  /** A whole number from 0 to below the limit. */
  below(limit: number): number {
    return Math.floor(this.next() * limit)
  }

  /** True in this share of all cases. */
  chance(share: number): boolean {
    return this.next() < share
  }

  /** One of some. */
  pick<A>(all: ReadonlyArray<A>): A {
    return all[this.below(all.length)]!
  }

  /** A whole number whose mean is the expected one. */
  around(expected: number): number {
    return Math.floor(expected) + (this.chance(expected % 1) ? 1 : 0)
  }
}
