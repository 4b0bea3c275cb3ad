import { EventFiles } from "@wristbank/core/eventfile/EventFiles"
import { Effect } from "effect"
import { type EventFileFlags, eventFileRequest } from "./EventFileRequest.ts"
import { planLines, refusalLines, type ShownPlan } from "./views/EventFileLines.ts"

interface Dialogue<E> {
  readonly show: (lines: ReadonlyArray<string>) => Effect.Effect<void>
  /** Fails if the objects must not be removed. */
  readonly ask: (removed: number) => Effect.Effect<void, E>
}

interface ApplyFlags extends EventFileFlags {
  readonly "dry-run": boolean
  readonly yes: boolean
}

/** Makes an event as the file at a path describes it; shows the plan first, and asks before something is removed. */
export const applyEventFile = Effect.fnUntraced(
  function*<E>(file: string, flags: ApplyFlags, { ask, show }: Dialogue<E>) {
    const { locate, request } = yield* eventFileRequest(file, flags)
    const files = yield* EventFiles
    const plan = yield* files.plan(request)
    const planned: ShownPlan = { file, contents: request.contents, locate, plan, refused: [] }
    yield* show(planLines(planned))
    const removed = plan.steps.filter(({ action }) => action === "remove").length
    const isDry = flags["dry-run"]
    const hasToAsk = removed > 0 && !flags.yes && !isDry
    const attempt = Effect.fnUntraced(function*(undo: boolean) {
      const refused = plan.steps.length === 0 ? [] : yield* files.apply(request, plan, { undo })
      yield* show(refusalLines({ ...planned, refused }))
      return refused
    })
    // Tried before the question, so that nobody agrees to what is refused afterwards.
    let refused = yield* attempt(isDry || hasToAsk)
    if (refused.length === 0 && hasToAsk) {
      yield* ask(removed)
      refused = yield* attempt(false)
    }
    const summary = plan.steps.length === 0
      ? "Nothing to do"
      : refused.length > 0
      ? "Nothing was changed"
      : isDry
      ? "Tried and undone: nothing was changed"
      : "Done"
    yield* show([summary])
    return { ...planned, refused }
  }
)
