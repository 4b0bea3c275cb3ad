import { Context, Effect, Layer, Schema, Struct } from "effect"
import { SqlClient, SqlSchema } from "effect/sql"
import { Id } from "../base/Id.ts"
import { nullOr } from "../base/OptionalField.ts"
import type { Place } from "../organisation/Place.ts"
import { CashRegisterStocking, type NewCashRegisterStocking, total } from "./Stocking.ts"

const Row = Schema.Struct(Struct.omit(CashRegisterStocking.fields, ["total"]))

const withTotal = (row: typeof Row.Type): CashRegisterStocking =>
  new CashRegisterStocking({ ...row, total: total(row) })

export class StockingRepository extends Context.Service<StockingRepository>()("core/StockingRepository", {
  make: Effect.map(SqlClient.SqlClient, (sql) => {
    const visible = SqlSchema.findAll({
      Request: Schema.Struct({ eventId: Id, pathIds: Schema.Array(Id), id: nullOr(Id) }),
      Result: Row,
      execute: ({ eventId, id, pathIds }) =>
        sql`
          select * from cash_register_stocking
          where event_id = ${eventId} and node_id = any(${pathIds}::bigint[])
            and (${id}::bigint is null or id = ${id})
          order by name, id`
    })
    const insert = (place: Place, stocking: NewCashRegisterStocking) =>
      Effect.flatMap(
        sql`
          insert into cash_register_stocking
            ${sql.insert({ event_id: place.eventId, node_id: place.nodeId, ...stocking }).returning("*")}`,
        ([row]) => Effect.map(Schema.decodeUnknownEffect(Row)(row), withTotal)
      )
    return {
      /** The stockings of the nodes on the path, by name. */
      list: (place: Place) => Effect.map(visible({ ...place, id: null }), (rows) => rows.map(withTotal)),
      find: (place: Place, id: bigint) =>
        Effect.map(visible({ ...place, id }), ([row]) => row === undefined ? undefined : withTotal(row)),
      insert,
      update: (eventId: bigint, id: bigint, stocking: NewCashRegisterStocking) =>
        sql`update cash_register_stocking set ${
          sql.update({ ...stocking })
        } where event_id = ${eventId} and id = ${id}`,
      remove: (eventId: bigint, id: bigint) =>
        sql`delete from cash_register_stocking where event_id = ${eventId} and id = ${id}`
    }
  })
}) {
  static readonly layer = Layer.effect(this, this.make)
}
