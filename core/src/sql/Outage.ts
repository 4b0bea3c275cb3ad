/** A time in which calls to the database failed; all times are in milliseconds of one clock. */
export interface Outage {
  readonly began: number
  /** Time of the latest failure. */
  readonly last: number
  /** Time of the latest log line about it. */
  readonly lastLogged: number
  readonly calls: number
  readonly rounds: number
}

/** The kind of work that failed: a call with a waiting caller, or a round of a worker, which will run again. */
export type Kind = "call" | "round"

export type Observation =
  | { readonly kind: Kind }
  /** The periodic check whether the database answers; no work failed. */
  | { readonly kind: "look"; readonly answers: boolean }

/** A log line for the operator, written when an outage begins, at intervals while it lasts, and when it is over. */
export type LogLine = "began" | "lasts" | "ended"

/** Milliseconds between two log lines of an outage. */
export const logIntervalMillis = 60_000

/**
 * Milliseconds without a failure after which an outage is over, provided the database answers. Failures that come and
 * go so count as one outage.
 */
export const quietMillis = 5_000

/** Returns the outage after an observation, undefined if there is none, and the log line that is due. */
export const observe = (
  outage: Outage | undefined,
  seen: Observation,
  now: number
): { readonly outage: Outage | undefined; readonly line: LogLine | undefined } => {
  if (outage === undefined) {
    return seen.kind === "look"
      ? { outage, line: undefined }
      : {
        outage: { began: now, last: now, lastLogged: now, ...counted({ calls: 0, rounds: 0 }, seen.kind) },
        line: "began"
      }
  }
  if (seen.kind === "look" && seen.answers && now - outage.last >= quietMillis) {
    return { outage: undefined, line: "ended" }
  }
  const failed = seen.kind === "look" ? { ...outage, last: seen.answers ? outage.last : now } : {
    ...outage,
    ...counted(outage, seen.kind),
    last: now
  }
  return now - outage.lastLogged >= logIntervalMillis
    ? { outage: { ...failed, lastLogged: now }, line: "lasts" }
    : { outage: failed, line: undefined }
}

const counted = ({ calls, rounds }: Pick<Outage, "calls" | "rounds">, kind: Kind) => ({
  calls: kind === "call" ? calls + 1 : calls,
  rounds: kind === "round" ? rounds + 1 : rounds
})
