import { Equal, Predicate, Schema } from "effect"
import { Id, jsonInteger } from "../base/Id.ts"
import { Moment } from "../base/Moment.ts"
import { nullOr } from "../base/OptionalField.ts"
import type { AuditKind } from "./AuditKind.ts"
import { auditObjectTypes } from "./AuditObject.ts"

/**
 * Who did something where neither a user nor a terminal did, as `by` of the entry's content: a guest in the portal, a visitor who was not
 * signed in, or Wristbank itself, such as a worker. A command has the account that ran it, as user@host.
 */
export const originators = { guest: "guest", visitor: "visitor", program: "wristbank" } as const

/** An audit entry without its content: who changed something, when and where. Entries are never changed or deleted. */
export class AuditLog extends Schema.Class<AuditLog>("AuditLog")({
  id: Id,
  /** When it was done. */
  created_at: Schema.DateTimeUtc,
  /** The node at which something was changed. */
  node_id: Id,
  /** What was done, such as `order_cancelled`. */
  log_type: Schema.String,
  /** The user who did it; null if no user did. */
  originating_user_id: nullOr(Id),
  /** The terminal at which it was done; null if it was done elsewhere. */
  originating_terminal_id: nullOr(Id),
  /**
   * The account that ran the command with which it was done, as user@host. Where neither a user nor a terminal did it: `guest` for one in the
   * portal, `visitor` for a caller who was not signed in, `wristbank` for the program itself. Null for calls of users and terminals.
   */
  originating_account: nullOr(Schema.String)
}) {}

/** An audit entry with its content. */
export class AuditLogDetail extends Schema.Class<AuditLogDetail>("AuditLogDetail")({
  ...AuditLog.fields,
  /**
   * What was changed: the id of the object, its new state, and in `old` the former one, as the kind of entry demands. Secrets are masked.
   */
  content: Schema.Record(Schema.String, Schema.Unknown)
}) {}

/** An audit entry of a list that was asked for with contents. */
export class ListedAuditLog extends Schema.Class<ListedAuditLog>("ListedAuditLog")({
  ...AuditLog.fields,
  /** What was changed, if the list was asked for with contents. */
  content: Schema.optionalKey(AuditLogDetail.fields.content)
}) {}

/** Selects audit entries; null means no restriction. */
export const AuditFilter = Schema.Struct({
  logType: nullOr(Schema.String),
  /** The type of the object that was changed. */
  objectType: nullOr(Schema.Literals(auditObjectTypes)),
  /** The id of the object that was changed. With a type or a kind it names one; alone, it selects objects of all types. */
  objectId: nullOr(Id),
  userId: nullOr(Id),
  /** Earliest time, included. */
  from: nullOr(Moment),
  /** Latest time, excluded. */
  until: nullOr(Moment)
})
export type AuditFilter = typeof AuditFilter.Type

/**
 * An entry to be written. Its content is stored as JSON, so secrets must be masked before; amounts are in major units.
 */
export interface NewAuditLog {
  readonly nodeId: bigint
  readonly logType: AuditKind
  readonly userId: bigint | null
  readonly terminalId: bigint | null
  readonly content: unknown
}

/** The entry as functions of the database take it: a row of `audit_log`. */
export const auditRow = ({ content, logType, nodeId, terminalId, userId }: NewAuditLog) => ({
  node_id: jsonInteger(nodeId),
  log_type: logType,
  originating_user_id: userId === null ? null : jsonInteger(userId),
  originating_terminal_id: terminalId === null ? null : jsonInteger(terminalId),
  content
})

/** The content of an entry about an object that was replaced: its state after that, with the earlier one in `old`. */
export const replaced = (before: unknown, after: unknown): object => ({ ...(after as object), old: before })

/** JSON text of an entry's content; a `bigint` becomes an exact number. */
export const contentJson = (content: unknown): string =>
  JSON.stringify(content, (_, value: unknown) => typeof value === "bigint" ? jsonInteger(value) : value) ?? "null"

/**
 * Whether the content of an entry says that a change left everything as it was: each earlier state in it equals the later one. The earlier
 * one is `old` or begins with `old_`; the later one has the same name, or `new`, and without either is all of the content. A content
 * without an earlier state records an act.
 */
export const leftAsItWas = (content: unknown): boolean => {
  const stored: unknown = JSON.parse(contentJson(content))
  if (!Predicate.isObject(stored)) return false
  const { old, ...later } = stored as Readonly<Record<string, unknown>>
  const parts = Object.keys(later).filter((key) => key.startsWith("old_")).map((key) => [
    later[key],
    later[key.replace("old_", "new_")] ?? later[key.replace("old_", "")] ?? null
  ])
  const pairs = old === undefined ? parts : [...parts, [old, "new" in later ? later["new"] : later]]
  return pairs.length > 0 && pairs.every(([before, after]) => Equal.equals(before, after))
}
