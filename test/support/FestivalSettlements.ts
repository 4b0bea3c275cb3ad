import { HeldPayments } from "@wristbank/core/sale/HeldPayments"
import { Settlement, type SettlementKind } from "@wristbank/core/sale/Settlement"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { Festival } from "./Festival.ts"

/** An operator at the command line settles a card payment. */
export const settle = Effect.fnUntraced(function*(uuid: string, kind: SettlementKind, reason = "as agreed") {
  const event = BigInt((yield* Festival).event)
  const actor = { userId: null, terminalId: null, node: { id: event }, eventId: event, by: "olga@office" }
  const settlement = new Settlement({ order_uuid: uuid, kind, reason })
  return yield* HeldPayments.use((held) => held.settle(actor, settlement))
})

/** The reason why an operator can't settle a card payment in this way. */
export const unsettled = (uuid: string, kind: SettlementKind) => Effect.flip(settle(uuid, kind))

/** The settlements in the audit log. */
export const settlementsOf = Effect.fnUntraced(function*(uuid: string) {
  const sql = yield* SqlClient.SqlClient
  return yield* sql`select content->>'settlement' as settlement, content->>'reason' as reason, content->>'by' as by,
      content->>'old_status' as old_status, content->>'problem' as problem,
      (select login from usr where usr.id = originating_user_id) as login
    from audit_log where log_type = 'card_payment_settled' and content->>'order_uuid' = ${uuid} order by id`
})

/** The tags that an order reserves. */
export const reservedFor = Effect.fnUntraced(function*(uuid: string) {
  const sql = yield* SqlClient.SqlClient
  return (yield* sql`select from reserved_tag where order_uuid = ${uuid}::uuid`).length
})
