import { Context, Effect, Layer, Schema } from "effect"
import { SqlClient, SqlSchema } from "effect/sql"
import { Id } from "../base/Id.ts"
import { instant, Moment } from "../base/Moment.ts"
import { nullOr } from "../base/OptionalField.ts"
import { nameTaken } from "../event/NameRepository.ts"
import { unsignedOrders } from "../journal/UnsignedOrders.ts"
import { type Place } from "../organisation/Place.ts"
import { secretMarker } from "../organisation/SecretMarker.ts"
import { certificateEnd, type NewTse, Tse, type TseStatus, type UpdateTse } from "./Tse.ts"

const { certificate_end: _, password: __, ...shown } = Tse.fields

const Row = Schema.Struct({
  ...shown,
  first_operation: nullOr(Moment),
  certification_year: nullOr(Schema.Int)
})

const shownAs = (row: typeof Row.Type): Tse =>
  new Tse({ ...row, password: secretMarker, certificate_end: certificateEnd(row.certificate_date) })

/** The records of signing devices. Facts that devices report are stored by their workers. */
export class TseRepository extends Context.Service<TseRepository>()("core/TseRepository", {
  make: Effect.gen(function*() {
    const sql = yield* SqlClient.SqlClient
    const visible = SqlSchema.findAll({
      Request: Schema.Struct({ eventId: Id, pathIds: Schema.Array(Id), id: nullOr(Id) }),
      Result: Row,
      execute: ({ eventId, id, pathIds }) =>
        sql`
          select tse.name, tse.ws_url, tse.ws_timeout, tse.first_operation, tse.type, tse.serial, tse.node_id, tse.id,
            tse.status, tse.hashalgo, tse.time_format, tse.public_key, tse.certificate, tse.process_data_encoding,
            tse.tse_description, tse.certificate_date, tse.certification_year, tse.fault, tse.fault_since,
            tse.password_refused, tse.connected, tse.last_contact, tse.last_transaction, tse.last_counter,
            (
              select count(*) from till where till.event_id = tse.event_id and till.tse_id = tse.id
            )::integer as tills,
            queue.length as queue_length, ordr.booked_at as oldest_unsigned
          from tse
            cross join lateral (
              select coalesce(sum(unsigned.orders), 0)::integer as length, min(unsigned.oldest) as oldest
              from ${sql.literal(unsignedOrders)}
              where fiscal.event_id = tse.event_id and till.tse_id = tse.id
            ) as queue
            left join ordr on ordr.event_id = tse.event_id and ordr.id = queue.oldest
          where tse.event_id = ${eventId} and tse.node_id = any(${pathIds}::bigint[])
            and (${id}::bigint is null or tse.id = ${id})
          order by tse.name, tse.id`
    })
    return {
      /** Devices on the path, by name. */
      list: ({ eventId, pathIds }: Place) =>
        Effect.map(visible({ eventId, pathIds, id: null }), (rows) => rows.map(shownAs)),
      find: ({ eventId, pathIds }: Place, id: bigint) =>
        Effect.map(visible({ eventId, pathIds, id }), ([row]) => row && shownAs(row)),
      nameTaken: yield* nameTaken("tse"),
      /**
       * Whether another record has the serial: any of the event, or one elsewhere that is not disabled. Take `lockSerials` first, so that
       * two transactions at once can't both find it free.
       */
      serialTaken: (eventId: bigint, id: bigint | null, serial: string) =>
        Effect.map(
          sql`
            select 1 from tse
            where lower(serial) = lower(${serial}) and (event_id = ${eventId} or status <> 'disabled')
              and not (event_id = ${eventId} and id is not distinct from ${id}::bigint)
            limit 1`,
          (rows) => rows.length > 0
        ),
      /** Until the end of the transaction no one else stores a serial. Taken before any other lock. */
      lockSerials: sql`select from node where id = 0 for no key update`,
      /** An id for a new record, whose password is sealed with it. */
      nextId: Effect.map(
        sql<{ id: bigint }>`select nextval(pg_get_serial_sequence('tse', 'id')) as id`,
        ([row]) => row!.id
      ),
      insert: (
        { eventId, nodeId }: Place,
        tse: NewTse,
        { id, sealedPassword }: { readonly id: bigint; readonly sealedPassword: string }
      ) =>
        sql`
            insert into tse (
              event_id, id, node_id, name, type, ws_url, ws_timeout, password, first_operation, serial, certification_year
            ) values (
              ${eventId}, ${id}, ${nodeId}, ${tse.name}, ${tse.type}, ${tse.ws_url}, ${tse.ws_timeout}::float8, ${sealedPassword},
              ${instant(tse.first_operation)}::timestamptz, ${tse.serial}, ${tse.certification_year ?? null}::integer
            )`,
      /** A `sealedPassword` of null keeps the stored one; a new one is tried even if the last was refused. */
      update: (
        eventId: bigint,
        id: bigint,
        tse: UpdateTse,
        { reconnect, sealedPassword }: { readonly reconnect: boolean; readonly sealedPassword: string | null }
      ) =>
        sql`
          update tse set name = ${tse.name}, ws_url = ${tse.ws_url}, ws_timeout = ${tse.ws_timeout}::float8,
            first_operation = ${instant(tse.first_operation)}::timestamptz,
            certification_year = ${
          tse.certification_year === undefined ? sql.literal("certification_year") : tse.certification_year
        },
            password = coalesce(${sealedPassword}, password),
            password_refused = password_refused and ${sealedPassword}::text is null,
            revision = revision + ${reconnect ? 1 : 0}
          where event_id = ${eventId} and id = ${id}`,
      setStatus: (eventId: bigint, id: bigint, status: TseStatus) =>
        sql`update tse set status = ${status} where event_id = ${eventId} and id = ${id}`,
      /** Has the worker reconnect, also with a password that was refused. */
      tryAgain: (eventId: bigint, id: bigint) =>
        sql`
          update tse set password_refused = false, revision = revision + 1
          where event_id = ${eventId} and id = ${id}`
    }
  })
}) {
  static readonly layer = Layer.effect(this, this.make)
}
