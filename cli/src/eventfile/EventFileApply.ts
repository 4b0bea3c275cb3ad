import { userAt } from "@wristbank/core/event/EventCaller"
import type { Contents } from "@wristbank/core/eventfile/EventFile"
import { type EventFilePlan, type EventFileRequest, EventFiles } from "@wristbank/core/eventfile/EventFiles"
import type { Variables } from "@wristbank/core/eventfile/EventFileSteps"
import { type Locate, type PlannedStep, refusedObjects, reportOf } from "@wristbank/core/eventfile/PlanReport"
import { Access } from "@wristbank/core/organisation/Access"
import { PresaleSettings } from "@wristbank/core/presale/PresaleSettings"
import { Effect } from "effect"
import { type Affected, planLines, refusalLines, type ShownPlan } from "../views/EventFileLines.ts"
import { aloneOnScreen } from "../views/Progress.ts"

interface Dialogue<E> {
  readonly show: (lines: ReadonlyArray<string>) => Effect.Effect<void>
  /** Fails if the objects must stay as they are. */
  readonly ask: (affected: Affected) => Effect.Effect<void, E>
  /** The secrets that someone at the terminal types, by their variables; none if no one can be asked. */
  readonly askSecrets: (variables: ReadonlyArray<string>) => Effect.Effect<Variables>
}

/** What is to be done, and the file that asks for it. */
interface Asked {
  readonly request: EventFileRequest
  /** Null for a plan that no file asks for. */
  readonly file: string | null
  readonly locate: Locate
}

interface ApplyFlags {
  readonly "dry-run": boolean
  readonly yes: boolean
}

/** The plan of a request, to be shown. */
export const shownPlan = ({ file, locate, request }: Asked, plan: EventFilePlan): ShownPlan => ({
  file,
  event: String(request.contents["event"]?.[0]?.["name"]),
  report: reportOf(plan, [], locate)
})

/** Makes an event as a request asks; shows the plan first, and asks before something that is there is changed or removed. */
export const applyPlanned = Effect.fnUntraced(
  function*<E>(asked: Asked, flags: ApplyFlags, { ask, askSecrets, show }: Dialogue<E>) {
    const files = yield* EventFiles
    const plan = yield* files.plan(asked.request).pipe(aloneOnScreen("Comparing the event"))
    const planned = shownPlan(asked, plan)
    yield* show(planLines(planned))
    const { steps } = planned.report
    const variables = { ...asked.request.variables, ...yield* askSecrets(plan.missingVariables) }
    const request = { ...asked.request, variables }
    const count = (wanted: PlannedStep["action"]) => steps.filter(({ action }) => action === wanted).length
    const affected = { changed: count("change"), removed: count("remove") }
    const isDry = flags["dry-run"]
    const hasToAsk = plan.eventId !== null && affected.changed + affected.removed > 0 && !flags.yes && !isDry
    const nothing = { eventId: plan.eventId, refused: [] }
    const attempt = Effect.fnUntraced(function*(undo: boolean) {
      const { eventId, refused: found } = steps.length === 0 ?
        nothing :
        yield* files.apply(request, plan, { undo }).pipe(
          aloneOnScreen(undo ? "Trying the changes" : "Making the changes")
        )
      const refused = refusedObjects(found, asked.locate)
      yield* show(refusalLines(asked.file, refused))
      return { eventId, refused }
    })
    // Tried before the question, so that no one agrees to what is refused afterwards.
    let outcome = yield* attempt(isDry || hasToAsk)
    if (outcome.refused.length === 0 && hasToAsk) {
      yield* ask(affected)
      outcome = yield* attempt(false)
    }
    const { eventId, refused } = outcome
    const summary = steps.length === 0
      ? "Nothing to do"
      : refused.length > 0
      ? "Nothing was changed"
      : isDry
      ? "Tried and undone: nothing was changed"
      : "Done"
    yield* show([summary])
    return reportOf({ ...plan, eventId }, refused, asked.locate)
  }
)

interface NewEventFlags {
  readonly as: string
  readonly by: string
  /** The organisation of the event. */
  readonly to: string
  readonly "dry-run": boolean
  readonly yes: boolean
}

interface NewEventDialogue<E> {
  readonly show: Dialogue<never>["show"]
  /** Fails if the event is not to be made. */
  readonly ask: (name: string) => Effect.Effect<void, E>
}

/** Makes a new event; shows what it will have, tries it, and asks before it is made. */
export const makeOutlined = Effect.fnUntraced(
  function*<E>(
    { contents, secrets }: { readonly contents: Contents; readonly secrets: Variables },
    { as, by, to, ...flags }: NewEventFlags,
    { ask, show }: NewEventDialogue<E>
  ) {
    const access = yield* Access
    const files = yield* EventFiles
    const presale = yield* PresaleSettings
    const below = yield* files.findOrganisation(to)
    const { id: userId } = yield* userAt(yield* access.node(below), as)
    const request = {
      author: { userId, by },
      contents,
      target: { below },
      variables: secrets,
      checkShop: presale.check
    }
    const asked = { request, file: null, locate: null }
    // A new event has nothing that could be removed, and its secrets are there.
    const dialogue = { show, ask: () => Effect.void, askSecrets: () => Effect.succeed({}) }
    if (flags.yes || flags["dry-run"]) return yield* applyPlanned(asked, { ...flags, yes: true }, dialogue)
    const tried = yield* applyPlanned(asked, { yes: true, "dry-run": true }, dialogue)
    if (tried.refused.length > 0) return tried
    yield* ask(String(contents["event"]?.[0]?.["name"]))
    const quiet = {
      ...dialogue,
      show: (lines: ReadonlyArray<string>) => lines.length === 1 ? show(lines) : Effect.void
    }
    return yield* applyPlanned(asked, { yes: true, "dry-run": false }, quiet)
  }
)
