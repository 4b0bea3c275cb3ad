import { Schema } from "effect"

/**
 * Too many failed sign-ins for an account or from an address, too many successful ones of an account, too many changes of a
 * guest's bank data, too many top-ups that he began on the web, or too many receipts asked for by number or as PDF; the next
 * try is possible after the seconds given.
 */
export class TooManyAttempts extends Schema.TaggedError<TooManyAttempts>()(
  "TooManyAttempts",
  { retry_after_seconds: Schema.Int },
  { httpApiStatus: 429 }
) {
  override readonly message = "Too many attempts, please try again later"
}

/** How long a failure counts. */
export const windowSeconds = 15 * 60

/**
 * What may count before the next try must wait: failures, at the portal fewer as PINs are short, sessions that an account
 * opens, changes of bank data,
 * top-ups that a guest begins on the web, and receipts that an address asks for by number, or as PDF.
 */
export const limits = {
  account: 5,
  address: 20,
  portalAddress: 10,
  signIns: 30,
  bankData: 10,
  checkouts: 30,
  receipts: 200
} as const

/** What failures are counted for: the account that is tried and the address that tries. */
export interface Subject {
  readonly key: string
  readonly limit: number
}

/** The subjects of a try, in the order in which they are locked. */
export const subjectsOf = (
  account: string,
  address: string,
  addressLimit: number = limits.address
): ReadonlyArray<Subject> => [
  { key: account, limit: limits.account },
  { key: `address ${address}`, limit: addressLimit }
]

/** Seconds to wait when as many failures as allowed count; `ages` in seconds, the youngest first. */
export const waitSeconds = (ages: ReadonlyArray<number>, limit: number): number => {
  const blocking = ages[limit - 1]
  return blocking === undefined ? 0 : Math.max(1, Math.ceil(windowSeconds - blocking))
}
