import { Effect } from "effect"
import { randomBytes } from "node:crypto"
import { Festival } from "../../support/Festival.ts"
import { created } from "../../support/FestivalServer.ts"
import { newName } from "./OfficeCatalogueCalls.ts"
import { about, always, type ValidCalls } from "./ValidCall.ts"

/** A new device each time, at an address that does not answer. */
export const newTse = () => ({
  name: newName(),
  ws_url: "ws://127.0.0.1:1/",
  ws_timeout: 5,
  password: "12345",
  first_operation: null,
  type: "diebold_nixdorf",
  serial: randomBytes(32).toString("hex")
})

/** Signing devices and fiscal settings. */
export const fiscalCalls = Effect.gen(function*() {
  const { office } = yield* Festival
  const one = Effect.suspend(() => created(office("POST", "/tses/", newTse())))
  const calls: ValidCalls = {
    "GET /tses/": always(),
    "POST /tses/": Effect.sync(() => ({ body: newTse(), audit: "tse_created" })),
    "POST /tses/{tse_id}": about(one, (tse_id) => {
      const { serial: _, type: __, ...body } = newTse()
      return { path: { tse_id }, body, audit: "tse_updated" }
    }),
    "POST /tses/{tse_id}/switch-over": about(one, (tse_id) => ({
      path: { tse_id },
      body: {},
      audit: "tse_switched_over"
    })),
    "POST /tses/{tse_id}/disable": about(one, (tse_id) => ({ path: { tse_id }, audit: "tse_disabled" })),
    "POST /tses/{tse_id}/check-again": about(one, (tse_id) => ({ path: { tse_id }, audit: "tse_check_requested" })),
    "GET /tree/events/{node_id}/fiscal-settings": always(),
    "POST /tree/events/{node_id}/fiscal-settings": Effect.sync(() => ({
      body: { street: newName(), zip: "20457", city: "Hamburg" },
      audit: "fiscal_settings_updated"
    })),
    "POST /tree/events/{node_id}/export-dsfinvk": always({ query: { anyway: "true" }, audit: "fiscal_exported" }),
    "POST /tree/events/{node_id}/export-ao146a": always({ body: {}, audit: "tills_reported" }),
    "GET /tree/nodes/{node_id}/open-closings": always(),
    "POST /tree/nodes/{node_id}/end-closings": always({ body: {}, audit: "closings_ended" })
  }
  return calls
})
