import { Context, Effect, Layer, Schema } from "effect"
import { Access } from "../organisation/Access.ts"
import type { AtEvent } from "../organisation/Caller.ts"
import { Changes } from "../organisation/Changes.ts"
import { mayManage } from "../organisation/Place.ts"
import { dieOnInfrastructure } from "../sql/Infrastructure.ts"
import * as FiscalSettings from "./FiscalSettings.ts"
import { FiscalSettingsRepository } from "./FiscalSettingsRepository.ts"

/** Settings of events for the tax office. */
export class EventFiscalSettings extends Context.Service<EventFiscalSettings>()("core/EventFiscalSettings", {
  make: Effect.gen(function*() {
    const access = yield* Access
    const changes = yield* Changes
    const stored = yield* FiscalSettingsRepository

    /** Settings of the caller's event; for administrators of the event. */
    const get = Effect.fn("EventFiscalSettings.get")(
      function*(caller: AtEvent) {
        yield* access.requireAt(caller, caller.eventId, mayManage)
        return yield* stored.get(caller.eventId)
      },
      dieOnInfrastructure
    )

    const change = Effect.fnUntraced(function*(caller: AtEvent, input: FiscalSettings.UpdateFiscalSettings) {
      const { eventId } = caller
      yield* access.requireAt(caller, eventId, mayManage)
      const old = yield* stored.get(eventId)
      const settings = yield* Effect.fromResult(FiscalSettings.change(old, input, yield* stored.signedSoFar(eventId)))
      yield* stored.store({ eventId, settings })
      return { old, settings }
    })

    const update = Effect.fn("EventFiscalSettings.update")(
      (caller: AtEvent, input: FiscalSettings.UpdateFiscalSettings) =>
        changes.run(
          caller,
          ({ old, settings }) => ({
            logType: "fiscal_settings_updated",
            content: { old: toAuditContent(old), new: toAuditContent(settings) },
            nodeId: caller.eventId
          }),
          change(caller, input)
        ).pipe(Effect.map(({ settings }) => settings))
    )

    return { get, update }
  })
}) {
  static readonly layer = Layer.effect(this, this.make).pipe(
    Layer.provide([Access.layer, Changes.layer, FiscalSettingsRepository.layer])
  )
}

const toAuditContent = Schema.encodeSync(FiscalSettings.FiscalSettings)
