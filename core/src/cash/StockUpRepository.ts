import { Context, Effect, Layer, Schema } from "effect"
import { SqlClient, SqlSchema } from "effect/sql"
import { Id } from "../base/Id.ts"
import { nullOr } from "../base/OptionalField.ts"
import type { VirtualTill } from "../till/TillChange.ts"

const TillRow = Schema.Struct({
  id: Id,
  name: Schema.String,
  z_nr: Schema.Int,
  cash_register_id: nullOr(Id)
})

export class StockUpRepository extends Context.Service<StockUpRepository>()("core/StockUpRepository", {
  make: Effect.map(SqlClient.SqlClient, (sql) => {
    const cashTills = SqlSchema.findAll({
      Request: Schema.Struct({ eventId: Id, userId: Id }),
      Result: TillRow,
      execute: ({ eventId, userId }) =>
        sql`
          select till.id, till.name, till.z_nr, till.cash_register_id
          from terminal
            join till on till.event_id = terminal.event_id and till.terminal_id = terminal.id
            join till_profile profile on profile.event_id = till.event_id and profile.id = till.active_profile_id
          where terminal.event_id = ${eventId} and terminal.active_user_id = ${userId} and profile.enable_cash_payment
          order by till.name, till.id`
    })
    const tillsOf = SqlSchema.findAll({
      Request: Schema.Struct({ eventId: Id, userId: Id }),
      Result: TillRow,
      execute: ({ eventId, userId }) =>
        sql`
          select till.id, till.name, till.z_nr, till.cash_register_id
          from terminal join till on till.event_id = terminal.event_id and till.terminal_id = terminal.id
          where terminal.event_id = ${eventId} and terminal.active_user_id = ${userId}
          order by till.name, till.id`
    })
    const virtualTill = SqlSchema.findOne({
      Request: Id,
      Result: TillRow,
      execute: (eventId) =>
        sql`select id, name, z_nr, cash_register_id from till where event_id = ${eventId} and is_virtual`
    })
    const tillNamed = SqlSchema.findAll({
      Request: Schema.Struct({ eventId: Id, id: Id }),
      Result: TillRow,
      execute: ({ eventId, id }) =>
        sql`select id, name, z_nr, cash_register_id from till where event_id = ${eventId} and id = ${id}`
    })
    return {
      /** The tills that take cash and have the user signed in at a terminal. */
      cashTills: (eventId: bigint, userId: bigint) =>
        Effect.map(
          cashTills({ eventId, userId }),
          (rows) => rows.map((row) => ({ id: row.id, name: row.name, zNr: row.z_nr, registerId: row.cash_register_id }))
        ),
      /** The tills that have the user signed in at a terminal, by name. */
      tillsOf: (eventId: bigint, userId: bigint) =>
        Effect.map(tillsOf({ eventId, userId }), (rows) => rows.map(({ id, name }) => ({ id, name }))),
      /** The virtual till, for orders that no real till makes. Every event has one. */
      virtualTill: (eventId: bigint) =>
        Effect.map(
          Effect.catchTag(virtualTill(eventId), "NoSuchElementError", Effect.die),
          (row): VirtualTill => ({ id: row.id, zNr: row.z_nr })
        ),
      tillName: (eventId: bigint, id: bigint) => Effect.map(tillNamed({ eventId, id }), ([till]) => till?.name)
    }
  })
}) {
  static readonly layer = Layer.effect(this, this.make)
}
