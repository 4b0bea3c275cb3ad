import { Context, DateTime, Effect, Layer, Schema } from "effect"
import { SqlClient, SqlSchema } from "effect/sql"
import { Id } from "../base/Id.ts"
import type { Moment } from "../base/Moment.ts"
import { nullOr } from "../base/OptionalField.ts"
import { auditKinds } from "./AuditKind.ts"
import { AuditFilter, AuditLogDetail, contentJson, ListedAuditLog, type NewAuditLog } from "./AuditLog.ts"
import { auditIdPaths, auditObjectOf } from "./AuditObject.ts"

const Wanted = Schema.Struct({
  ...AuditFilter.fields,
  nodeId: Id,
  withContent: Schema.Boolean,
  limit: Schema.Int,
  cursor: nullOr(Id)
})

const timestamp = (moment: Moment | null) => moment === null ? null : DateTime.formatIso(moment)

export class AuditLogRepository extends Context.Service<AuditLogRepository>()("core/AuditLogRepository", {
  make: Effect.map(SqlClient.SqlClient, (sql) => {
    const columns = sql.literal(
      `entry.id, entry.created_at, entry.node_id, entry.log_type, entry.originating_user_id, entry.originating_terminal_id,
        entry.content->>'by' as originating_account`
    )
    const atOrBelow = (nodeId: bigint) =>
      sql`entry.node_id in (select id from node where id = ${nodeId} or parent_ids @> array[${nodeId}::bigint])`

    const ids = sql.literal(auditIdPaths.map((path) => `entry.content#>>'{${path.join(",")}}'`).join(", "))
    const ofObject = ({ objectId, objectType }: Pick<AuditFilter, "objectId" | "objectType">) => {
      if (objectType === null) {
        return sql`and (${objectId}::bigint is null or entry.content->>'id' = ${objectId}::bigint::text)`
      }
      return sql`and entry.log_type = any(${auditKinds.filter((kind) => auditObjectOf(kind) === objectType)}::text[])
        and (${objectId}::bigint is null or coalesce(${ids}) = ${objectId}::bigint::text)`
    }

    return {
      insert: ({ content, logType, nodeId, terminalId, userId }: NewAuditLog) =>
        sql`insert into audit_log (node_id, log_type, originating_user_id, originating_terminal_id, content)
          values (${nodeId}, ${logType}, ${userId}::bigint, ${terminalId}::bigint, ${contentJson(content)}::jsonb)`,
      /** The entries of a node and of all nodes below it, newest first. */
      list: SqlSchema.findAll({
        Request: Wanted,
        Result: ListedAuditLog,
        execute: ({ cursor, from, limit, logType, nodeId, objectId, objectType, until, userId, withContent }) =>
          sql`select ${columns}${sql.literal(withContent ? ", entry.content" : "")} from audit_log entry
            where ${atOrBelow(nodeId)} and (${cursor}::bigint is null or entry.id < ${cursor}::bigint)
              and (${logType}::text is null or entry.log_type = ${logType}::text)
              ${ofObject({ objectId, objectType })}
              and (${userId}::bigint is null or entry.originating_user_id = ${userId}::bigint)
              and (${timestamp(from)}::timestamptz is null or entry.created_at >= ${timestamp(from)}::timestamptz)
              and (${timestamp(until)}::timestamptz is null or entry.created_at < ${timestamp(until)}::timestamptz)
            order by entry.id desc limit ${limit}`
      }),
      find: SqlSchema.findAll({
        Request: Schema.Struct({ nodeId: Id, id: Id }),
        Result: AuditLogDetail,
        execute: ({ id, nodeId }) =>
          sql`select ${columns}, entry.content from audit_log entry where entry.id = ${id} and ${atOrBelow(nodeId)}`
      })
    }
  })
}) {
  static readonly layer = Layer.effect(this, this.make)
}
