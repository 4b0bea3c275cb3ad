import { Id } from "@wristbank/core/ledger/Id"
import { AuditLog, AuditLogDetail } from "@wristbank/core/organisation/AuditLog"
import { EventDesign, NewBlob } from "@wristbank/core/organisation/EventDesign"
import { NewEvent, RestrictedEventSettings, UpdateEvent } from "@wristbank/core/organisation/EventSettings"
import { NewNode } from "@wristbank/core/organisation/Node"
import { NodeSeenByUser, NodeTree } from "@wristbank/core/organisation/NodeTree"
import { Effect, Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup } from "effect/http-api"
import { SignInRequired } from "./SignedIn.ts"

const node = { node_id: Id }

/** At most this many entries of the audit log at once; `cursor`, the id of the last entry, continues after it. */
const Limit = Schema.FiniteFromString.check(Schema.isInt(), Schema.isBetween({ minimum: 1, maximum: 1000 })).pipe(
  Schema.withDecodingDefaultKey(Effect.succeed("1000"))
)

/** The tree of organisations and events, and what happened in it. */
export class TreeApi extends HttpApiGroup.make("tree").add(
  HttpApiEndpoint.get("get", "/tree/", { success: NodeSeenByUser }),
  HttpApiEndpoint.post("createNode", "/tree/nodes/:node_id/create-node", {
    params: node,
    payload: NewNode,
    success: NodeTree
  }),
  HttpApiEndpoint.post("updateNode", "/tree/nodes/:node_id/settings", {
    params: node,
    payload: NewNode,
    success: NodeTree
  }),
  HttpApiEndpoint.post("archiveNode", "/tree/nodes/:node_id/archive-node", { params: node, success: Schema.Null }),
  HttpApiEndpoint.post("unarchiveNode", "/tree/nodes/:node_id/unarchive-node", { params: node, success: Schema.Null }),
  HttpApiEndpoint.delete("deleteNode", "/tree/nodes/:node_id", { params: node, success: Schema.Null }),
  HttpApiEndpoint.post("createEvent", "/tree/nodes/:node_id/create-event", {
    params: node,
    payload: NewEvent,
    success: NodeTree
  }),
  HttpApiEndpoint.post("updateEvent", "/tree/events/:node_id/event-settings", {
    params: node,
    payload: UpdateEvent,
    success: NodeTree
  }),
  HttpApiEndpoint.get("eventSettings", "/tree/events/:node_id/settings", {
    params: node,
    success: RestrictedEventSettings
  }),
  HttpApiEndpoint.get("eventDesign", "/tree/events/:node_id/event-design", { params: node, success: EventDesign }),
  HttpApiEndpoint.post("setBonLogo", "/tree/events/:node_id/event-design/bon-logo", {
    params: node,
    payload: NewBlob,
    success: Schema.Null
  }),
  HttpApiEndpoint.get("auditLogs", "/tree/nodes/:node_id/audit-logs", {
    params: node,
    query: { limit: Limit, cursor: Schema.optionalKey(Id) },
    success: Schema.Array(AuditLog)
  }),
  HttpApiEndpoint.get("auditLog", "/tree/nodes/:node_id/audit-logs/:audit_log_id", {
    params: { ...node, audit_log_id: Id },
    success: AuditLogDetail
  })
).middleware(SignInRequired) {}
