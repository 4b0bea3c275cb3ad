/** The part of the time that such work may take while there is other work. */
const shareOfTime = 0.1

/** Bounds of the time in which such work is done without a pause, in milliseconds. */
const [shortestTurn, longestTurn] = [0.2, 5]

/** Does short work when it is its turn. */
export type InTurn = (work: () => void) => void

/**
 * Runs short work as soon as possible, but leaves most of the time to everything else. A connection sends its next call after
 * the answer to the last one, so work that waits for its turn also slows the calls that ask for it.
 */
export const sharingTime = (): InTurn => {
  const waiting: Array<() => void> = []
  let ended = 0
  const run = () => {
    const began = performance.now()
    const most = Math.min(longestTurn, Math.max(shortestTurn, (began - ended) * shareOfTime))
    let done = 0
    while (done < waiting.length && performance.now() - began < most) waiting[done++]!()
    waiting.splice(0, done)
    if (waiting.length > 0) setImmediate(run)
    ended = performance.now()
  }
  return (work) => {
    waiting.push(work)
    if (waiting.length === 1) setImmediate(run)
  }
}
