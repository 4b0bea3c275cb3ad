/** Bits of a block, as a power of two: few, so that scattered numbers cost little as well. */
const blockBits = 10n
const blockMask = (1n << blockBits) - 1n

/** A set of mostly consecutive numbers with one bit for each: all counters of a device (20 million) take a few MB. */
export class NumberSet {
  private readonly blocks = new Map<bigint, Uint32Array>()
  private count = 0
  private least: bigint | null = null
  private greatest: bigint | null = null

  get size(): number {
    return this.count
  }

  get first(): bigint | null {
    return this.least
  }

  get last(): bigint | null {
    return this.greatest
  }

  has(number: bigint): boolean {
    const block = this.blocks.get(number >> blockBits)
    return block !== undefined && isSet(block, Number(number & blockMask))
  }

  /** Adds a number; returns whether it is new. */
  add(number: bigint): boolean {
    const key = number >> blockBits
    const block = this.blocks.get(key) ?? new Uint32Array(2 ** Number(blockBits) / 32)
    const place = Number(number & blockMask)
    if (isSet(block, place)) return false
    block[place >> 5]! |= 1 << (place & 31)
    this.blocks.set(key, block)
    this.count++
    if (this.least === null || number < this.least) this.least = number
    if (this.greatest === null || number > this.greatest) this.greatest = number
    return true
  }

  /** Gaps between the least and the greatest number, each from its first missing number to its last. */
  *gaps(): Generator<readonly [from: bigint, to: bigint]> {
    let before = this.least
    for (const [key, block] of [...this.blocks].toSorted(([one], [other]) => one < other ? -1 : 1)) {
      for (let place = 0; place <= Number(blockMask); place++) {
        if (!isSet(block, place)) continue
        const number = (key << blockBits) + BigInt(place)
        if (before !== null && number > before + 1n) yield [before + 1n, number - 1n]
        before = number
      }
    }
  }
}

const isSet = (block: Uint32Array, place: number): boolean => ((block[place >> 5] ?? 0) >>> (place & 31) & 1) === 1
