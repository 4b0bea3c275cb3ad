import { Context, Effect, Layer, Schema } from "effect"
import { SqlClient, SqlSchema } from "effect/sql"
import { Id } from "../base/Id.ts"
import { nullOr } from "../base/OptionalField.ts"
import { nameTaken } from "../event/NameRepository.ts"
import { type Place } from "../organisation/Place.ts"
import { type NewTill, Till } from "./Till.ts"

const Holding = Schema.Struct({
  name: Schema.String,
  isVirtual: Schema.Boolean,
  register: nullOr(Schema.String),
  hasOrders: Schema.Boolean,
  openPayments: Schema.Int
})

export class TillRepository extends Context.Service<TillRepository>()("core/TillRepository", {
  make: Effect.gen(function*() {
    const sql = yield* SqlClient.SqlClient
    const visible = SqlSchema.findAll({
      Request: Schema.Struct({
        eventId: Id,
        nodeId: Id,
        pathIds: Schema.Array(Id),
        id: nullOr(Id),
        withVirtual: Schema.Boolean
      }),
      Result: Till,
      execute: ({ eventId, id, nodeId, pathIds, withVirtual }) =>
        sql`
          select till.name, till.description, till.active_shift, till.active_profile_id, till.terminal_id, till.node_id,
            till.id, till.z_nr, till.cash_register_id as active_cash_register_id,
            register.name as current_cash_register_name, account.balance as current_cash_register_balance,
            till.tse_id, tse.serial as tse_serial, till.brand, till.model, till.software_brand,
            till.purchased_on::text as purchased_on
          from till
            join node on node.id = till.node_id
            left join tse on tse.event_id = till.event_id and tse.id = till.tse_id
            left join cash_register register on register.event_id = till.event_id and register.id = till.cash_register_id
            left join account on account.event_id = register.event_id and account.id = register.account_id
          where till.event_id = ${eventId}
            and (till.node_id = any(${pathIds}::bigint[]) or node.parent_ids @> array[${nodeId}::bigint])
            and (${id}::bigint is null or till.id = ${id})
            and (not till.is_virtual or ${withVirtual})
          order by till.name, till.id`
    })
    const insert = (place: Place, till: NewTill) =>
      Effect.map(
        sql<{ id: bigint }>`
          insert into till (
            event_id, node_id, name, description, active_shift, active_profile_id, brand, model, software_brand,
            purchased_on
          ) values (
            ${place.eventId}, ${place.nodeId}, ${till.name}, ${till.description}, ${till.active_shift},
            ${till.active_profile_id}, ${till.brand ?? null}, ${till.model ?? null}, ${till.software_brand ?? null},
            ${till.purchased_on ?? null}::text::date
          )
          returning id`,
        ([row]) => row!.id
      )
    const holding = SqlSchema.findOne({
      Request: Schema.Struct({ eventId: Id, id: Id }),
      Result: Holding,
      execute: ({ eventId, id }) =>
        sql`
          select till.name, till.is_virtual as "isVirtual", register.name as register,
            (
              select id from ordr where ordr.event_id = till.event_id and ordr.till_id = till.id order by id limit 1
            ) is not null as "hasOrders",
            (
              select count(*) from card_payment payment
              where payment.event_id = till.event_id and payment.till_id = till.id
                and payment.settled_at is null and (payment.next_check is not null or payment.problem is not null)
            )::integer as "openPayments"
          from till
            left join cash_register register on register.event_id = till.event_id and register.id = till.cash_register_id
          where till.event_id = ${eventId} and till.id = ${id}`
    })
    return {
      /** The tills of the path and below without the virtual till, by name. */
      list: (place: Place) => visible({ ...place, id: null, withVirtual: false }),
      /** Finds the virtual till too. */
      find: (place: Place, id: bigint) => Effect.map(visible({ ...place, id, withVirtual: true }), ([till]) => till),
      nameTaken: yield* nameTaken("till"),
      isVirtual: (eventId: bigint, id: bigint) =>
        Effect.map(
          sql`select 1 from till where event_id = ${eventId} and id = ${id} and is_virtual`,
          (rows) => rows.length > 0
        ),
      profileVisible: (place: Place, profileId: bigint) =>
        Effect.map(
          sql`
            select 1 from till_profile
            where event_id = ${place.eventId} and id = ${profileId} and node_id = any(${place.pathIds}::bigint[])`,
          (rows) => rows.length > 0
        ),
      names: (eventId: bigint, ids: ReadonlyArray<bigint>) =>
        Effect.map(
          sql<{ name: string }>`
            select name from till where event_id = ${eventId} and id = any(${ids}::bigint[]) order by name`,
          (rows) => rows.map((row) => row.name)
        ),
      holding: (eventId: bigint, id: bigint) => holding({ eventId, id }),
      remove: (eventId: bigint, id: bigint) => sql`delete from till where event_id = ${eventId} and id = ${id}`,
      /** Inserts all but the terminal, which is attached separately; returns the id. */
      insert,
      /** Updates all but the terminal. */
      update: (eventId: bigint, id: bigint, till: NewTill) =>
        sql`
          update till set name = ${till.name}, description = ${till.description}, active_shift = ${till.active_shift},
            active_profile_id = ${till.active_profile_id}, brand = ${till.brand ?? null},
            model = ${till.model ?? null}, software_brand = ${till.software_brand ?? null},
            purchased_on = ${till.purchased_on ?? null}::text::date
          where event_id = ${eventId} and id = ${id}`
    }
  })
}) {
  static readonly layer = Layer.effect(this, this.make)
}
