import { Context, Duration, Effect, Layer } from "effect"

/** The progress of one step of long work. */
export type Step = { readonly label: string; readonly state: "running" | "done" | "failed"; readonly seconds: number }

/** Shows the steps of long work on standard error: redrawn in place in a terminal, otherwise a line for each. */
export class Progress extends Context.Service<Progress, {
  readonly step: (label: string) => <A, E, R>(effect: Effect.Effect<A, E, R>) => Effect.Effect<A, E, R>
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
  const step = (label: string) => <A, E, R>(effect: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
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
        Effect.andThen(Effect.timed(Effect.onError(effect, () => end("failed", Duration.zero)))),
        Effect.tap(([elapsed]) => end("done", elapsed)),
        Effect.map(([, value]) => value)
      )
    })
  const note = (text: string) => Effect.andThen(Effect.sync(() => void notes.push(text)), show)
  return { step, note, finish }
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
