import { isOfEvent } from "@wristbank/core/organisation/Privilege"
import type { Answered } from "../calls/ValidCall.ts"
import { apiOf, type Caller, type OfficeRights, type TillRights } from "./Caller.ts"
import type { CallNode } from "./CallNode.ts"
import type { Operation } from "./Operation.ts"

/**
 * The outcome of a call:
 * - `unauthenticated`: its token is not valid at this API;
 * - `noTill`: it needs a till, and the terminal has none;
 * - `denied`: the caller has no privilege there that allows it;
 * - `readOnly`: it changes something, and the node is archived;
 * - `hidden`: it is refused because of the objects it names, or answers with nothing of the festival;
 * - `through`: none of these; the rest of its outcome does not depend on the caller.
 */
export type Outcome = "unauthenticated" | "noTill" | "denied" | "readOnly" | "hidden" | "through"

/** Properties that do not follow from an operation's method, path and `Needs`. A star matches the rest of a name. */
const table = {
  /** Changes nothing, although it is no GET. */
  reads: [
    "administration POST /accounts/find-accounts",
    "administration POST /customers/find-customers",
    "administration POST /tree/events/{node_id}/generate-test-bon",
    "administration POST /tree/nodes/{node_id}/plan-event-file",
    "administration POST /user-tags/find-user-tags",
    "terminal POST /mgmtrevenue-stats",
    "terminal POST /order/check-sale",
    "terminal POST /order/check-ticket-sale",
    "terminal POST /order/check-ticket-scan",
    "terminal POST /order/check-topup",
    "terminal POST /customer/find-by-pin",
    "terminal POST /user-info"
  ],
  /** Is about the installation, whatever node the caller names. */
  ofTheInstallation: ["administration GET /config", "administration POST /config"],
  /** Is about the whole event, so a privilege at a node below it is not enough. */
  ofTheWholeEvent: [
    "administration GET /mails/",
    "administration POST /mails/retry",
    "administration GET /money-overview",
    "administration GET /payouts/",
    "administration POST /payouts/",
    "administration POST /presale/read",
    "administration GET /payouts/pending-payout-detail",
    "administration GET /sumup/*",
    "administration GET /system-accounts",
    "administration GET /tree/events/{node_id}/fiscal-settings",
    "administration POST /tree/events/{node_id}/fiscal-settings",
    "administration POST /tree/events/{node_id}/export-ao146a",
    "administration POST /tree/events/{node_id}/export-dsfinvk",
    "administration GET /tree/events/{node_id}/checklist",
    "administration GET /tree/events/{node_id}/end-steps",
    "administration GET /tree/events/{node_id}/event-file",
    "administration POST /tree/nodes/{node_id}/plan-event-file",
    "administration POST /tree/nodes/{node_id}/apply-event-file",
    "administration GET /tree/events/{node_id}/settings",
    "administration POST /tree/events/{node_id}/check-pretix-connection",
    "administration POST /tree/events/{node_id}/fetch-pretix-*",
    "administration POST /tree/events/{node_id}/generate-webhook-url",
    "administration POST /tree/events/{node_id}/revoke-webhook-url",
    "administration POST /tree/events/{node_id}/generate-test-bon"
  ],
  /** Shows users and devices of the event to administrators of a node below it. */
  shownToParts: [
    "administration GET /cashiers*",
    "administration GET /terminal*",
    "administration GET /users/{user_id}"
  ],
  /** Changes something at the node of the call, about an object that may be of a node above. */
  changedAtParts: [
    "administration POST /products/{product_id}/sold-out",
    "administration DELETE /products/{product_id}/sold-out"
  ],
  /** Works at archived nodes: reports and previews, sign-outs, files of paid runs, and opening nodes again. */
  allowedWhenArchived: [
    "administration POST /payouts/preview",
    "administration POST /payouts/{payout_run_id}/csv",
    "administration POST /payouts/{payout_run_id}/previous_sepa_xml",
    "administration POST /tree/events/{node_id}/export-ao146a",
    "administration POST /tree/events/{node_id}/export-dsfinvk",
    "administration POST /tree/events/{node_id}/generate-test-*",
    "administration POST /tree/nodes/{node_id}/generate-*",
    "administration POST /user-tags/csv-export",
    "administration POST /terminal/{terminal_id}/force-logout-user",
    "administration DELETE /users/{user_id}/second-factor",
    "administration DELETE /users/{user_id}/sessions",
    "administration POST /terminal/{terminal_id}/logout",
    "administration POST /tree/nodes/{node_id}/unarchive-node"
  ],
  /** Is refused at archived nodes although it reads, because it renews the access to the card provider. */
  refusedWhenArchived: [
    "administration GET /sumup/checkouts",
    "administration GET /sumup/checkouts/{checkout_id}",
    "administration GET /sumup/transactions",
    "terminal POST /user/login"
  ],
  /** Needs no till, although someone has to be signed in at the terminal. */
  withoutTill: [
    "terminal GET /customer/*",
    "terminal POST /customer/find-by-pin",
    "terminal POST /customer/switch_tag",
    "terminal POST /user-info",
    "terminal POST /user/create-user",
    "terminal POST /user/grant-free-ticket",
    "terminal POST /user/grant-vouchers",
    "terminal POST /user/update-user-roles"
  ],
  /** Needs a till, although no one has to be signed in. */
  withTill: ["terminal GET /cash-register-stockings"],
  /** Shows the holder of a chip at the terminal's event: chips of two events may have the same number. */
  byChip: ["terminal POST /user-info"],
  /** Names objects of others in its body. */
  namesInBody: [
    "administration POST /customers/switch-tag",
    "administration POST /till-registers/transfer-register",
    "customer POST /sumup/check-checkout",
    "customer POST /sumup/cancel-checkout"
  ]
} satisfies { readonly [property: string]: ReadonlyArray<string> }

