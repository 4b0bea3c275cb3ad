import { DateTime, Option, Schema } from "effect"

/** The number of orders that a reading of the ticket shop found. */
export const ReadingCount = Schema.Struct({
  /** Whether all orders were read, not only those that changed. */
  everything: Schema.Boolean,
  /** Orders that were read. */
  orders: Schema.Int,
  /** Tickets that were new. */
  added: Schema.Int,
  /** Tickets that changed. */
  updated: Schema.Int,
  /** Tickets that the shop cancelled since. */
  cancelled: Schema.Int,
  /** Orders that could not be imported; later readings try them again. */
  broken: Schema.Int
})
export type ReadingCount = typeof ReadingCount.Type

/** The readings of an event's ticket shop so far. */
export interface ReadingHistory {
  /** End of the last reading that succeeded; null before the first. */
  readonly readAt: DateTime.Utc | null
  /** The last failure since then. */
  readonly failedAt: DateTime.Utc | null
  /** The number of failures since then. */
  readonly failures: number
  /** Time at which an operator asked for a reading that has not ended yet. */
  readonly requestedAt: DateTime.Utc | null
}

/**
 * Minutes by which a reading goes back before the time of the one before it. The shop notes the time of a change before it commits it,
 * such as while a refund is asked for at the payment provider: a change that was invisible then has an earlier time. What is read again
 * changes nothing.
 */
const overlapMinutes = 5

/** The time from which on a reading asks for changes that others up to `changedSince` may have missed; null for everything. */
export const withOverlap = (changedSince: string | null): string | null =>
  Option.match(changedSince === null ? Option.none() : DateTime.make(changedSince), {
    onNone: () => null,
    onSome: (since) => DateTime.formatIso(DateTime.subtract(since, { minutes: overlapMinutes }))
  })

/** The longest pause after failures, in seconds. */
const longestPause = 3600

/** Seconds after which a reading is tried again that failed this many times in a row: 15, 30, 60 and so on up to an hour. */
export const pauseAfterFailures = (failures: number): number =>
  Math.min(longestPause, 15 * 2 ** Math.min(failures - 1, 20))

/**
 * The time of the next reading; null for at once. A request of an operator that is newer than the last failure ends the pause.
 */
export const nextReading = (
  { failedAt, failures, readAt, requestedAt }: ReadingHistory,
  intervalSeconds: number
): DateTime.Utc | null => {
  if (requestedAt !== null && (failedAt === null || DateTime.isLessThan(failedAt, requestedAt))) return null
  if (failedAt !== null && failures > 0) return DateTime.add(failedAt, { seconds: pauseAfterFailures(failures) })
  return readAt === null || requestedAt !== null ? null : DateTime.add(readAt, { seconds: intervalSeconds })
}

/** The kinds of work that an event's presale may have to do. */
export type PresaleWork = "reading" | "reported" | "checkIns"

/** What waits to be done for an event's presale. */
export interface WaitingWork extends ReadingHistory {
  /** The shop has reported changes that were not read yet. */
  readonly isReported: boolean
  readonly hasCheckIns: boolean
}

/** The work that is due. While readings pause after failures, reported changes wait as well; check-ins have pauses of their own. */
export const dueWork = (
  waiting: WaitingWork,
  intervalSeconds: number,
  now: DateTime.Utc
): ReadonlyArray<PresaleWork> => {
  const next = nextReading(waiting, intervalSeconds)
  const isDue = next === null || DateTime.isLessThanOrEqualTo(next, now)
  return [
    ...(isDue ? ["reading" as const] : []),
    ...(waiting.isReported && (isDue || waiting.failures === 0) ? ["reported" as const] : []),
    ...(waiting.hasCheckIns ? ["checkIns" as const] : [])
  ]
}
