import { bookings } from "./Limits.ts"

/**
 * Which bookings a process takes on, and which it refuses because too many are under way. A process that takes on more than it
 * can answer in time works for calls whose senders have given up, and in the end answers none. Refused calls cost it little,
 * and terminals send them again.
 */

/** What a process took on and answered in an interval. */
export interface Interval {
  readonly millis: number
  /** Bookings that were answered, whatever was decided about them. */
  readonly answered: number
  /** Bookings that were given up: there was no answer in time, or the sender has gone. */
  readonly failed: number
  /** Bookings that were refused, as too many were under way. */
  readonly refused: number
  /** Bookings under way at its end. */
  readonly underWay: number
  /** The part of it in which the thread that answers calls had work, from 0 to 1. */
  readonly busy: number
}

export interface Admission {
  /** Bookings that may be under way at once. */
  readonly limit: number
  /** Whether more bookings come than are answered, so that the queue is kept short. */
  readonly overloaded: boolean
  /** Bookings that a thread without spare time answers in a millisecond, lately; undefined when it had spare time. */
  readonly rate: number | undefined
  /** How long bookings have had to wait too long, in milliseconds. */
  readonly lateMillis: number
  /** How long none was refused, in milliseconds. */
  readonly calmMillis: number
}

/**
 * When bookings wait longer than this for as long as this, in milliseconds, more come than are answered. A shorter burst is
 * answered in time: terminals wait twice as long.
 */
const longestWait = 1_000

/**
 * The wait of bookings in an overload, in milliseconds. A longer queue is not answered faster, and does not become shorter
 * while more of them come.
 */
const overloadedWait = 60

/** An overload is over when no booking was refused for this long, in milliseconds. */
const calmAfter = 1_000

/** The thread has no spare time if it had work for this part of an interval. */
const fullyBusy = 0.9

export const unloaded: Admission = {
  limit: bookings.most,
  overloaded: false,
  rate: undefined,
  lateMillis: 0,
  calmMillis: 0
}

/** The rate after an interval: the mean of what it was and what it is now, as the answers of a batch come together. */
const rateAfter = ({ rate }: Admission, { answered, busy, millis }: Interval): number | undefined => {
  if (busy < fullyBusy) return undefined
  return rate === undefined ? answered / millis : (rate + answered / millis) / 2
}

const limited = (limit: number): number => Math.min(bookings.most, Math.max(bookings.least, limit))

/**
 * What holds after an interval. In an overload, a thread without spare time has as many bookings under way as it answers within
 * a short time. If the thread has spare time, bookings wait for the database, where more of them share a statement: then the
 * limit grows, unless most of them fail.
 * @param scale factor on the waits, as in `TimeoutScale`
 */
export const after = (before: Admission, interval: Interval, scale = 1): Admission => {
  const { answered, failed, millis, refused, underWay } = interval
  const calmMillis = refused > 0 ? 0 : before.calmMillis + millis
  const rate = rateAfter(before, interval)
  const isLate = rate !== undefined && underWay > bookings.least && underWay > rate * longestWait * scale
  const lateMillis = isLate ? before.lateMillis + millis : 0
  const begins = refused > 0 || lateMillis >= longestWait * scale
  if (!begins && !(before.overloaded && calmMillis < calmAfter)) return { ...unloaded, rate, lateMillis, calmMillis }
  const overload = { overloaded: true, rate, lateMillis, calmMillis }
  if (failed > answered) return { ...overload, limit: limited(before.limit / 2) }
  if (rate !== undefined) return { ...overload, limit: limited(rate * overloadedWait * scale) }
  return { ...overload, limit: limited(refused > 0 ? before.limit * 1.5 : before.limit) }
}

/** Bookings under way when another one comes. */
export interface UnderWay {
  readonly all: number
  /** Those of the event that it belongs to. */
  readonly ofEvent: number
  /** The events that have bookings under way, with this one. */
  readonly events: number
}

/** Whether a booking is taken on. Each event may use its equal part of the limit, however many bookings others have. */
export const admits = ({ limit }: Admission, { all, events, ofEvent }: UnderWay): boolean =>
  all < limit || ofEvent < limit / events
