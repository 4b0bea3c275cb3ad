import { Effect } from "effect"
import { call, createNode, signInAdministrator } from "../../support/administration.ts"
import { eventSettings } from "../../support/eventSettings.ts"

/** An event of this name, with calls that read and replace its settings. */
export const settledEvent = Effect.fnUntraced(function*(name: string, fields: object = {}) {
  const token = yield* signInAdministrator
  const id = yield* createNode(token, 0, "event", { name, ...fields })
  const update = (changed: object) =>
    call(`/tree/events/${id}/event-settings`, { token, body: { ...eventSettings, ...changed } })
  const settings = Effect.map(call(`/tree/events/${id}/settings`, { token }), ({ body }) => body)
  return { token, id, update, settings }
})
