import { type Allowance, fullAt, mayTake, take } from "../base/limits/Allowance.ts"
import { allowances } from "../base/limits/Limits.ts"

const lookupSize = allowances.presaleLookups

/** Codes of one scan that are looked up, at most. */
export const mostCodes = 5

/** A code is not looked up again for so long, in milliseconds. */
export const sameCodeMillis = 10_000

/** The look-ups of an event so far. */
export interface LookupBudget {
  readonly allowance: Allowance | undefined
  /** When each code was looked up lately, in milliseconds since 1970. */
  readonly asked: ReadonlyMap<string, number>
}

export const freshBudget: LookupBudget = { allowance: undefined, asked: new Map() }

/** Decides which of the codes are looked up at this moment, in milliseconds since 1970. */
export const grant = (
  { allowance, asked }: LookupBudget,
  codes: ReadonlyArray<string>,
  now: number
): { readonly granted: ReadonlyArray<string>; readonly budget: LookupBudget } => {
  let left = allowance
  const recent = new Map([...asked].filter(([, at]) => now - at < sameCodeMillis))
  const granted: Array<string> = []
  for (const code of new Set(codes)) {
    if (granted.length >= mostCodes || recent.has(code) || !mayTake(left, lookupSize, now)) continue
    left = take(left, lookupSize, now)
    recent.set(code, now)
    granted.push(code)
  }
  return { granted, budget: { allowance: left, asked: recent } }
}

/** Whether nothing of a budget is used any more, so that it can be forgotten. */
export const isFresh = ({ allowance, asked }: LookupBudget, now: number): boolean =>
  (allowance === undefined || fullAt(allowance, lookupSize) <= now) &&
  [...asked.values()].every((at) => now - at >= sameCodeMillis)
