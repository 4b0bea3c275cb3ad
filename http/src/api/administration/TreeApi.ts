import { Id } from "@wristbank/core/base/Id"
import { Moment } from "@wristbank/core/base/Moment"
import { nullOr } from "@wristbank/core/base/OptionalField"
import { SingleLine } from "@wristbank/core/base/Text"
import { EventDesign, NewBlob } from "@wristbank/core/event/EventDesign"
import { NewEvent, UpdateEvent } from "@wristbank/core/event/EventSettings"
import { NodeSeenByUser, NodeTree } from "@wristbank/core/event/NodeTree"
import { AuditLogDetail, ListedAuditLog } from "@wristbank/core/organisation/AuditLog"
import { auditObjectTypes } from "@wristbank/core/organisation/AuditObject"
import { NewNode } from "@wristbank/core/organisation/Node"
import { mayManage } from "@wristbank/core/organisation/Place"
import { NodeSecondFactor, UpdateNodeSecondFactor } from "@wristbank/core/organisation/SecondFactor"
import { Checklist } from "@wristbank/core/overview/Checklist"
import { EndStep } from "@wristbank/core/overview/EventEnd"
import { NodeFee, UpdateNodeFee } from "@wristbank/core/report/NodeFee"
import { Unclaimed } from "@wristbank/core/till/NodeArchive"
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
  /** Only entries of this kind, such as `order_cancelled`. */
  log_type: Schema.optionalKey(SingleLine),
  /** Only entries about objects of this type. */
  object_type: Schema.optionalKey(Schema.Literals(auditObjectTypes)),
  /** Only entries about the object with this id. Objects of different types may have the same; with `object_type` it names one. */
  object_id: Schema.optionalKey(Id),
  /** Only changes that this user made. */
  user_id: Schema.optionalKey(Id),
  /** Only entries from this moment on. */
  from_time: Schema.optionalKey(Moment),
  /** Only entries before this moment. */
  to_time: Schema.optionalKey(Moment),
  /** Whether each entry comes with its content. */
  with_content: queryFlag(false)
}

/**
 * The tree of organisations, events and their parts: everything belongs to a node, and a privilege counts at its node and below. Also the
 * settings of events and the audit log.
 */
