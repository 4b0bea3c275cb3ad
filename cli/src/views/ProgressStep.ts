/** The progress of one step of long work. */
export type Step = {
  readonly label: string
  readonly state: "running" | "done" | "failed"
  readonly seconds: number
  /** How much of it is done, where that is known. */
  readonly portion?: Portion
}

/** How much of a step is done, and how long the rest takes if it goes on as fast as so far. */
export interface Portion {
  readonly done: number
  readonly total: number
  /** Null as long as nothing is done. */
  readonly secondsLeft: number | null
}

/** The portion after some seconds of work. */
export const portionAfter = (done: number, total: number, seconds: number): Portion => ({
  done,
  total,
  secondsLeft: done === 0 ? null : Math.ceil(Math.max(0, total - done) * seconds / done)
})

/** A portion as it is shown: 300 of 2,000, 12 s left. */
export const portionText = ({ done, secondsLeft, total }: Portion): string => {
  const share = `${done.toLocaleString("en")} of ${total.toLocaleString("en")}`
  if (secondsLeft === null) return share
  return `${share}, ${secondsLeft < 120 ? `${secondsLeft} s` : `${Math.ceil(secondsLeft / 60)} min`} left`
}

/** The output of the steps. */
export type Display = {
  readonly show: (steps: ReadonlyArray<Step>, notes: ReadonlyArray<string>) => void
  readonly close: () => void
}
