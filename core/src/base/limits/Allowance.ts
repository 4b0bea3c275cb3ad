import type { AllowanceSize } from "./Limits.ts"

/** The remaining budget of a network: it was `left` at the time `at` (milliseconds) and grows back since. */
export interface Allowance {
  readonly left: number
  readonly at: number
}

const leftAt = (allowance: Allowance | undefined, { most, perSecond }: AllowanceSize, now: number): number =>
  allowance === undefined ? most : Math.min(most, allowance.left + Math.max(0, now - allowance.at) / 1000 * perSecond)

/** Whether the budget is enough for one more call. */
export const mayTake = (allowance: Allowance | undefined, size: AllowanceSize, now: number): boolean =>
  leftAt(allowance, size, now) >= 1

/** The budget after a call, or after one that takes as much as several. It is negative when more was taken than was left. */
export const take = (allowance: Allowance | undefined, size: AllowanceSize, now: number, taken = 1): Allowance => ({
  left: leftAt(allowance, size, now) - taken,
  at: now
})

/** The time (milliseconds) at which the budget is full again and can be forgotten. */
export const fullAt = ({ at, left }: Allowance, { most, perSecond }: AllowanceSize): number =>
  at + (most - left) / perSecond * 1000
