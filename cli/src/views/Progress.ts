import { WorkDone } from "@wristbank/core/base/WorkDone"
import { Clock, Context, Duration, Effect, Exit, Fiber, Layer, Option } from "effect"
import { type Display, portionAfter, type Step } from "./ProgressStep.ts"

/**
 * Shows the steps of long work on standard error: redrawn in place in a terminal, otherwise a line for each. Work that reports by
 * `WorkDone` is shown with how much of it is done.
 */
export class Progress extends Context.Service<Progress, {
  readonly step: (label: string) => <A, E, R>(effect: Effect.Effect<A, E, R>) => Effect.Effect<A, E, R>
  /** A step that is shown once it takes longer than a second. */
  readonly long: (label: string) => <A, E, R>(effect: Effect.Effect<A, E, R>) => Effect.Effect<A, E, R>
  /** Prints a line between the steps that stays. */
  readonly note: (text: string) => Effect.Effect<void>
  /** Leaves the steps on the screen and gives the terminal back. */
  readonly finish: Effect.Effect<void>
}>()("cli/Progress") {}

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
  const shown = (hiddenFor: Duration.Duration) => (label: string) => {
    let at: number | null = null
    const put = (step: Omit<Step, "label">) =>
      Effect.suspend(() => {
        at ??= steps.push({ label, ...step }) - 1
        steps[at] = { label, ...step }
        return show
      })
    return inSteps(put, hiddenFor)
  }
  const note = (text: string) => Effect.andThen(Effect.sync(() => void notes.push(text)), show)
  return { step: shown(Duration.zero), long: shown(Duration.seconds(1)), note, finish }
}

/** Of a clock that a simulation does not set. */
const uptimeMillis = Effect.map(Clock.monotonicTimeNanos, (nanos) => Number(nanos / 1_000_000n))

/** Runs an effect and puts its states on the display: from the beginning, or once it has run for some time. */
const inSteps =
  (put: (step: Omit<Step, "label">) => Effect.Effect<void>, hiddenFor: Duration.Duration) =>
  <A, E, R>(effect: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
    Effect.gen(function*() {
      const start = yield* uptimeMillis
      let isShown = false
      const update = (of: (seconds: number) => Omit<Step, "label">) =>
        Effect.flatMap(uptimeMillis, (now) => isShown ? put(of((now - start) / 1000)) : Effect.void)
      const begin = Effect.suspend(() => {
        isShown = true
        return put({ state: "running", seconds: 0 })
      })
      const waiting = Duration.isZero(hiddenFor)
        ? Effect.as(begin, null)
        : Effect.forkChild(Effect.andThen(Effect.sleep(hiddenFor), begin))
      const beginning = yield* waiting
      let latest = 0
      return yield* effect.pipe(
        Effect.provideService(WorkDone, (done, total) =>
          Effect.flatMap(uptimeMillis, (now) => {
            // Work may report thousands of parts a second, and each display takes time.
            if (now - latest < 100 && done < total) return Effect.void
            latest = now
            return update((seconds) => ({ state: "running", seconds: 0, portion: portionAfter(done, total, seconds) }))
          })),
        Effect.onExit((exit) =>
          Effect.andThen(
            beginning === null ? Effect.void : Fiber.interrupt(beginning),
            update((seconds) => ({ state: Exit.isSuccess(exit) ? "done" : "failed", seconds }))
          )
        )
      )
    })

/** Shows nothing, for a process whose steps another one shows. */
export const silent = Layer.sync(Progress, () => make({ show: () => undefined, close: () => undefined }))

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

/** Runs an effect as a step that is shown once it takes longer than a second. */
export const long = (label: string) => <A, E, R>(effect: Effect.Effect<A, E, R>): Effect.Effect<A, E, R | Progress> =>
  Effect.flatMap(Progress, (progress) => progress.long(label)(effect))

/**
 * Runs an effect as a step that is shown once it takes longer than a second. Its display is closed at the end, for commands that print
 * or ask something between their steps; that of the steps before is closed first, as a terminal has room for one.
 */
export const aloneOnScreen =
  (label: string) => <A, E, R>(effect: Effect.Effect<A, E, R>): Effect.Effect<A, E, Exclude<R, Progress>> =>
    Effect.serviceOption(Progress).pipe(
      Effect.flatMap((before) => Option.isSome(before) ? before.value.finish : Effect.void),
      Effect.andThen(Effect.provide(long(label)(effect), Layer.fresh(layer)))
    )
