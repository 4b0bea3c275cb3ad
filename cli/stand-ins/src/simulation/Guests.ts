import { type FestivalSize, presaleCredit } from "./Premises.ts"
import type { SeededRandom } from "./SeededRandom.ts"

/** The share of guests who come back on a day after their first. */
const returning = 0.9

/** Who has yet to come, and who is there. */
export class Guests {
  private readonly random: SeededRandom
  /** Still to come: those with tickets of the shop, and those who pay at the entrance. */
  private readonly coming: readonly [Array<number>, Array<number>] = [[], []]
  private readonly arrived: Array<number> = []
  private present: Array<number> = []
  private leaving = new Set<number>()

  constructor({ guests, presale }: FestivalSize, random: SeededRandom) {
    this.random = random
    for (let guest = guests - 1; guest >= 0; guest--) {
      this.coming[presale && presaleCredit(guest) !== null ? 0 : 1].push(guest)
    }
  }

  get there(): number {
    return this.present.length
  }

  get stillToCome(): number {
    return this.coming[0].length + this.coming[1].length
  }

  /** Those who come again on a new day. */
  beginDay(): void {
    this.present = this.arrived.filter(() => this.random.chance(returning))
  }

  /** Up to four who come together; all of them have a ticket of the shop or none has. */
  nextGroup(): { readonly guests: ReadonlyArray<number>; readonly presale: boolean } {
    const [withTicket, without] = this.coming
    const presale = this.random.chance(withTicket.length / this.stillToCome)
    const from = presale ? withTicket : without
    const guests = Array.from({ length: Math.min(1 + this.random.below(4), from.length) }, () => from.pop()!)
    return { guests, presale }
  }

  /** They are inside from now on. */
  admit(guests: ReadonlyArray<number>): void {
    this.arrived.push(...guests)
    this.present.push(...guests)
  }

  /** Someone who is there; `undefined` when no one is, or when the guest who was chosen is about to go. */
  anybody(): number | undefined {
    const guest = this.present[this.random.below(Math.max(1, this.present.length))]
    return guest === undefined || this.leaving.has(guest) ? undefined : guest
  }

  /** They buy nothing from now on. */
  leave(guest: number): void {
    this.leaving.add(guest)
  }
}
