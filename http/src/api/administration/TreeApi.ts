import { Unclaimed } from "@wristbank/core/cash/NodeArchive"
import { EventDesign, NewBlob } from "@wristbank/core/event/EventDesign"
import { Id } from "@wristbank/core/ledger/Id"
import { AuditLogDetail, ListedAuditLog } from "@wristbank/core/organisation/AuditLog"
import { auditObjectTypes } from "@wristbank/core/organisation/AuditObject"
import { NewEvent, UpdateEvent } from "@wristbank/core/organisation/EventSettings"
import { NewNode } from "@wristbank/core/organisation/Node"
import { NodeSeenByUser, NodeTree } from "@wristbank/core/organisation/NodeTree"
import { mayManage } from "@wristbank/core/organisation/Place"
import { NodeSecondFactor, UpdateNodeSecondFactor } from "@wristbank/core/organisation/SecondFactor"
import { Checklist } from "@wristbank/core/overview/Checklist"
import { Moment } from "@wristbank/core/primitives/Moment"
import { SingleLine } from "@wristbank/core/primitives/Text"
import { NodeFee, UpdateNodeFee } from "@wristbank/core/report/NodeFee"
import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup } from "effect/http-api"
import { Needs } from "../Needs.ts"
import { long } from "../Page.ts"
import { queryFlag } from "../QueryFlag.ts"
import { ifMatch } from "../Versioned.ts"
import { shown } from "./Shown.ts"
import { SignInRequired } from "./SignedIn.ts"

const node = { node_id: Id }

/** Filters of the audit log; without them all entries are listed. */
const filter = {
  log_type: Schema.optionalKey(SingleLine),
  /** The type of the object that was changed. */
  object_type: Schema.optionalKey(Schema.Literals(auditObjectTypes)),
  /** The id of the object that was changed. Objects of different types may have the same; with `object_type` it names one. */
  object_id: Schema.optionalKey(Id),
  user_id: Schema.optionalKey(Id),
  /** From this moment on. */
  from_time: Schema.optionalKey(Moment),
  /** Before this moment. */
  to_time: Schema.optionalKey(Moment),
  /** Whether each entry comes with its content, as that of one entry does. */
  with_content: queryFlag(false)
}

/** The tree of organisations and events, and its audit log. */
export class TreeApi extends HttpApiGroup.make("tree").add(
  HttpApiEndpoint.get("get", "/tree/", { success: NodeSeenByUser }).annotate(Needs, "token"),
  HttpApiEndpoint.post("createNode", "/tree/nodes/:node_id/create-node", {
    params: node,
    payload: NewNode,
    success: NodeTree
  }),
  HttpApiEndpoint.post("updateNode", "/tree/nodes/:node_id/settings", {
    params: node,
    headers: ifMatch,
    payload: NewNode,
    success: NodeTree
  }),
  HttpApiEndpoint.get("secondFactor", "/tree/nodes/:node_id/second-factor", {
    params: node,
    success: NodeSecondFactor
  }),
  HttpApiEndpoint.post("updateSecondFactor", "/tree/nodes/:node_id/second-factor", {
    params: node,
    payload: UpdateNodeSecondFactor,
    success: NodeSecondFactor
  }),
  HttpApiEndpoint.get("fee", "/tree/nodes/:node_id/fee", { params: node, success: NodeFee }),
  HttpApiEndpoint.post("updateFee", "/tree/nodes/:node_id/fee", {
    params: node,
    payload: UpdateNodeFee,
    success: NodeFee
  }),
  HttpApiEndpoint.post("archiveNode", "/tree/nodes/:node_id/archive-node", {
    params: node,
    success: Schema.NullOr(Unclaimed)
  }),
  HttpApiEndpoint.post("unarchiveNode", "/tree/nodes/:node_id/unarchive-node", { params: node, success: Schema.Null }),
  HttpApiEndpoint.delete("deleteNode", "/tree/nodes/:node_id", { params: node, success: Schema.Null }),
  HttpApiEndpoint.post("createEvent", "/tree/nodes/:node_id/create-event", {
    params: node,
    payload: NewEvent,
    success: NodeTree
  }),
  HttpApiEndpoint.post("updateEvent", "/tree/events/:node_id/event-settings", {
    params: node,
    headers: ifMatch,
    payload: UpdateEvent,
    success: NodeTree
  }),
  HttpApiEndpoint.get("eventSettings", "/tree/events/:node_id/settings", {
    params: node,
    success: shown.eventSettings
  }),
  HttpApiEndpoint.get("checklist", "/tree/events/:node_id/checklist", { params: node, success: Checklist }),
  HttpApiEndpoint.get("eventDesign", "/tree/events/:node_id/event-design", { params: node, success: EventDesign })
    .annotate(Needs, "presence"),
  HttpApiEndpoint.post("setBonLogo", "/tree/events/:node_id/event-design/bon-logo", {
    params: node,
    payload: NewBlob,
    success: Schema.Null
  }),
  HttpApiEndpoint.get("auditLogs", "/tree/nodes/:node_id/audit-logs", {
    params: node,
    query: { ...long, ...filter },
    success: Schema.Array(ListedAuditLog)
  }),
  HttpApiEndpoint.get("auditLog", "/tree/nodes/:node_id/audit-logs/:audit_log_id", {
    params: { ...node, audit_log_id: Id },
    success: AuditLogDetail
  })
).annotate(Needs, mayManage).middleware(SignInRequired) {}
