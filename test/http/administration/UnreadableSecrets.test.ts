import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { Festival } from "../../support/Festival.ts"
import { takeCards } from "../../support/FestivalCards.ts"
import { refused } from "../../support/FestivalLedger.ts"
import type { Answer } from "../../support/FestivalServer.ts"

layer(Festival.layer, { excludeTestServices: true })("a secret that was stored with another key", (it) => {
  it.effect("is named by each call that needs it", () =>
    Effect.gen(function*() {
      const { bar, event, office } = yield* Festival
      const sql = yield* SqlClient.SqlClient
      yield* takeCards
      yield* sql`update event set version = version + 1, secrets = (
          select jsonb_object_agg(name, 'v2.sealed.with.another.key') from jsonb_object_keys(secrets) as name
        ) where event_id = ${event}`
      const named = Effect.fnUntraced(function*(call: Effect.Effect<Answer>, secret: string) {
        const { body } = yield* refused(call, "organisation.secret_unreadable")
        assert.include(String(body.message), secret)
      })
      yield* named(office("GET", "/sumup/checkouts"), "event.sumup_api_key")
      yield* named(bar.get("/config"), "event.sumup_affiliate_key")
    }))
})
