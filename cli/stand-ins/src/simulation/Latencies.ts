/** Durations in milliseconds, of which only a sample is kept when there are many. */
export class Latencies {
  private readonly kept: Array<number> = []
  private count = 0
  longest = 0

  add(millis: number): void {
    this.longest = Math.max(this.longest, millis)
    // Every tenth of many is enough for a share, and the memory of a load test of days stays small.
    if (this.count++ < 10_000 || this.count % 10 === 0) this.kept.push(millis)
  }

  /** The duration that a share of all stays below. */
  at(share: number): number {
    return this.kept.toSorted((a, b) => a - b)[Math.floor((this.kept.length - 1) * share)] ?? 0
  }
}
