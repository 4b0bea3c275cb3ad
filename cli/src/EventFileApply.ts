import { EventFiles, type StepRefused } from "@wristbank/core/eventfile/EventFiles"
import { Effect, Schema } from "effect"
import { type EventFileFlags, eventFileRequest } from "./EventFileRequest.ts"
import { refusalLine, type ShownPlan } from "./views/EventFileLines.ts"

/** Raised when a service refuses a change that it did not refuse in the rehearsal; everything was undone. */
export class EventFileRefused extends Schema.TaggedError<EventFileRefused>()("EventFileRefused", {
  message: Schema.String
}) {}

interface Dialogue<E> {
  readonly show: (shown: ShownPlan) => Effect.Effect<void>
  /** Fails if the objects must not be removed. */
  readonly ask: (removed: number) => Effect.Effect<void, E>
}

/** Makes an event as the file at a path describes it; shows the plan first, and asks. */
export const applyEventFile = Effect.fnUntraced(
  function*<E>(file: string, flags: EventFileFlags & { readonly "dry-run": boolean }, { ask, show }: Dialogue<E>) {
    const { locate, request } = yield* eventFileRequest(file, flags)
    const files = yield* EventFiles
    const plan = yield* files.plan(request)
    const isPossible = plan.missingVariables.length === 0
    const refused = plan.steps.length > 0 && isPossible ? yield* files.rehearse(request, plan) : []
    const shown: ShownPlan = { file, contents: request.contents, locate, plan, refused }
    yield* show(shown)
    if (plan.steps.length === 0) return { shown, summary: "Nothing to do" }
    // The rehearsal refuses what lacks a variable; it is asked last, so that the plan is seen.
    if (!isPossible) yield* files.rehearse(request, plan)
    if (refused.length > 0) return { shown, summary: "Nothing was changed" }
    if (flags["dry-run"]) return { shown, summary: "Tried and undone: nothing was changed" }
    yield* ask(plan.steps.filter(({ action }) => action === "remove").length)
    yield* files.apply(request, plan).pipe(
      Effect.catchTag(
        "StepRefused",
        (error: StepRefused) => new EventFileRefused({ message: refusalLine(shown, error) })
      )
    )
    return { shown, summary: "Done" }
  }
)
