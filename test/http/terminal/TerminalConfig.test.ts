import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { Festival } from "../../support/Festival.ts"
import { done } from "../../support/FestivalServer.ts"
import { servedFestival } from "../../support/Servers.ts"

layer(servedFestival)("the configuration of a terminal", (it) => {
  it.effect("says how amounts and moments of its event are written", () =>
    Effect.gen(function*() {
      const { bar, configure } = yield* Festival
      yield* configure({ time_zone: "Atlantic/Azores" })
      const { currency, languages, time_zone } = done(yield* bar.get("/config")).body
      assert.deepStrictEqual([currency, time_zone, languages], ["EUR", "Atlantic/Azores", ["en", "de"]])
    }))

  it.effect("says that the server is no test system", () =>
    Effect.gen(function*() {
      const { bar } = yield* Festival
      assert.deepInclude(done(yield* bar.get("/config")).body, { test_mode: false })
    }))

  it.effect("names no tags of a demo", () =>
    Effect.gen(function*() {
      const { bar } = yield* Festival
      assert.notProperty(done(yield* bar.get("/config")).body, "demo_tags")
    }))
})
