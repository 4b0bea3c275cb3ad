import { depositPrice, entrance } from "./Goods.ts"
import { type FestivalSize, isUnder16, presaleCredit, spareTags, tillsOf } from "./Premises.ts"
import type { SeededRandom } from "./SeededRandom.ts"
import type { Step } from "./Step.ts"

/** The most money on a wristband, in cents; an event has it as `max_account_balance`. */
export const highestBalance = 150_00n

/**
 * Money, glasses and cash as they are after each step, in cents: the code that writes the steps asks it whether the system will accept
 * them. `apply` throws when a step would leave less than nothing anywhere, or more than may be on a wristband.
 */
export class FestivalModel {
  readonly balances: Array<bigint>
  readonly cups: Array<number>
  /** Cash in each till's register; 0 where there is none. */
  readonly drawers: Array<bigint>
  /** What is counted above the expected cash, of all shifts so far. */
  difference = 0n
  spareLeft: number
  private readonly floats: ReadonlyArray<bigint>
  private readonly sales = new Map<number, { readonly price: bigint; readonly cups: number }>()

  constructor(size: FestivalSize) {
    const tills = tillsOf(size)
    this.balances = Array.from({ length: size.guests }, () => 0n)
    this.cups = Array.from({ length: size.guests }, () => 0)
    this.drawers = tills.map(() => 0n)
    this.floats = tills.map(({ float }) => float ?? 0n)
    this.spareLeft = spareTags(size)
  }

  /** Notes what a sale costs, so that a later step can cancel it. */
  keepSale(step: number, price: bigint, cups: number): void {
    this.sales.set(step, { price, cups })
  }

  apply(step: Step): void {
    switch (step.kind) {
      case "shiftStart":
        this.drawers[step.till] = this.floats[step.till]!
        return
      case "shiftEnd":
        this.difference += step.difference ?? 0n
        if (this.drawers[step.till]! + (step.difference ?? 0n) < 0n) throw new Error("Less than nothing was counted")
        this.drawers[step.till] = 0n
        return
      case "entry":
        for (const guest of step.guests) this.enter(guest, step)
        return
      case "topUp":
        this.pay(step.guest, step.amount)
        if (step.paidBy === "cash") this.drawers[step.till]! += step.amount
        return
      case "sale": {
        const { cups, price } = this.soldAt(step.n)
        this.pay(step.guest, -price)
        this.cups[step.guest]! += cups
        return
      }
      case "cupReturn":
        this.pay(step.guest, depositPrice * BigInt(step.cups))
        this.cups[step.guest]! -= step.cups
        return
      case "cancel": {
        const { cups, price } = this.soldAt(step.sale)
        this.sales.delete(step.sale)
        this.pay(step.guest, price)
        this.cups[step.guest]! -= cups
        return
      }
      case "payOut":
        this.pay(step.guest, -step.amount)
        this.takeCash(step.till, step.amount)
        return
      case "lostTag":
        this.spareLeft--
        return
      default:
    }
  }

  private enter(guest: number, step: Extract<Step, { readonly kind: "entry" }>) {
    if (step.presale) return this.pay(guest, presaleCredit(guest) ?? 0n)
    const { included, paid } = isUnder16(guest) ? entrance.under16 : entrance.adult
    this.pay(guest, included)
    if (step.paidBy === "cash") this.drawers[step.till]! += paid
  }

  /** The price and glasses of a sale that was not cancelled. */
  soldAt(step: number) {
    const sold = this.sales.get(step)
    if (sold === undefined) throw new Error(`Step ${step} is no sale that can be cancelled`)
    return sold
  }

  private pay(guest: number, amount: bigint) {
    const balance = this.balances[guest]! + amount
    if (balance < 0n || balance > highestBalance) throw new Error(`Guest ${guest} would have ${balance} cents`)
    this.balances[guest] = balance
  }

  private takeCash(till: number, amount: bigint) {
    if (this.drawers[till]! < amount) throw new Error(`Till ${till} has too little cash`)
    this.drawers[till]! -= amount
  }
}

/** A small difference, such as a wrong coin; most counts are exact. It leaves no less than nothing in the drawer. */
export const countDifference = (random: SeededRandom, drawer: bigint): bigint => {
  if (random.chance(0.7)) return 0n
  const amount = BigInt(1 + random.below(12)) * 50n
  if (random.chance(0.4)) return amount
  return amount > drawer ? 0n : -amount
}
