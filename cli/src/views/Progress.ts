import { Clock, Context, Duration, Effect, Layer } from "effect"

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

/** Shows the steps of long work on standard error: redrawn in place in a terminal, otherwise a line for each. */
export class Progress extends Context.Service<Progress, {
  readonly step: (label: string) => <A, E, R>(effect: Effect.Effect<A, E, R>) => Effect.Effect<A, E, R>
  /** A step whose work reports how much of the total it has done. */
  readonly counted: (label: string, total: number) => <A, E, R>(
    work: (advance: (by: number) => Effect.Effect<void>) => Effect.Effect<A, E, R>
  ) => Effect.Effect<A, E, R>
  /** Prints a line between the steps that stays. */
  readonly note: (text: string) => Effect.Effect<void>
  /** Leaves the steps on the screen and gives the terminal back. */
  readonly finish: Effect.Effect<void>
}>()("cli/Progress") {}

/** The output of the steps. */
export type Display = {
  readonly show: (steps: ReadonlyArray<Step>, notes: ReadonlyArray<string>) => void
  readonly close: () => void
}

/** Progress on a display of its own. */
export const make = (display: Display): Progress["Service"] => {
  const steps: Array<Step> = []
  const notes: Array<string> = []
  let open = true
  const show = Effect.sync(() => {
    if (open) display.show([...steps], [...notes])
  })
  const finish = Effect.sync(() => {
    if (open) display.close()
    open = false
  })
  const running = <A, E, R>(label: string, work: (at: number) => Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
    Effect.suspend(() => {
      const at = steps.push({ label, state: "running", seconds: 0 }) - 1
      const end = (state: "done" | "failed", elapsed: Duration.Duration) =>
        Effect.andThen(
          Effect.sync(() => {
            steps[at] = { label, state, seconds: Duration.toSeconds(elapsed) }
          }),
          show
        )
      return show.pipe(
        Effect.andThen(Effect.timed(Effect.onError(work(at), () => end("failed", Duration.zero)))),
        Effect.tap(([elapsed]) => end("done", elapsed)),
        Effect.map(([, value]) => value)
      )
    })
  const step = (label: string) => <A, E, R>(effect: Effect.Effect<A, E, R>) => running(label, () => effect)
  const counted =
    (label: string, total: number) =>
    <A, E, R>(work: (advance: (by: number) => Effect.Effect<void>) => Effect.Effect<A, E, R>) =>
      running(label, (at) =>
        Effect.flatMap(Clock.currentTimeMillis, (start) => {
          let done = 0
          return work((by) =>
            Effect.flatMap(Clock.currentTimeMillis, (now) => {
              done += by
              steps[at] = {
                label,
                state: "running",
                seconds: 0,
                portion: portionAfter(done, total, (now - start) / 1000)
              }
              return show
            })
          )
        }))
  const note = (text: string) => Effect.andThen(Effect.sync(() => void notes.push(text)), show)
  return { step, counted, note, finish }
}

/** Ink when standard error is a terminal, plain lines otherwise. */
export const layer = Layer.effect(
  Progress,
  Effect.gen(function*() {
    const { openDisplay } = yield* Effect.promise(() =>
      process.stderr.isTTY ? import("./ProgressScreen.ts") : import("./ProgressLines.ts")
    )
    const progress = make(openDisplay())
    yield* Effect.addFinalizer(() => progress.finish)
    return progress
  })
)
