/** A time in which the database did not do what it was asked for; times are in milliseconds of one clock. */
export interface Outage {
  readonly began: number
  /** When something failed last. */
  readonly last: number
  /** When a line was last written about it. */
  readonly lastLine: number
  readonly calls: number
  readonly rounds: number
}

/** What fails: a call that somebody waits for, or a round of a worker, which is done again anyway. */
export type Kind = "call" | "round"

export type Observation =
  | { readonly kind: Kind }
  /** Nothing failed just now; whether the database answers was asked for this purpose. */
  | { readonly kind: "look"; readonly answers: boolean }

/** A line for the operator: when an outage begins, while it lasts, and when it is over. */
export type Line = "began" | "lasts" | "ended"

/** How often an outage that lasts is logged, in milliseconds. */
export const lineEvery = 60_000

/** An outage is over once the database answers and nothing failed for that long, in milliseconds: one that comes and goes is one. */
export const quiet = 5_000

/** What an observation makes of the outage, undefined when there is none, and the line that is due. */
export const observe = (
  outage: Outage | undefined,
  seen: Observation,
  now: number
): { readonly outage: Outage | undefined; readonly line: Line | undefined } => {
  if (outage === undefined) {
    return seen.kind === "look"
      ? { outage, line: undefined }
      : {
        outage: { began: now, last: now, lastLine: now, ...counted({ calls: 0, rounds: 0 }, seen.kind) },
        line: "began"
      }
  }
  if (seen.kind === "look" && seen.answers && now - outage.last >= quiet) return { outage: undefined, line: "ended" }
  const failed = seen.kind === "look" ? { ...outage, last: seen.answers ? outage.last : now } : {
    ...outage,
    ...counted(outage, seen.kind),
    last: now
  }
  return now - outage.lastLine >= lineEvery
    ? { outage: { ...failed, lastLine: now }, line: "lasts" }
    : { outage: failed, line: undefined }
}

const counted = ({ calls, rounds }: Pick<Outage, "calls" | "rounds">, kind: Kind) => ({
  calls: kind === "call" ? calls + 1 : calls,
  rounds: kind === "round" ? rounds + 1 : rounds
})