export const idOf = ({ api, name }: Pick<Operation, "api" | "name">) => `${api} ${name}`

/** What was found for an operation, as there are thousands of cells of each. */
const found = new WeakMap<object, Map<string, boolean>>()

const listed = (property: keyof typeof table, operation: Pick<Operation, "api" | "name">): boolean => {
  const ofOperation = found.get(operation) ?? new Map<string, boolean>()
  found.set(operation, ofOperation)
  const known = ofOperation.get(property)
  if (known !== undefined) return known
  const id = idOf(operation)
  const isListed = table[property].some((entry) =>
    entry.endsWith("*") ? id.startsWith(entry.slice(0, -1)) : id === entry
  )
  ofOperation.set(property, isListed)
  return isListed
}

/** Entries of the table that match no operation. */
export const unused = (operations: ReadonlyArray<Pick<Operation, "api" | "name">>) =>
  Object.values(table).flat().filter((entry) =>
    !operations.some((operation) =>
      entry.endsWith("*") ? idOf(operation).startsWith(entry.slice(0, -1)) : idOf(operation) === entry
    )
  )

export const isOfTheInstallation = (operation: Operation) => listed("ofTheInstallation", operation)

/** Whether it changes nothing. */
export const reads = (operation: Pick<Operation, "api" | "name">) =>
  operation.name.startsWith("GET ") || listed("reads", operation)

/** Whether it names objects. */
const names = (operation: Operation) => /\{(?!node_id)\w+\}/.test(operation.name) || listed("namesInBody", operation)

const changesArchived = (operation: Operation) =>
  listed("refusedWhenArchived", operation) || (!reads(operation) && !listed("allowedWhenArchived", operation))

/**
 * In the office, privileges on the way from the root to the node count, and those about events in the whole event; a home gives no
 * rights.
 */
