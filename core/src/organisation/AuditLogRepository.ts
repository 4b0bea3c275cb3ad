import { Context, Effect, Layer, Schema } from "effect"
import { SqlClient, SqlSchema } from "effect/sql"
import { Id } from "../ledger/Id.ts"
import { AuditLog, AuditLogDetail, contentJson, type NewAuditLog } from "./AuditLog.ts"

/** Which of many entries: at most `limit` older than the entry `cursor`. */
export const Page = Schema.Struct({
  limit: Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: 1000 })),
  cursor: Schema.NullOr(Id)
})
export type Page = typeof Page.Type

export class AuditLogRepository extends Context.Service<AuditLogRepository>()("core/AuditLogRepository", {
  make: Effect.map(SqlClient.SqlClient, (sql) => {
    const columns = sql.literal(
      "entry.id, entry.created_at, entry.node_id, entry.log_type, entry.originating_user_id, entry.originating_terminal_id"
    )
    const atOrBelow = (nodeId: bigint) =>
      sql`entry.node_id in (select id from node where id = ${nodeId} or parent_ids @> array[${nodeId}::bigint])`

    return {
      insert: ({ content, logType, nodeId, terminalId, userId }: NewAuditLog) =>
        sql`insert into audit_log (node_id, log_type, originating_user_id, originating_terminal_id, content)
          values (${nodeId}, ${logType}, ${userId}::bigint, ${terminalId}::bigint, ${contentJson(content)}::jsonb)`,
      /** The entries of a node and of those below it, newest first. */
      list: SqlSchema.findAll({
        Request: Schema.Struct({ nodeId: Id, page: Page }),
        Result: AuditLog,
        execute: ({ nodeId, page }) =>
          sql`select ${columns} from audit_log entry
            where ${atOrBelow(nodeId)} and (${page.cursor}::bigint is null or entry.id < ${page.cursor}::bigint)
            order by entry.id desc limit ${page.limit}`
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
