/** How long the end of a process counts, in milliseconds. */
const period = 10 * 60_000

const longestPauseMillis = 30_000

/** After how many ends within this period a server without any process gives up. */
const mostEnds = 5

/** What follows when a server process has ended by itself. */
export interface Replacement {
  /** The ends that count for the next decision, in milliseconds, including this one as the last. */
  readonly recent: ReadonlyArray<number>
  /** The pause before the process is replaced. */
  readonly pauseMillis: number
  /** Whether the command ends with the failure if no other process serves: the service manager may know a remedy. */
  readonly isLast: boolean
}

/**
 * Decides when a process is replaced. The pause doubles with each end, so that a process that always ends does not use up the
 * machine.
 */
export const replacementAfter = (earlier: ReadonlyArray<number>, now: number): Replacement => {
  const recent = [...earlier.filter((at) => at > now - period), now]
  return {
    recent,
    pauseMillis: Math.min(longestPauseMillis, 100 * 2 ** (recent.length - 1)),
    isLast: recent.length > mostEnds
  }
}
