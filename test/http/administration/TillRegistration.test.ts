import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { randomUUID } from "node:crypto"
import { Festival } from "../../support/Festival.ts"
import { done } from "../../support/FestivalServer.ts"

const said = { brand: "Wristbank", model: "Terminal 2", software_brand: "Wristbank", purchased_on: "2026-02-28" }

const nothing = { brand: null, model: null, software_brand: null, purchased_on: null }

layer(Festival.layer, { excludeTestServices: true })(
  "what is reported to the tax office of a till",
  (it) => {
    it.effect("is nothing at first, stays while a change says nothing of it, and can be taken back", () =>
      Effect.gen(function*() {
        const { office, tills } = yield* Festival
        const till = { name: randomUUID(), active_profile_id: yield* tills.profile({}) }
        const created = done(yield* office("POST", "/tills", till)).body
        assert.deepInclude(created, { ...nothing, tse_id: null, tse_serial: null })
        const change = (more: object) => office("POST", `/tills/${String(created.id)}`, { ...till, ...more })
        assert.deepInclude(done(yield* change(said)).body, said)
        assert.deepInclude(done(yield* change({ model: "Terminal 3" })).body, { ...said, model: "Terminal 3" })
        assert.deepInclude(done(yield* change({})).body, { ...said, model: "Terminal 3" })
        assert.deepInclude(done(yield* change(nothing)).body, nothing)
        const whole = { ...till, ...said, name: randomUUID() }
        assert.deepInclude(done(yield* office("POST", "/tills", whole)).body, said)
        for (const more of [{ purchased_on: "2026-02-30" }, { brand: "x".repeat(51) }, { model: "a\nb" }]) {
          assert.strictEqual((yield* change(more)).status, 422, JSON.stringify(more))
        }
      }))
  }
)
