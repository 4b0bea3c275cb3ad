import { Effect } from "effect"
import { eventSettings } from "../../support/eventSettings.ts"
import { Festival } from "../../support/Festival.ts"
import { created, done, listOf } from "../../support/FestivalServer.ts"
import { newName } from "./OfficeCatalogueCalls.ts"
import { about, always, type ValidCalls } from "./ValidCall.ts"

const svg = (path: string) =>
  Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg"><path d="${path}"/></svg>`).toString("base64")
const logo = svg("M0 0")
/** The same logo once more is no change. */
const otherLogo = svg("M0 0h1")

const node = () => ({ name: newName(), description: "" })

/** The tree and its audit log. */
const nodes = Effect.gen(function*() {
  const { admin, event } = yield* Festival
  const part = Effect.suspend(() => created(admin("POST", `/tree/nodes/${event}/create-node`, node())))
  const here = (node_id: number) => ({ path: { node_id }, auditNode: node_id })
  const archived = Effect.tap(part, (id) => Effect.map(admin("POST", `/tree/nodes/${id}/archive-node`), done))
  const [entry] = listOf(yield* admin("GET", `/tree/nodes/${event}/audit-logs?limit=1`))
  const calls: ValidCalls = {
    "POST /tree/nodes/{node_id}/create-node": Effect.sync(() => ({ body: node(), audit: "node_created" })),
    "POST /tree/nodes/{node_id}/settings": about(part, (id) => ({ ...here(id), body: node(), audit: "node_updated" })),
    "GET /tree/nodes/{node_id}/fee": always(),
    "POST /tree/nodes/{node_id}/fee": always({ body: { fee: 0.025 }, audit: "node_fee_updated" }),
    "POST /tree/nodes/{node_id}/archive-node": about(part, (id) => ({ ...here(id), audit: "node_archived" })),
    "POST /tree/nodes/{node_id}/unarchive-node": about(archived, (id) => ({ ...here(id), audit: "node_unarchived" })),
    "DELETE /tree/nodes/{node_id}": about(part, (id) => ({ ...here(id), auditNode: event, audit: "node_deleted" })),
    "GET /tree/nodes/{node_id}/audit-logs": always(),
    "GET /tree/nodes/{node_id}/audit-logs/{audit_log_id}": always({ path: { audit_log_id: entry!.id } })
  }
  return calls
})

/** Events and their design. */
const events = Effect.gen(function*() {
  const { admin } = yield* Festival
  const settings = { ...eventSettings, customer_portal_url: "" }
  const organisation = yield* created(admin("POST", "/tree/nodes/0/create-node", node()))
  const calls: ValidCalls = {
    "POST /tree/nodes/{node_id}/create-event": Effect.sync(() => ({
      path: { node_id: organisation },
      body: { ...node(), ...settings },
      audit: "event_created",
      auditNode: organisation
    })),
    "POST /tree/events/{node_id}/event-settings": Effect.sync(() => ({
      body: { ...settings, bon_title: newName(), pretix_api_key: newName(), sumup_api_key: newName() },
      audit: "event_updated"
    })),
    "GET /tree/events/{node_id}/settings": always(),
    "GET /tree/events/{node_id}/event-design": always(),
    "GET /tree/events/{node_id}/checklist": always(),
    "GET /tree/events/{node_id}/end-steps": always(),
    "POST /tree/events/{node_id}/generate-test-bon": always(),
    "POST /tree/events/{node_id}/event-design/bon-logo": always({
      body: { data: otherLogo, mime_type: "image/svg+xml" },
      audit: "event_bon_logo_updated"
    }),
    "DELETE /tree/events/{node_id}/event-design/bon-logo": always({ audit: "event_bon_logo_updated" })
  }
  return calls
})

/** The installation and its public settings. */
const installation = Effect.gen(function*() {
  const { admin, event } = yield* Festival
  const design = `/tree/events/${event}/event-design`
  const blob = Effect.suspend(() => admin("POST", `${design}/bon-logo`, { data: logo, mime_type: "image/svg+xml" }))
    .pipe(
      Effect.andThen(admin("GET", design)),
      Effect.map((answer) => done(answer).body.bon_logo_blob_id)
    )
  const calls: ValidCalls = {
    "GET /health": always(),
    "GET /health/ready": always(),
    "GET /public-config": always(),
    "GET /media/blob/{blob_id}": about(blob, (blob_id) => ({ path: { blob_id } })),
    "GET /config": always(),
    "POST /config": Effect.sync(() => ({
      body: { key: "harbour", value: newName() },
      audit: "config_entry_updated",
      auditNode: 0
    }))
  }
  return calls
})

export const treeCalls = Effect.map(
  Effect.all([nodes, events, installation]),
  ([first, second, third]): ValidCalls => ({ ...first, ...second, ...third })
)
