import type { Answered } from "../calls/ValidCall.ts"
import { apiOf, type Caller, type OfficeRights, type TillRights } from "./Caller.ts"
import type { CallNode } from "./CallNode.ts"
import type { Operation } from "./Operation.ts"

/**
 * What becomes of a call:
 * - `unauthenticated`: its token opens nothing at this API;
 * - `noTill`: it is one of a till, and the terminal serves none;
 * - `denied`: the caller has no privilege there that allows it;
 * - `readOnly`: it changes something, and the node is archived;
 * - `hidden`: it is refused for what it names, or answers with nothing of the festival;
 * - `through`: none of these; whatever else the call comes to is not about who made it.
 */
export type Outcome = "unauthenticated" | "noTill" | "denied" | "readOnly" | "hidden" | "through"

/** What can't be read off an operation's method, path and `Needs`. A star stands for the rest of a name. */
const table = {
  /** Changes nothing, although it is no GET. */
  reads: [
    "administration POST /accounts/find-accounts",
    "administration POST /customers/find-customers",
    "administration POST /tree/events/{node_id}/generate-test-bon",
    "administration POST /user-tags/find-user-tags",
    "terminal POST /mgmtrevenue-stats",
    "terminal POST /order/check-sale",
    "terminal POST /order/check-ticket-sale",
    "terminal POST /order/check-ticket-scan",
    "terminal POST /order/check-topup",
    "terminal POST /user-info"
  ],
  /** Is about the installation, wherever its caller stands. */
  ofTheInstallation: ["administration GET /config", "administration POST /config"],
  /** Is about the event as a whole, so what somebody holds at a part of it is not enough. */
  ofTheWholeEvent: [
    "administration GET /mails/",
    "administration POST /mails/retry",
    "administration GET /money-overview",
    "administration GET /payouts/",
    "administration POST /payouts/",
    "administration GET /payouts/pending-payout-detail",
    "administration GET /sumup/*",
    "administration GET /system-accounts",
    "administration GET /tree/events/{node_id}/fiscal-settings",
    "administration POST /tree/events/{node_id}/fiscal-settings",
    "administration GET /tree/events/{node_id}/settings",
    "administration POST /tree/events/{node_id}/generate-test-bon"
  ],
  /** Shows administrators of a part of the event who works at the event, and its devices. */
  shownToParts: [
    "administration GET /cashiers*",
    "administration GET /terminal*",
    "administration GET /users/{user_id}"
  ],
  /** Goes on at archived nodes: sign-outs, files of what was paid, and opening them again. */
  allowedWhenArchived: [
    "administration POST /payouts/{payout_run_id}/csv",
    "administration POST /payouts/{payout_run_id}/previous_sepa_xml",
    "administration POST /terminal/{terminal_id}/force-logout-user",
    "administration DELETE /users/{user_id}/sessions",
    "administration POST /terminal/{terminal_id}/logout",
    "administration POST /tree/nodes/{node_id}/unarchive-node"
  ],
  /** Ends with archiving although it reads: access to the card provider is renewed on the way. */
  refusedWhenArchived: [
    "administration GET /sumup/checkouts",
    "administration GET /sumup/checkouts/{checkout_id}",
    "administration GET /sumup/transactions",
    "terminal POST /user/login"
  ],
  /** Needs no till, although somebody has to be signed in at the terminal. */
  withoutTill: [
    "terminal GET /customer/*",
    "terminal POST /customer/switch_tag",
    "terminal POST /user-info",
    "terminal POST /user/create-user",
    "terminal POST /user/grant-free-ticket",
    "terminal POST /user/grant-vouchers",
    "terminal POST /user/update-user-roles"
  ],
  /** Needs a till, although nobody has to be signed in. */
  withTill: ["terminal GET /cash-register-stockings"],
  /** Tells of whoever has a chip at the event of the terminal: chips of two events may have one number. */
  byChip: ["terminal POST /user-info"],
  /** Names, in its body, what belongs to others. */
  namesInBody: [
    "administration POST /till-registers/transfer-register",
    "customer POST /sumup/check-checkout",
    "customer POST /sumup/cancel-checkout"
  ]
} satisfies { readonly [property: string]: ReadonlyArray<string> }

export const idOf = ({ api, name }: Pick<Operation, "api" | "name">) => `${api} ${name}`

const listed = (property: keyof typeof table, operation: Operation) =>
  table[property].some((entry) =>
    entry.endsWith("*") ? idOf(operation).startsWith(entry.slice(0, -1)) : idOf(operation) === entry
  )

/** Entries of the table that fit no operation. */
export const unused = (operations: ReadonlyArray<Operation>) =>
  Object.values(table).flat().filter((entry) =>
    !operations.some((operation) =>
      entry.endsWith("*") ? idOf(operation).startsWith(entry.slice(0, -1)) : idOf(operation) === entry
    )
  )

export const isOfTheInstallation = (operation: Operation) => listed("ofTheInstallation", operation)

const reads = (operation: Operation) => operation.name.startsWith("GET ") || listed("reads", operation)

/** Whether it is about objects that it names. */
const names = (operation: Operation) => /\{(?!node_id)\w+\}/.test(operation.name) || listed("namesInBody", operation)

const changesArchived = (operation: Operation) =>
  listed("refusedWhenArchived", operation) || (!reads(operation) && !listed("allowedWhenArchived", operation))

/** In the office what is held on the way from the root to the node counts; a home alone is nothing. */
const officeOutcome = (
  operation: Operation,
  { assignedAt, privileges, terminalOnly }: OfficeRights,
  node: CallNode,
  event: number
): Outcome => {
  const { needs } = operation
  const holder = assignedAt !== null && !terminalOnly && node.path.includes(assignedAt)
  const held = holder ? privileges : []
  const suffices = needs === "presence"
    ? held.length > 0
    : held.some((privilege) => needs.includes(privilege))
  if (!suffices) return "denied"
  if (node.archived && changesArchived(operation)) return "readOnly"
  const inEvent = node.path.includes(event)
  const ofEvent = inEvent && node.path.indexOf(assignedAt ?? -1) <= node.path.indexOf(event)
  if (ofEvent || isOfTheInstallation(operation)) return "through"
  if (inEvent && listed("ofTheWholeEvent", operation)) return "denied"
  if (inEvent && (needs === "presence" || listed("shownToParts", operation))) return "through"
  return reads(operation) || names(operation) ? "hidden" : "through"
}

/** At a terminal the role counts under which somebody is signed in. */
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

/** What must become of a call that somebody makes at a node, for objects of this event. */
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
  /"message":"(You need the privilege \S+( or \S+)* here|You have no rights here|Nobody is signed in here)/

/** What became of a call, as far as its answer tells; broken is what nobody may get for a valid call. */
export const outcomeOf = ({ status, text }: Answered): Outcome | "broken" => {
  if (status === 401) return "unauthenticated"
  if (status === 422 || status >= 500) return "broken"
  if (status === 400 && text.includes("\"id\":\"TillRequired\"")) return "noTill"
  if (status === 400 && text.includes("\"id\":\"NodeIsReadOnly\"")) return "readOnly"
  return status === 403 && guardSays.test(text) ? "denied" : "through"
}

const refusals = [400, 403, 404]

/** Whether an answer is what it must be. `marks` show in what is said of the festival. */
export const agrees = (wanted: Outcome, operation: Operation, answer: Answered, marks: ReadonlyArray<string>) =>
  wanted === "hidden"
    ? refusals.includes(answer.status) ||
      (reads(operation) && answer.status === 200 && !marks.some((mark) => answer.text.includes(mark)))
    : outcomeOf(answer) === wanted
