import { assert, layer } from "@effect/vitest"
import { FakePretix } from "@wristbank/stand-ins/ticket-shop/FakePretix"
import { Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { eventSettings } from "../../support/eventSettings.ts"
import { Festival } from "../../support/Festival.ts"
import { refused } from "../../support/FestivalLedger.ts"
import { festivalProducts, working } from "../../support/FestivalPresale.ts"
import { type Body, created, done } from "../../support/FestivalServer.ts"

layer(Layer.provideMerge(Festival.layer, FakePretix.layer), { excludeTestServices: true })(
  "an event of a ticket shop",
  (it) => {
    it.effect("belongs to one event alone, also when two are saved at once, and when one comes back from the archive", () =>
      Effect.gen(function*() {
        const { admin } = yield* Festival
        const sql = yield* SqlClient.SqlClient
        yield* festivalProducts
        const settings = { ...eventSettings, ...(yield* working) }
        const off = { ...settings, pretix_presale_enabled: false }
        const path = (event: number, call: string) =>
          `/tree/${call === "event-settings" ? "events" : "nodes"}/${event}/${call}`
        const make = (name: string) =>
          admin("POST", "/tree/nodes/0/create-event", { ...settings, name, description: "" })
        const save = (event: number, body: Body) => admin("POST", path(event, "event-settings"), body)
        const importing = Effect.map(
          sql<{ id: number }>`select node.id::integer as id from event join node on node.id = event.event_id
            where settings->>'pretix_presale_enabled' = 'true' and not read_only order by node.id`,
          (rows) => rows.map(({ id }) => id)
        )
        const atOnce = Effect.fnUntraced(function*(calls: ReadonlyArray<ReturnType<typeof save>>) {
          const answers = yield* Effect.all(calls, { concurrency: "unbounded" })
          const refusals = answers.filter(({ status }) => status !== 200)
          assert.deepStrictEqual(refusals.map(({ body }) => body.rule), ["event.ticket_shop_taken"])
          assert.lengthOf(yield* importing, 1)
        })
        for (const id of yield* importing) done(yield* save(id, off))
        yield* atOnce([make("Spring"), make("Autumn")])
        const [one] = yield* importing
        const other = yield* created(
          admin("POST", "/tree/nodes/0/create-event", { ...off, name: "Winter", description: "" })
        )
        for (let round = 0; round < 3; round++) {
          for (const id of yield* importing) done(yield* save(id, off))
          yield* atOnce([save(one!, settings), save(other, settings)])
        }

        const [first] = yield* importing
        const second = first === one ? other : one!
        const state = (event: number) =>
          Effect.map(
            sql<{ on: boolean; noted: boolean }>`select settings->'pretix_presale_enabled' = 'true' as on,
                coalesce((
                  select content ? 'pretix_presale_enabled' from audit_log
                  where log_type = 'node_unarchived' and node_id = ${event} order by id desc limit 1
                ), false) as noted
              from event where event_id = ${event}`,
            ([row]) => row
          )
        // No one else took its shop meanwhile: it goes on.
        done(yield* admin("POST", path(first!, "archive-node")))
        done(yield* admin("POST", path(first!, "unarchive-node")))
        assert.deepStrictEqual(yield* state(first!), { on: true, noted: false })
        done(yield* admin("POST", path(first!, "archive-node")))
        done(yield* save(second, settings))
        done(yield* admin("POST", path(first!, "unarchive-node")))
        assert.deepStrictEqual(yield* state(first!), { on: false, noted: true })
        assert.deepStrictEqual(yield* importing, [second])
        yield* refused(save(first!, settings), "event.ticket_shop_taken")
      }))
  }
)
