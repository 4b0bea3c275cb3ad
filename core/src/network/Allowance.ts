/** What a network has left of something that grows back: `left` at a time in milliseconds. */
export interface Allowance {
  readonly left: number
  readonly at: number
}

/** How many there are at most, and how many come back each second. */
export interface AllowanceSize {
  readonly most: number
  readonly perSecond: number
}

const leftAt = (allowance: Allowance | undefined, { most, perSecond }: AllowanceSize, now: number): number =>
  allowance === undefined ? most : Math.min(most, allowance.left + Math.max(0, now - allowance.at) / 1000 * perSecond)

/** Whether one may be taken now. */
export const mayTake = (allowance: Allowance | undefined, size: AllowanceSize, now: number): boolean =>
  leftAt(allowance, size, now) >= 1

/** The allowance after one was taken; it may owe some, when many who were let through at once took one each. */
export const take = (allowance: Allowance | undefined, size: AllowanceSize, now: number): Allowance => ({
  left: leftAt(allowance, size, now) - 1,
  at: now
})

/** When it is full again, in milliseconds: from then on there is nothing to remember. */
export const fullAt = ({ at, left }: Allowance, { most, perSecond }: AllowanceSize): number =>
  at + (most - left) / perSecond * 1000
