import { Context, Effect, Layer, Schema, Struct } from "effect"
import { SqlClient, SqlSchema } from "effect/sql"
import { Id } from "../base/Id.ts"
import { nullOr } from "../base/OptionalField.ts"
import { toHex } from "../base/TagUid.ts"
import type { Place } from "../organisation/Place.ts"
import { type Grant, heldAt } from "../organisation/Privilege.ts"
import { Cashier } from "./Cashier.ts"

const Row = Schema.Struct(Struct.omit(Cashier.fields, ["user_tag_uid_hex"]))

const toCashier = (row: typeof Row.Type): Cashier =>
  new Cashier({ ...row, user_tag_uid_hex: row.user_tag_uid === null ? null : toHex(row.user_tag_uid) })

export class CashierRepository extends Context.Service<CashierRepository>()("core/CashierRepository", {
  make: Effect.map(SqlClient.SqlClient, (sql) => {
    const visible = SqlSchema.findAll({
      Request: Schema.Struct({ eventId: Id, pathIds: Schema.Array(Id), id: nullOr(Id) }),
      Result: Row,
      execute: ({ eventId, id, pathIds }) =>
        sql`
          select usr.node_id, usr.id, usr.login, usr.display_name, usr.description, usr.user_tag_id,
            tag.uid as user_tag_uid, usr.transport_account_id, usr.cash_register_id,
            account.balance as cash_drawer_balance,
            array(
              select terminal.id from terminal
              where terminal.event_id = usr.event_id and terminal.active_user_id = usr.id order by terminal.id
            ) as terminal_ids
          from usr
            left join user_tag tag on tag.event_id = usr.event_id and tag.id = usr.user_tag_id
            left join cash_register register on register.event_id = usr.event_id and register.id = usr.cash_register_id
            left join account on account.event_id = register.event_id and account.id = register.account_id
          where usr.event_id = ${eventId} and usr.node_id = any(${pathIds}::bigint[]) and usr.deactivated_at is null
            and (${id}::bigint is null or usr.id = ${id})
          order by usr.login, usr.id`
    })
    return {
      /** Users of the event who have not left, by login. */
      list: (place: Place) => Effect.map(visible({ ...place, id: null }), (rows) => rows.map(toCashier)),
      find: (place: Place, id: bigint) =>
        Effect.map(visible({ ...place, id }), ([row]) => row === undefined ? undefined : toCashier(row)),
      /** Whether the user works or worked at the event. Shifts of users who left stay on record. */
      wasKnown: ({ eventId, pathIds }: Place, id: bigint) =>
        Effect.map(
          sql`select 1 from usr where id = ${id} and event_id = ${eventId} and node_id = any(${pathIds}::bigint[])`,
          (rows) => rows.length > 0
        ),
      /** Whether the user has not left and has a role with a privilege to carry cash or to administer that counts there. */
      mayCount: ({ eventId, pathIds }: Place, id: bigint) =>
        Effect.map(
          sql<Grant>`
            select link.node_id, node.event_id, role.privileges from usr
              join user_to_role link on link.user_id = usr.id join user_role role on role.id = link.role_id
              join node on node.id = link.node_id
            where usr.id = ${id} and usr.node_id = any(${pathIds}::bigint[]) and usr.deactivated_at is null
              and not node.deleted`,
          (grants) => {
            const held = heldAt(grants, { path: pathIds, eventId })
            return held.has("cash_transport") || held.has("node_administration")
          }
        )
    }
  })
}) {
  static readonly layer = Layer.effect(this, this.make)
}
