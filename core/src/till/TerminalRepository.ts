import { Context, Effect, Layer, Schema } from "effect"
import { SqlClient, SqlSchema } from "effect/sql"
import { Id } from "../base/Id.ts"
import { nullOr } from "../base/OptionalField.ts"
import { nameTaken } from "../event/NameRepository.ts"
import { type Place } from "../organisation/Place.ts"
import { type NewTerminal, Registration, type SignedInTerminal, Terminal } from "./Terminal.ts"

export class TerminalRepository extends Context.Service<TerminalRepository>()("core/TerminalRepository", {
  make: Effect.gen(function*() {
    const sql = yield* SqlClient.SqlClient
    const columns = sql.literal(`
      terminal.name, terminal.description, terminal.id, terminal.node_id, till.id as till_id,
      terminal.session_uuid, terminal.registration_uuid, terminal.active_user_id, terminal.active_user_role_id,
      terminal.last_seen, (
        select link.device_id from terminal_device link
        where link.event_id = terminal.event_id and link.terminal_id = terminal.id
      ) as mdm_device_id`)
    const visible = SqlSchema.findAll({
      Request: Schema.Struct({ eventId: Id, pathIds: Schema.Array(Id), id: nullOr(Id) }),
      Result: Terminal,
      execute: ({ eventId, id, pathIds }) =>
        sql`
          select ${columns}
          from terminal left join till on till.event_id = terminal.event_id and till.terminal_id = terminal.id
          where terminal.event_id = ${eventId} and terminal.node_id = any(${pathIds}::bigint[])
            and (${id}::bigint is null or terminal.id = ${id})
          order by terminal.name, terminal.id`
    })
    const inEvent = SqlSchema.findAll({
      Request: Schema.Struct({ eventId: Id, id: Id }),
      Result: Terminal,
      execute: ({ eventId, id }) =>
        sql`
          select ${columns}
          from terminal left join till on till.event_id = terminal.event_id and till.terminal_id = terminal.id
          where terminal.event_id = ${eventId} and terminal.id = ${id}`
    })
    const named = SqlSchema.findAll({
      Request: Schema.Struct({ eventId: Id, name: Schema.String }),
      Result: Terminal,
      execute: ({ eventId, name }) =>
        sql`
          select ${columns}
          from terminal left join till on till.event_id = terminal.event_id and till.terminal_id = terminal.id
          where terminal.event_id = ${eventId} and (terminal.name = ${name} or terminal.id::text = ${name})
          order by terminal.name = ${name} desc, terminal.id`
    })
    const waiting = SqlSchema.findAll({
      Request: Id,
      Result: Registration,
      execute: (eventId) =>
        sql`
          select terminal.id, terminal.name, till.name as till, terminal.registration_uuid as code
          from terminal left join till on till.event_id = terminal.event_id and till.terminal_id = terminal.id
          where terminal.event_id = ${eventId} and terminal.registration_uuid is not null
          order by terminal.name, terminal.id`
    })
    const insert = (place: Place, { description, name }: NewTerminal, registrationUuid: string) =>
      Effect.map(
        sql<{ id: bigint }>`
          insert into terminal (event_id, node_id, name, description, registration_uuid)
          values (${place.eventId}, ${place.nodeId}, ${name}, ${description}, ${registrationUuid}::uuid)
          returning id`,
        ([row]) => row!.id
      )
    return {
      /** The terminals of the nodes on the path, by name. */
      list: (place: Place) => visible({ ...place, id: null }),
      find: (place: Place, id: bigint) => Effect.map(visible({ ...place, id }), ([terminal]) => terminal),
      /** A terminal at any node of the event. */
      findInEvent: (eventId: bigint, id: bigint) => Effect.map(inEvent({ eventId, id }), ([terminal]) => terminal),
      /** The terminals at any node of the event that wait for a device. */
      waiting,
      /** Terminals at any node of the event: those with the name, then the one with the number. */
      called: (eventId: bigint, name: string) => named({ eventId, name }),
      nameTaken: yield* nameTaken("terminal"),
      insert,
      update: (eventId: bigint, id: bigint, { description, name }: NewTerminal) =>
        sql`
          update terminal set name = ${name}, description = ${description}
          where event_id = ${eventId} and id = ${id}`,
      /** The terminal that waits for this code. */
      awaiting: (registrationUuid: string) =>
        Effect.map(
          sql<{ event_id: bigint; id: bigint; node_id: bigint }>`
            select event_id, id, node_id from terminal where registration_uuid = ${registrationUuid}::uuid`,
          ([row]) => row
        ),
      /** Uses the code up; returns whether it was still valid. */
      register: (
        { eventId, id }: { readonly eventId: bigint; readonly id: bigint },
        registrationUuid: string,
        session: { readonly uuid: string; readonly hash: Uint8Array }
      ) =>
        Effect.map(
          sql`
            update terminal
            set registration_uuid = null, session_uuid = ${session.uuid}::uuid, session_hash = ${session.hash},
              last_seen = now()
            where event_id = ${eventId} and id = ${id} and registration_uuid = ${registrationUuid}::uuid
            returning id`,
          (rows) => rows.length === 1
        ),
      /** Whether the terminal still has this session. */
      lasts: ({ eventId, sessionHash, terminalId }: SignedInTerminal) =>
        Effect.map(
          sql`
            select 1 from terminal
            where event_id = ${eventId} and id = ${terminalId} and session_hash = ${sessionHash}`,
          (rows) => rows.length === 1
        ),
      remove: (eventId: bigint, id: bigint) => sql`delete from terminal where event_id = ${eventId} and id = ${id}`,
      /** Ends the session. The terminal waits for registration with a new code. */
      unregister: (eventId: bigint, id: bigint, registrationUuid: string) =>
        sql`
          update terminal
          set registration_uuid = ${registrationUuid}::uuid, session_uuid = null, session_hash = null
          where event_id = ${eventId} and id = ${id}`
    }
  })
}) {
  static readonly layer = Layer.effect(this, this.make)
}
