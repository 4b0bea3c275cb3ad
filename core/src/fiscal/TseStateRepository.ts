import { Context, Effect, Layer, Schema } from "effect"
import * as Base64 from "effect/encoding/Base64"
import { SqlClient, SqlSchema } from "effect/sql"
import { Id } from "../base/Id.ts"
import { nullOr } from "../base/OptionalField.ts"
import { unencoded } from "../sql/Unencoded.ts"
import type { TseFacts } from "../tse/TseDevice.ts"
import { undecided } from "./FiscalSettings.ts"
import { TseStatus, TseType } from "./Tse.ts"
import { alreadyInUse } from "./TseIdentity.ts"
import { NotOwner, type TseOwner } from "./TseOwner.ts"
import { TseRepository } from "./TseRepository.ts"

/** The record of a device as its worker reads it. */
export const TseState = Schema.Struct({
  name: Schema.String,
  type: TseType,
  status: TseStatus,
  ws_url: Schema.String,
  ws_timeout: Schema.Finite,
  /** Sealed. */
  password: Schema.String,
  revision: Schema.Int,
  fault: nullOr(Schema.String),
  stopped_at_revision: nullOr(Schema.Int),
  serial: nullOr(Schema.String),
  /** Base64. */
  public_key: nullOr(Schema.String),
  last_transaction: nullOr(Id),
  last_counter: nullOr(Id),
  /** Since the device last worked; null if it never did. */
  out_seconds: nullOr(Schema.Finite),
  /** How long an order may wait while its device is unusable. */
  limit_seconds: Schema.Int
})
export type TseState = typeof TseState.Type

const Device = Schema.Struct({ event_id: Id, id: Id })

