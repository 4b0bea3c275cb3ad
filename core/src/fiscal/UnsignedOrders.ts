/** Orders without a signature that the log does not have yet. */
export interface UnsignedOrders {
  readonly count: number
  /** Time of the latest log line, in milliseconds; undefined before the first. */
  readonly logged: number | undefined
}

/** Milliseconds between two log lines: without a device, orders fail each half second. */
export const logIntervalMillis = 60_000

export const noOrders: UnsignedOrders = { count: 0, logged: undefined }

/** Adds orders that failed, and returns how many the log line that is due now counts: the first at once, then a minute's together. */
export const unsignedSince = (
  before: UnsignedOrders,
  failed: number,
  now: number
): { readonly orders: UnsignedOrders; readonly due: number | undefined } => {
  const count = before.count + failed
  const isDue = count > 0 && (before.logged === undefined || now - before.logged >= logIntervalMillis)
  return isDue
    ? { orders: { count: 0, logged: now }, due: count }
    : { orders: { ...before, count }, due: undefined }
}