export class TreeApi extends HttpApiGroup.make("tree").add(
  /**
   * Show the tree as the caller sees it.
   *
   * From the root down to the caller's own node, and below it every node at which they hold a privilege, each with their privileges and,
   * for an event, its settings for everyone. Of nodes on the way without a privilege only name and place are shown. Read it after signing
   * in to find the node of a call.
   */
  HttpApiEndpoint.get("get", "/tree/", { success: NodeSeenByUser }).annotate(Needs, "token"),
  /**
   * Create a node.
   *
   * Makes an organisation or a part of an event below this node. Names are unique among the nodes beside it and have no slash. A tree has
   * at most 12 levels below the root, an event at most 1000 nodes.
   */
  HttpApiEndpoint.post("createNode", "/tree/nodes/:node_id/create-node", {
    params: node,
    payload: NewNode,
    success: NodeTree
  }),
  /**
   * Change a node.
   *
   * Replaces its name, description and own prohibitions. A type of object of which there are some at the node or below can't be forbidden;
   * the root forbids nothing. With the header `If-Match` the change is refused if someone else changed the node meanwhile.
   */
  HttpApiEndpoint.post("updateNode", "/tree/nodes/:node_id/settings", {
    params: node,
    headers: ifMatch,
    payload: NewNode,
    success: NodeTree
  }),
  /**
   * Show whether a node requires a second factor.
   *
   * The setting of the node itself, and the node at or above it that requires one.
   */
  HttpApiEndpoint.get("secondFactor", "/tree/nodes/:node_id/second-factor", {
    params: node,
    success: NodeSecondFactor
  }),
  /**
   * Require a second factor at a node.
   *
   * Counts for users of the node and of all nodes below, from their next call on: users without one can only set one up until they have it.
   * Switching it off leaves the second factors of users as they are.
   */
  HttpApiEndpoint.post("updateSecondFactor", "/tree/nodes/:node_id/second-factor", {
    params: node,
    payload: UpdateNodeSecondFactor,
    success: NodeSecondFactor
  }),
  /**
   * Show the fee of a node.
   *
   * What the organiser keeps of the sales at the node's tills, for the revenue report and the settlement.
   */
  HttpApiEndpoint.get("fee", "/tree/nodes/:node_id/fee", { params: node, success: NodeFee }),
  /**
   * Set the fee of a node.
   *
   * What the organiser keeps of the sales at the tills of the node and below it, unless a node below has a fee of its own. No booking
   * changes; reports use the present fee for the whole event, and with `as_of` the one of that time. The privilege is needed at the event, so a
   * stall can't set its own fee.
   */
  HttpApiEndpoint.post("updateFee", "/tree/nodes/:node_id/fee", {
    params: node,
    payload: UpdateNodeFee,
    success: NodeFee
  }),
  /**
   * Archive a node.
   *
   * Makes an event, or a node in one, read-only with everything below it and ends the closings of its tills; a whole event also loses its
   * portal address. Users who are signed in at a terminal there are signed out. Refused while money or work is open: cash in registers, unsettled
   * card payments, open payout runs, unsigned orders. Answers the money that guests have left there, which stays theirs, or null if there is none.
   */
  HttpApiEndpoint.post("archiveNode", "/tree/nodes/:node_id/archive-node", {
    params: node,
    success: nullOr(Unclaimed)
  }),
  /**
   * Open an archived node again.
   *
   * The node and everything below it can be changed again. Refused while a node above it is archived. An event gets no portal address back:
   * set it in the settings.
   */
  HttpApiEndpoint.post("unarchiveNode", "/tree/nodes/:node_id/unarchive-node", { params: node, success: Schema.Null }),
  /**
   * Delete a node.
   *
   * Only a node without contents: no nodes below, users, tills, products, accounts and so on. An event is deleted with all that it holds,
   * and its name as `confirm_name`; refused if it has any order, posting, payout, signature or card payment, which have to be kept: archive
   * it instead. Its users, terminals and guests are signed out for good, and mail that waits is not sent. That needs the privilege at the
   * node above as well. The root can't be deleted. The node's entries in the audit log stay and are listed at the node above.
   */
  HttpApiEndpoint.delete("deleteNode", "/tree/nodes/:node_id", {
    params: node,
    query: {
      /** The name of the event that is deleted with all that it holds; not needed for other nodes. */
      confirm_name: Schema.optionalKey(Schema.String)
    },
    success: Schema.Null
  }),
  /**
   * Create an event.
   *
   * Makes a node below this one that has money, catalogue and settings of its own, with the accounts, the tax rate `none` and the virtual
   * till that every event needs. Not possible within an event. Settings that a feature needs must come with it, such as sender and IBAN
   * with payouts.
   */
  HttpApiEndpoint.post("createEvent", "/tree/nodes/:node_id/create-event", {
    params: node,
    payload: NewEvent,
    success: NodeTree
  }),
  /**
   * Change the settings of an event.
   *
   * Replaces all settings at once: read them, change what you want, send all back. A secret that is sent as the marker that answers show
   * stays; an empty one is removed. If the address of a server changes, its password or key must be given anew. The currency is fixed once
   * something was booked. With the header `If-Match` the change is refused if someone else changed the settings meanwhile.
   */
  HttpApiEndpoint.post("updateEvent", "/tree/events/:node_id/event-settings", {
    params: node,
    headers: ifMatch,
    payload: UpdateEvent,
    success: NodeTree
  }),
  /**
   * Show all settings of an event.
   *
   * With a marker in place of each secret that is set.
   */
  HttpApiEndpoint.get("eventSettings", "/tree/events/:node_id/settings", {
    params: node,
    success: shown.eventSettings
  }),
  /**
   * Show what an event still needs before it opens.
   *
   * The steps of setting an event up in their order, each done, missing, a warning or optional, with the objects that do not fulfil it yet.
   */
  HttpApiEndpoint.get("checklist", "/tree/events/:node_id/checklist", { params: node, success: Checklist }),
  /**
   * Show what is left to do after an event.
   *
   * The steps from the last sign-out to the archiving in their order, each done, open (the event can't be archived before) or advised, with
   * the number of what is left. A step that was done anywhere is done here as well, and nothing is changed.
   */
  HttpApiEndpoint.get("endSteps", "/tree/events/:node_id/end-steps", { params: node, success: Schema.Array(EndStep) }),
  /**
   * Show the design of an event.
   *
   * The id of the logo on receipts and reports; fetch the file with `GET /media/blob/{blob_id}`.
   */
  HttpApiEndpoint.get("eventDesign", "/tree/events/:node_id/event-design", { params: node, success: EventDesign })
    .annotate(Needs, "presence"),
  /**
   * Set the logo of an event.
   *
   * An SVG image of at most 512 KiB, which receipts and reports show from now on, on earlier orders too. It is stored without scripts and
   * links to other places. The former file is deleted. Only at the event's own node.
   */
  HttpApiEndpoint.post("setBonLogo", "/tree/events/:node_id/event-design/bon-logo", {
    params: node,
    payload: NewBlob,
    success: Schema.Null
  }),
  /**
   * Remove the logo of an event.
   *
   * Receipts and reports show none from now on, on earlier orders too, and the file is deleted. Without a logo nothing changes. Only at the
   * event's own node.
   */
  HttpApiEndpoint.delete("removeBonLogo", "/tree/events/:node_id/event-design/bon-logo", {
    params: node,
    success: Schema.Null
  }),
  /**
   * List what was changed, when and by whom.
   *
   * The audit log of the node and of all nodes below it, the newest first. Entries are never changed or deleted.
   */
  HttpApiEndpoint.get("auditLogs", "/tree/nodes/:node_id/audit-logs", {
    params: node,
    query: { ...long, ...filter },
    success: Schema.Array(ListedAuditLog)
  }),
  /**
   * Show an entry of the audit log.
   *
   * With its content: the new state of what was changed, in `old` the former one; secrets are masked.
   */
  HttpApiEndpoint.get("auditLog", "/tree/nodes/:node_id/audit-logs/:audit_log_id", {
    params: {
      ...node,
      /** The entry. */
      audit_log_id: Id
    },
    success: AuditLogDetail
  })
).annotate(Needs, mayManage).middleware(SignInRequired) {}
