import type { Finding } from "./Invariants.ts"

/** Counts findings and keeps the first of them. */
export class FindingList {
  private readonly limit: number
  private readonly kept: Array<Finding> = []
  private counted = 0

  constructor(limit: number) {
    this.limit = limit
  }

  add(finding: Finding): void {
    this.counted++
    if (this.kept.length < this.limit) this.kept.push(finding)
  }

  get count(): number {
    return this.counted
  }

  get findings(): ReadonlyArray<Finding> {
    return this.kept
  }
}
