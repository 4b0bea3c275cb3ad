import { InvalidArgument } from "@wristbank/core/base/Refusal"
import { text } from "@wristbank/core/base/Sentence"
import { EventCopies } from "@wristbank/core/eventfile/EventCopies"
import { printEventFile } from "@wristbank/core/eventfile/EventFilePrinter"
import { readEventFile } from "@wristbank/core/eventfile/EventFileReader"
import { eventFileRules } from "@wristbank/core/eventfile/EventFileRules"
import { type EventFileRequest, EventFiles } from "@wristbank/core/eventfile/EventFiles"
import { CopyReport, EventFileRefused, refusedObjects, reportOf } from "@wristbank/core/eventfile/PlanReport"
import type { AtEvent, Caller } from "@wristbank/core/organisation/Caller"
import { PresaleSettings } from "@wristbank/core/presale/PresaleSettings"
import { Effect } from "effect"
import { HttpServerResponse } from "effect/http"
import { AdministrationApi } from "../../api/administration/AdministrationApi.ts"
import type { EventCopyOrder, EventFileInput, EventFileOrder } from "../../api/administration/EventFileApi.ts"
import { attachment } from "../answers/Attachment.ts"
import { callLanguage } from "../answers/RefusalLanguage.ts"
import { groupHandlers } from "../edge/RequestServices.ts"
import { callerAt } from "./CallerAt.ts"

const notUploaded = text({
  en: "choose it together with the file",
  de: "zusammen mit der Datei auswählen"
})

/** A call about a node, with a body. */
interface AtNode<Payload> {
  readonly params: { readonly node_id: bigint }
  readonly payload: Payload
}

export const EventFileHandlers = groupHandlers(
  AdministrationApi,
  "eventFiles",
  Effect.fnUntraced(function*(handlers) {
    const { atNode, inEvent } = yield* callerAt
    const copies = yield* EventCopies
    const files = yield* EventFiles
    const presale = yield* PresaleSettings

    const download = Effect.fnUntraced(function*(caller: AtEvent) {
      const file = yield* printEventFile(yield* files.write(caller))
      return HttpServerResponse.text(file, { contentType: "application/yaml", headers: attachment("event.yaml") })
    })

    /** What a file asks of the event of the caller's node, or of a new one below it. */
    const asked = Effect.fnUntraced(function*(caller: Caller, { pictures, ...input }: EventFileInput) {
      const { file, keep, renew_secrets, secrets } = input
      const language = yield* callLanguage
      const missing = notUploaded[language]
      const { contents, locate } = yield* readEventFile({ name: "event.yaml", text: file, language, pictures, missing })
      const request: EventFileRequest = {
        author: { userId: caller.userId },
        contents,
        target: caller.eventId === null ? { below: caller.node.id } : { eventId: caller.eventId },
        variables: secrets,
        options: { keep, renewSecrets: renew_secrets },
        checkShop: presale.check
      }
      return { language, locate, plan: yield* files.plan(request), request }
    })

    const plan = Effect.fnUntraced(function*(caller: Caller, { payload }: AtNode<EventFileInput>) {
      const { language, locate, plan: made, request } = yield* asked(caller, payload)
      const canBeTried = made.steps.length > 0 && made.missingVariables.length === 0
      const refused = canBeTried ? (yield* files.apply(request, made, { undo: true })).refused : []
      return reportOf(made, refusedObjects(refused, locate, language), locate)
    })

    const apply = Effect.fnUntraced(function*(caller: Caller, { payload }: AtNode<EventFileOrder>) {
      const { language, locate, plan: made, request } = yield* asked(caller, payload)
      if (made.fingerprint !== payload.fingerprint) return yield* InvalidArgument.of(eventFileRules.changed_meanwhile)
      const { eventId, refused } = yield* files.apply(request, made)
      if (refused.length > 0) return yield* new EventFileRefused({ refused: refusedObjects(refused, locate, language) })
      return reportOf({ ...made, eventId }, [], locate)
    })

    const copy = Effect.fnUntraced(function*(caller: Caller, { payload }: AtNode<EventCopyOrder>) {
      const { dry_run: undo, end_date, event_id: eventId, name, start_date } = payload
      const { request, setAnew } = yield* copies.prepare({
        author: { userId: caller.userId },
        eventId,
        below: caller.node.id,
        name,
        start: start_date ?? undefined,
        end: end_date ?? undefined
      })
      const made = yield* files.plan(request)
      const done = yield* files.apply(request, made, { undo })
      const refused = refusedObjects(done.refused, null, yield* callLanguage)
      if (refused.length > 0 && !undo) return yield* new EventFileRefused({ refused })
      return new CopyReport({ ...reportOf({ ...made, eventId: done.eventId }, refused, null), set_anew: setAnew })
    })

    return handlers.handleAll({
      download: inEvent()(download),
      plan: atNode()(plan),
      apply: atNode({ write: true })(apply),
      copy: atNode({ write: true })(copy)
    })
  })
)
