import { PgClient } from "@effect/sql-pg"
import { Context, DateTime, Effect, Layer, Schema } from "effect"
import { SqlSchema } from "effect/sql"
import { Id } from "../base/Id.ts"
import { nullOr } from "../base/OptionalField.ts"
import { WrittenSentence } from "../base/Sentence.ts"
import { type FoundDevice, MdmDevice, MdmDeviceLocation, TerminalLocation } from "./ManagedDevice.ts"

const Row = Schema.Struct({
  ...MdmDevice.fields,
  terminal_id: nullOr(Id),
  created_at: nullOr(Schema.DateTimeUtc),
  updated_at: nullOr(Schema.DateTimeUtc),
  terminal_name: nullOr(Schema.String),
  terminal_description: nullOr(Schema.String)
})

const LinkRow = Schema.Struct({ terminal_id: Id, device_id: Schema.String })

const DueRow = Schema.Struct({ event_id: Id, used_settings: Schema.String })

/** An event that is to be read, and a digest of its settings for that. */
export type DueReading = typeof DueRow.Type

/** The devices of events, their links with terminals, and when the device management was read. */
export class DeviceRepository extends Context.Service<DeviceRepository>()("core/DeviceRepository", {
  make: Effect.map(PgClient.PgClient, (sql) => {
    /** The devices at the terminals of some nodes, and those that no terminal is. */
    const list = SqlSchema.findAll({
      Request: Schema.Struct({ eventId: Id, nodes: Schema.Array(Id) }),
      Result: Row,
      execute: ({ eventId, nodes }) =>
        sql`select device.device_id, device.status, device.serial, device.imei, device.description, device.last_update,
            device.ip_address, device.model, device.located_at as location_last_update,
            link.terminal_id, link.created_at, link.updated_at, terminal.name as terminal_name,
            terminal.description as terminal_description
          from managed_device device
            left join terminal_device link on link.event_id = device.event_id and link.device_id = device.device_id
            left join terminal on terminal.event_id = link.event_id and terminal.id = link.terminal_id
          where device.event_id = ${eventId} and (terminal.id is null or terminal.node_id = any(${nodes}::bigint[]))
          order by device.device_id`
    })

    const location = SqlSchema.findAll({
      Request: Schema.Struct({ eventId: Id, deviceId: Schema.String }),
      Result: MdmDeviceLocation,
      execute: ({ deviceId, eventId }) =>
        sql`select latitude, longitude, located_at as last_update from managed_device
          where event_id = ${eventId} and device_id = ${deviceId} and latitude is not null`
    })

    const locations = SqlSchema.findAll({
      Request: Schema.Struct({ eventId: Id, nodes: Schema.Array(Id) }),
      Result: TerminalLocation,
      execute: ({ eventId, nodes }) =>
        sql`select terminal.id as terminal_id, terminal.name as terminal_name, device.device_id as mdm_device_id,
            device.latitude, device.longitude, device.located_at as last_update
          from terminal_device link
            join terminal on terminal.event_id = link.event_id and terminal.id = link.terminal_id
            join managed_device device on device.event_id = link.event_id and device.device_id = link.device_id
          where link.event_id = ${eventId} and terminal.node_id = any(${nodes}::bigint[]) and device.latitude is not null
          order by terminal.name, terminal.id`
    })

    const links = SqlSchema.findAll({
      Request: Schema.Struct({ eventId: Id, terminalId: Id, deviceId: nullOr(Schema.String) }),
      Result: LinkRow,
      execute: ({ deviceId, eventId, terminalId }) =>
        sql`select terminal_id, device_id from terminal_device
          where event_id = ${eventId} and (terminal_id = ${terminalId} or device_id = ${deviceId}::text) order by terminal_id`
    })

    return {
      list: (eventId: bigint, nodes: ReadonlyArray<bigint>) => list({ eventId, nodes }),
      location: (eventId: bigint, deviceId: string) => Effect.map(location({ eventId, deviceId }), ([found]) => found),
      locations: (eventId: bigint, nodes: ReadonlyArray<bigint>) => locations({ eventId, nodes }),
      /** The links of the terminal and of the device. */
      links: (eventId: bigint, terminalId: bigint, deviceId: string | null = null) =>
        links({ eventId, terminalId, deviceId }),

      /** Whether another event that uses the same device management, and is not archived, has linked the device. */
      isElsewhere: (eventId: bigint, deviceId: string) =>
        Effect.map(
          sql<{ elsewhere: boolean }>`select exists (
              select from terminal_device link
                join event theirs on theirs.event_id = link.event_id
                join node on node.id = theirs.event_id
                join event mine on mine.event_id = ${eventId}
              where link.device_id = ${deviceId} and theirs.event_id <> mine.event_id and not node.read_only
                and (theirs.settings->>'headwind_enabled')::boolean
                and theirs.settings->>'headwind_url' = mine.settings->>'headwind_url'
            ) as elsewhere`,
          ([row]) => row?.elsewhere === true
        ),

      /** Makes the device that of the terminal alone. */
      link: Effect.fnUntraced(function*(eventId: bigint, terminalId: bigint, deviceId: string) {
        yield* sql`delete from terminal_device
          where event_id = ${eventId} and device_id = ${deviceId} and terminal_id <> ${terminalId}`
        yield* sql`insert into terminal_device (event_id, terminal_id, device_id)
          values (${eventId}, ${terminalId}, ${deviceId})
          on conflict (event_id, terminal_id) do update set device_id = excluded.device_id, updated_at = clock_timestamp()`
      }),
      unlink: (eventId: bigint, terminalId: bigint) =>
        sql`delete from terminal_device where event_id = ${eventId} and terminal_id = ${terminalId}`,

      /**
       * The events, by id, whose device management was not read for a number of seconds or has other settings since then. Archived
       * ones are left alone.
       */
      due: SqlSchema.findAll({
        Request: Schema.Int,
        Result: DueRow,
        execute: (seconds) =>
          sql`select event.event_id, used.settings as used_settings from event
              join node on node.id = event.event_id
              cross join lateral (select md5(jsonb_build_array(event.settings->'headwind_url',
                event.settings->'headwind_username', event.secrets->'headwind_password')::text)) used (settings)
              left join device_reading reading on reading.event_id = event.event_id
            where (event.settings->>'headwind_enabled')::boolean and not node.read_only and not node.deleted
              and (reading.event_id is null or reading.used_settings <> used.settings
                or greatest(reading.read_at, reading.failed_at) <= clock_timestamp() - make_interval(secs => ${seconds}))
            order by event.event_id`
      }),

      /**
       * Replaces the devices of an event by those of a reading, of which some positions may have failed. A device keeps its last
       * position.
       */
      store: Effect.fnUntraced(function*(
        { event_id: eventId, used_settings }: DueReading,
        devices: ReadonlyArray<FoundDevice>,
        problem: WrittenSentence | null
      ) {
        const rows = devices.map(({ deviceId, ipAddress, lastUpdate, position, ...device }) => ({
          ...device,
          device_id: deviceId,
          ip_address: ipAddress,
          last_update: isoOf(lastUpdate),
          latitude: position?.latitude ?? null,
          longitude: position?.longitude ?? null,
          located_at: isoOf(position?.at ?? null)
        }))
        yield* sql`delete from managed_device
          where event_id = ${eventId} and device_id <> all(${devices.map(({ deviceId }) => deviceId)}::text[])`
        yield* sql`insert into managed_device (
            event_id, device_id, status, serial, imei, description, model, ip_address, last_update, latitude, longitude, located_at
          )
          select ${eventId}, device_id, status, serial, imei, description, model, ip_address, last_update, latitude, longitude,
            located_at
          from jsonb_to_recordset(${sql.json(rows)}) as device (
            device_id text, status text, serial text, imei text, description text, model text, ip_address text,
            last_update timestamptz, latitude double precision, longitude double precision, located_at timestamptz
          )
          on conflict (event_id, device_id) do update set status = excluded.status, serial = excluded.serial,
            imei = excluded.imei, description = excluded.description, model = excluded.model,
            ip_address = excluded.ip_address, last_update = excluded.last_update,
            latitude = coalesce(excluded.latitude, managed_device.latitude),
            longitude = coalesce(excluded.longitude, managed_device.longitude),
            located_at = coalesce(excluded.located_at, managed_device.located_at)`
        yield* sql`insert into device_reading (event_id, used_settings, read_at, problem)
          values (${eventId}, ${used_settings}, clock_timestamp(), ${problem && sql.json(problem)})
          on conflict (event_id) do update set used_settings = excluded.used_settings, read_at = excluded.read_at,
            problem = excluded.problem`
      }, sql.withTransaction),

      /** Notes why the devices of an event could not be read. */
      fail: ({ event_id, used_settings }: DueReading, problem: WrittenSentence) =>
        sql`insert into device_reading (event_id, used_settings, failed_at, problem)
          values (${event_id}, ${used_settings}, clock_timestamp(), ${sql.json(problem)})
          on conflict (event_id) do update set used_settings = excluded.used_settings, failed_at = excluded.failed_at,
            problem = excluded.problem`,

      /** When the devices of an event were read, and why the last reading failed. */
      reading: SqlSchema.findAll({
        Request: Id,
        Result: Schema.Struct({
          read_at: nullOr(Schema.DateTimeUtc),
          failed_at: nullOr(Schema.DateTimeUtc),
          problem: nullOr(WrittenSentence)
        }),
        execute: (eventId) => sql`select read_at, failed_at, problem from device_reading where event_id = ${eventId}`
      })
    }
  })
}) {
  static readonly layer = Layer.effect(this, this.make)
}

const isoOf = (milliseconds: number | null): string | null =>
  milliseconds === null ? null : DateTime.formatIso(DateTime.makeUnsafe(milliseconds))
