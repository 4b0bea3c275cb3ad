import { Schema } from "effect"
import { Id, jsonInteger } from "../ledger/Id.ts"
import { Moment } from "../primitives/Moment.ts"

/** Who changed what, when and where; entries are only ever added. */
export class AuditLog extends Schema.Class<AuditLog>("AuditLog")({
  id: Id,
  created_at: Schema.DateTimeUtc,
  node_id: Id,
  log_type: Schema.String,
  originating_user_id: Schema.NullOr(Id),
  originating_terminal_id: Schema.NullOr(Id)
}) {}

/** An entry with what it says. */
export class AuditLogDetail extends Schema.Class<AuditLogDetail>("AuditLogDetail")({
  ...AuditLog.fields,
  content: Schema.Record(Schema.String, Schema.Unknown)
}) {}

/** Which entries to look for; null: whatever it is. */
export const AuditFilter = Schema.Struct({
  logType: Schema.NullOr(Schema.String),
  userId: Schema.NullOr(Id),
  /** Not older than this. */
  from: Schema.NullOr(Moment),
  /** Older than this. */
  until: Schema.NullOr(Moment)
})
export type AuditFilter = typeof AuditFilter.Type

/** An entry to be written; its content is stored as JSON, so secrets are masked before and amounts are in major units. */
export interface NewAuditLog {
  readonly nodeId: bigint
  readonly logType: string
  readonly userId: bigint | null
  readonly terminalId: bigint | null
  readonly content: unknown
}

/** JSON text of an entry's content; a `bigint` becomes an exact number. */
export const contentJson = (content: unknown): string =>
  JSON.stringify(content, (_, value: unknown) => typeof value === "bigint" ? jsonInteger(value) : value) ?? "null"