const officeOutcome = (
  operation: Operation,
  { assignedAt, assignedInEvent, privileges, terminalOnly }: OfficeRights,
  node: CallNode,
  event: number
): Outcome => {
  const { needs } = operation
  const inEvent = node.path.includes(event)
  const counts = assignedAt !== null && !terminalOnly
  const onPath = counts && node.path.includes(assignedAt)
  const held = onPath
    ? privileges
    : counts && inEvent && assignedInEvent
    ? privileges.filter(isOfEvent)
    : []
  const suffices = needs === "presence"
    ? held.length > 0
    : held.some((privilege) => needs.includes(privilege))
  if (!suffices) return "denied"
  if (node.archived && changesArchived(operation)) return "readOnly"
  const isAbove = assignedAt !== null && node.path.indexOf(assignedAt) <= node.path.indexOf(event) && onPath
  // Inside the event, a privilege about it is as good as one at the event.
  const isWhole = needs !== "presence" && held.some((privilege) => needs.includes(privilege) && isOfEvent(privilege))
  const ofEvent = inEvent && (isAbove || isWhole)
  if (ofEvent || isOfTheInstallation(operation)) return "through"
  if (inEvent && listed("ofTheWholeEvent", operation)) return "denied"
  if (inEvent && (needs === "presence" || listed("shownToParts", operation) || listed("changedAtParts", operation))) {
    return "through"
  }
  return reads(operation) || names(operation) ? "hidden" : "through"
}

/** At a terminal, the role of the sign-in counts. */
const tillOutcome = (
  operation: Operation,
  { archived, hasTill, privileges }: TillRights,
  foreign: boolean
): Outcome => {
  const { needs } = operation
  const needsTill = needs === "token" ? listed("withTill", operation) : !listed("withoutTill", operation)
  if (needsTill && !hasTill) return "noTill"
  const suffices = needs === "token" ||
    (needs === "presence" ? privileges.length > 0 : privileges.some((privilege) => needs.includes(privilege)))
  if (!suffices) return "denied"
  if (archived && changesArchived(operation) && (needs !== "token" || listed("refusedWhenArchived", operation))) {
    return "readOnly"
  }
  return foreign && needs !== "token" && !listed("byChip", operation) ? "hidden" : "through"
}

/** The expected outcome of a caller's call at a node, about objects of this event. */
export const expected = (operation: Operation, caller: Caller, node: CallNode, event: number): Outcome => {
  const { rights } = caller
  if (operation.needs === "nothing") return "through"
  if (apiOf(caller) !== operation.api) return "unauthenticated"
  if (rights.api === "terminal") return tillOutcome(operation, rights, caller.foreign)
  if (rights.api === "administration" && operation.needs !== "token") {
    return officeOutcome(operation, rights, node, event)
  }
  return caller.foreign && listed("namesInBody", operation) ? "hidden" : "through"
}

const guardSays =
  /"message":"(You need the privilege \S+( or \S+)* here|You have no rights here|No one is signed in here)/

/** The outcome that an answer shows; `broken` must not happen to a valid call. */
export const outcomeOf = ({ status, text }: Answered): Outcome | "broken" => {
  if (status === 401) return "unauthenticated"
  if (status === 422 || status >= 500) return "broken"
  if (status === 400 && text.includes("\"id\":\"TillRequired\"")) return "noTill"
  if (status === 400 && text.includes("\"id\":\"NodeIsReadOnly\"")) return "readOnly"
  return status === 403 && guardSays.test(text) ? "denied" : "through"
}

const refusals = [400, 403, 404]

/** Whether an answer is as expected. `marks` are texts that show data of the festival. */
export const agrees = (wanted: Outcome, operation: Operation, answer: Answered, marks: ReadonlyArray<string>) =>
  wanted === "hidden"
    ? refusals.includes(answer.status) ||
      (reads(operation) && answer.status === 200 && !marks.some((mark) => answer.text.includes(mark)))
    : outcomeOf(answer) === wanted
