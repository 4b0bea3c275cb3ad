import { assert } from "@effect/vitest"
import { parse } from "@wristbank/core/eventfile/EventFileText"
import { Effect, Result } from "effect"
import { eventSettings } from "../../support/eventSettings.ts"
import { Festival } from "../../support/Festival.ts"
import { created, done } from "../../support/FestivalServer.ts"
import { newName } from "./OfficeCatalogueCalls.ts"
import { about, always, type ValidCalls } from "./ValidCall.ts"

/** The file of an event, as the administrator downloads it. */
export const eventFileOf = Effect.fnUntraced(function*(event: number) {
  const { address, token } = yield* Festival
  return yield* Effect.promise(async () => {
    const answer = await fetch(`${address}/administration/tree/events/${event}/event-file`, {
      headers: { authorization: `Bearer ${token}` }
    })
    assert.deepStrictEqual([answer.status, answer.headers.get("content-type")], [200, "application/yaml"])
    return answer.text()
  })
})

/** The files of events, and copies. */
export const eventFileCalls = Effect.gen(function*() {
  const { admin, event } = yield* Festival
  const organisation = yield* created(admin("POST", "/tree/nodes/0/create-node", { name: newName(), description: "" }))
  const bare = Effect.suspend(() =>
    created(admin("POST", "/tree/nodes/0/create-event", { ...eventSettings, name: newName(), description: "" }))
  )
  const context = yield* Effect.context<Festival>()

  /** A file that only adds a product; JSON is YAML. */
  const input = Effect.map(Effect.provide(eventFileOf(event), context), (text) => {
    const [described] = Result.getOrThrow(parse("event.yaml", text)).contents["event"]!
    const products = [{ name: newName(), price: 3, is_locked: true, tax_rate: "none" }]
    return { file: JSON.stringify({ event: described, products }), keep: true }
  })
  const planned = Effect.flatMap(input, (given) =>
    Effect.map(
      admin("POST", `/tree/nodes/${event}/plan-event-file`, given),
      (answer) => ({ ...given, fingerprint: done(answer).body.fingerprint })
    ))
  const calls: ValidCalls = {
    "GET /tree/events/{node_id}/event-file": always(),
    "POST /tree/nodes/{node_id}/plan-event-file": about(input, (body) => ({ body })),
    "POST /tree/nodes/{node_id}/apply-event-file": about(planned, (body) => ({ body, audit: "product_created" })),
    "POST /tree/nodes/{node_id}/copy-event": about(bare, (event_id) => ({
      path: { node_id: organisation },
      body: { event_id, name: newName() },
      audit: "event_created",
      auditNode: organisation
    }))
  }
  return calls
})