/** The records of devices, as far as their workers read and write them. */
export class TseStateRepository extends Context.Service<TseStateRepository>()("core/TseStateRepository", {
  make: Effect.gen(function*() {
    const sql = yield* SqlClient.SqlClient

    const state = SqlSchema.findAll({
      Request: unencoded<TseOwner>(),
      Result: TseState,
      execute: ({ epoch, eventId, tseId }) =>
        sql`select tse.name, tse.type, tse.status, tse.ws_url, tse.ws_timeout, tse.password, tse.revision, tse.fault,
            tse.stopped_at_revision, tse.serial, tse.public_key, tse.last_transaction, tse.last_counter,
            extract(epoch from now() - tse.last_contact)::float8 as out_seconds,
            coalesce((fiscal.settings->>'outage_limit')::integer, ${undecided.outage_limit}) as limit_seconds
          from tse left join fiscal_settings fiscal on fiscal.event_id = tse.event_id
          where tse.event_id = ${eventId} and tse.id = ${tseId} and tse.epoch = ${epoch}`
    })

    const owned = SqlSchema.findAll({
      Request: Schema.Void,
      Result: Device,
      execute: () =>
        sql`select tse.event_id, tse.id from tse join node on node.id = tse.event_id
          where not node.read_only and not node.deleted and (tse.status <> 'disabled' or tse.connected or exists (
            select from signing_job job
            where job.event_id = tse.event_id and job.tse_id = tse.id and job.status = 'pending'
          ))
          order by tse.event_id, tse.id`
    })

    const tses = yield* TseRepository

    const isOwn = ({ epoch, eventId, tseId }: TseOwner) =>
      sql`event_id = ${eventId} and id = ${tseId} and epoch = ${epoch}`

    return {
      /** Devices that need an owner: all in use, and disabled ones that are not decommissioned yet. */
      owned: owned(undefined),

      /** Makes the caller the owner; nothing that an earlier owner tries to store is stored any more. */
      takeOver: (eventId: bigint, tseId: bigint) =>
        sql.withTransaction(Effect.gen(function*() {
          // The record of a disabled device stays connected, and so owned, until it is decommissioned.
          const [row] = yield* sql<{ epoch: bigint }>`update tse set epoch = epoch + 1,
              connected = connected and status = 'disabled'
            where event_id = ${eventId} and id = ${tseId} returning epoch`
          if (row === undefined) return null
          yield* sql`update signing_job set tse_epoch = ${row.epoch}
            where event_id = ${eventId} and tse_id = ${tseId} and status = 'pending'`
          return { eventId, tseId, epoch: row.epoch } satisfies TseOwner
        })),

      /** Undefined when someone else is the owner, or the record is gone. */
      read: (owner: TseOwner) => Effect.map(state(owner), ([row]) => row),
      /** Fails when someone else is the owner, or the record is gone. */
      current: (owner: TseOwner) =>
        Effect.flatMap(
          state(owner),
          ([row]): Effect.Effect<TseState, NotOwner> =>
            row === undefined ? Effect.fail(new NotOwner()) : Effect.succeed(row)
        ),

      /**
       * Gives the record the serial number of the device that answered, before anything is sent to the device; fails when
       * another record has it, or someone else is the owner.
       */
      claim: (owner: TseOwner, serial: string) =>
        sql.withTransaction(Effect.gen(function*() {
          yield* tses.lockSerials
          if (yield* tses.serialTaken(owner.eventId, owner.tseId, serial)) return yield* alreadyInUse
          const isOurs = yield* isStored(
            sql`update tse set serial = coalesce(serial, ${serial}) where ${isOwn(owner)} returning id`
          )
          if (!isOurs) return yield* new NotOwner()
        })),

      /** Stores the facts of the right device once it has answered; from now on it signs. */
      recordConnected: (owner: TseOwner, facts: TseFacts) =>
        isStored(sql`update tse set status = case when status = 'disabled' then status else 'active' end,
            connected = true, fault = null, fault_since = null, stopped_at_revision = null, last_contact = now(),
            first_operation = coalesce(first_operation, now()), serial = coalesce(serial, ${facts.serial}),
            hashalgo = ${facts.algorithm}, time_format = ${facts.timeFormat},
            public_key = ${Base64.encode(facts.publicKey)}, certificate = ${facts.certificates},
            process_data_encoding = ${facts.processDataEncoding}, tse_description = ${facts.description},
            certificate_date = ${facts.certificateEnd}
          where ${isOwn(owner)} returning id`),

      /** The device works at this moment. */
      recordContact: (owner: TseOwner) =>
        isStored(sql`update tse set last_contact = now() where ${isOwn(owner)} returning id`),

      /** The connection failed with an error that a retry may fix; `failed`: until then the device counts as one that does not sign. */
      recordFault: (owner: TseOwner, fault: string, failed: boolean) =>
        isStored(sql`update tse set connected = false, fault = ${fault}, fault_since = coalesce(fault_since, now()),
            status = case when ${failed} and status in ('new', 'active') then 'failed' else status end
          where ${isOwn(owner)} returning id`),

      /** The device is full of clients or transactions, and stays connected. */
      recordCapacityFault: (owner: TseOwner, fault: string) =>
        sql`update tse set fault = ${fault}, fault_since = coalesce(fault_since, now()) where ${isOwn(owner)}`,

      /** The device has capacity again. */
      clearCapacityFault: (owner: TseOwner) =>
        sql`update tse set fault = null, fault_since = null where ${isOwn(owner)} and connected and status = 'active'`,

      /** Orders failed because the device did not react, so it counts as failed until it works again. */
      recordFailed: (owner: TseOwner) =>
        isStored(sql`update tse set status = case when status = 'active' then 'failed' else status end,
            fault = coalesce(fault, 'The device does not react'), fault_since = coalesce(fault_since, now())
          where ${isOwn(owner)} returning id`),

      /** The connection failed with an error that no retry fixes; nothing is sent until the revision changes. */
      recordStop: (owner: TseOwner, fault: string, revision: number, passwordRefused: boolean) =>
        isStored(sql`update tse set connected = false, fault = ${fault}, fault_since = coalesce(fault_since, now()),
            stopped_at_revision = ${revision}, password_refused = password_refused or ${passwordRefused},
            status = case when status in ('new', 'active') then 'failed' else status end
          where ${isOwn(owner)} returning id`),

      /** The owner ends its work; the device has no fault. */
      recordDisconnected: (owner: TseOwner) => sql`update tse set connected = false where ${isOwn(owner)} and connected`
    }
  })
}) {
  static readonly layer = Layer.effect(this, this.make).pipe(Layer.provide(TseRepository.layer))
}

const isStored = <E, R>(rows: Effect.Effect<ReadonlyArray<unknown>, E, R>) =>
  Effect.map(rows, ({ length }) => length > 0)
