import { Context, Effect, Layer, Schema } from "effect"
import { SqlClient, SqlSchema } from "effect/sql"
import { Id } from "../base/Id.ts"
import { nullOr } from "../base/OptionalField.ts"
import { nameTaken } from "../event/NameRepository.ts"
import { type Place } from "../organisation/Place.ts"
import { CashRegister } from "./CashRegister.ts"

const Holding = Schema.Struct({
  name: Schema.String,
  cashier: nullOr(Schema.String),
  till: nullOr(Schema.String),
  products: Schema.Array(Schema.String),
  isUsed: Schema.Boolean
})

export class CashRegisterRepository extends Context.Service<CashRegisterRepository>()("core/CashRegisterRepository", {
  make: Effect.gen(function*() {
    const sql = yield* SqlClient.SqlClient
    const visible = SqlSchema.findAll({
      Request: Schema.Struct({ eventId: Id, pathIds: nullOr(Schema.Array(Id)), id: nullOr(Id) }),
      Result: CashRegister,
      execute: ({ eventId, id, pathIds }) =>
        sql`
          select register.name, register.node_id, register.id, register.account_id, account.balance,
            usr.id as current_cashier_id, till.id as current_till_id
          from cash_register register
            join account on account.event_id = register.event_id and account.id = register.account_id
            left join usr on usr.event_id in (register.event_id, 0) and usr.cash_register_id = register.id
            left join till on till.event_id = register.event_id and till.cash_register_id = register.id
          where register.event_id = ${eventId}
            and (${pathIds}::bigint[] is null or register.node_id = any(${pathIds}::bigint[]))
            and (${id}::bigint is null or register.id = ${id})
          order by register.name, register.id`
    })
    const insert = (place: Place, name: string) =>
      Effect.map(
        sql<{ id: bigint }>`
          with opened as (
            insert into account (event_id, node_id, type, name)
            values (${place.eventId}, ${place.eventId}, 'cash_register', 'Cash Register')
            returning id
          )
          insert into cash_register (event_id, node_id, name, account_id)
          select ${place.eventId}, ${place.nodeId}, ${name}, opened.id from opened
          returning id`,
        ([row]) => row!.id
      )
    const holding = SqlSchema.findOne({
      Request: Schema.Struct({ eventId: Id, id: Id }),
      Result: Holding,
      // Handing a register out books an order at the virtual till, even for an empty register. So a register without orders
      // was never used.
      execute: ({ eventId, id }) =>
        sql`
          select register.name, usr.login as cashier, till.name as till,
            array(
              select product.name from product
              where product.event_id = register.event_id and product.target_account_id = register.account_id
              order by product.name
            ) as products,
            (
              select id from posting
              where posting.event_id = register.event_id and posting.source_account = register.account_id
              order by id limit 1
            ) is not null or (
              select id from posting
              where posting.event_id = register.event_id and posting.target_account = register.account_id
              order by id limit 1
            ) is not null or exists (
              select from till virtual join ordr on ordr.event_id = virtual.event_id and ordr.till_id = virtual.id
              where virtual.event_id = register.event_id and virtual.is_virtual and ordr.cash_register_id = register.id
            ) as "isUsed"
          from cash_register register
            left join usr on usr.event_id in (register.event_id, 0) and usr.cash_register_id = register.id
            left join till on till.event_id = register.event_id and till.cash_register_id = register.id
          where register.event_id = ${eventId} and register.id = ${id}`
    })
    return {
      /** The registers of the nodes on the path, by name. */
      list: (place: Place) => visible({ ...place, id: null }),
      find: (place: Place, id: bigint) => Effect.map(visible({ ...place, id }), ([register]) => register),
      /** A register at any node of the event. */
      inEvent: (eventId: bigint, id: bigint) =>
        Effect.map(visible({ eventId, pathIds: null, id }), ([register]) => register),
      nameTaken: yield* nameTaken("cash_register"),
      /** Inserts the register with its account, which belongs to the event's node; returns the id. */
      insert,
      rename: (eventId: bigint, id: bigint, name: string) =>
        sql`update cash_register set name = ${name} where event_id = ${eventId} and id = ${id}`,
      holding: (eventId: bigint, id: bigint) => holding({ eventId, id }),
      /** Removes the register with its account. */
      remove: (eventId: bigint, id: bigint) =>
        sql`
          with removed as (
            delete from cash_register where event_id = ${eventId} and id = ${id} returning event_id, account_id
          )
          delete from account using removed
          where account.event_id = removed.event_id and account.id = removed.account_id`
    }
  })
}) {
  static readonly layer = Layer.effect(this, this.make)
}
