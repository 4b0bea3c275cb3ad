import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { eventSettings } from "../../support/eventSettings.ts"
import { Festival } from "../../support/Festival.ts"
import { type Body, done } from "../../support/FestivalServer.ts"
import { entriesOf } from "../calls/AuditEntry.ts"

layer(Festival.layer, { excludeTestServices: true })("the audit log", (it) => {
  it.effect("says nothing of settings that are saved as they were answered, and of a secret only if it is given anew", () =>
    Effect.gen(function*() {
      const { admin, event } = yield* Festival
      const settings = `/tree/events/${event}/event-settings`
      done(yield* admin("POST", settings, { ...eventSettings, sumup_api_key: "a key of the festival" }))
      const answered = done(yield* admin("GET", `/tree/events/${event}/settings`)).body
      const saved = (changed: Body) =>
        Effect.map(
          entriesOf(Effect.map(admin("POST", settings, { ...answered, ...changed }), done)),
          ({ entries }) => entries.map((entry) => entry.log_type)
        )
      assert.deepStrictEqual(yield* saved({}), [])
      assert.deepStrictEqual(yield* saved({ sumup_api_key: "another key of the festival" }), ["event_updated"])
      assert.deepStrictEqual(yield* saved({ bon_title: "Another title" }), ["event_updated"])
    }))
})
