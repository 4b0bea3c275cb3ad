import { isOfEvent, type Privilege } from "@wristbank/core/organisation/Privilege"
import { terminalIdleDays } from "@wristbank/core/organisation/Session"
import { hashToken, makeToken } from "@wristbank/core/organisation/Token"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { randomUUID } from "node:crypto"
import { Festival } from "../../support/Festival.ts"
import { type Caller, holdings, type TillRights, without } from "./Caller.ts"
import type { CallNode, CallNodes } from "./CallNode.ts"

/** The node of a till, and the node where its user has the role. */
interface Place {
  readonly where: string
  /** Null: the terminal has no till. */
  readonly till: CallNode | null
  /** Null: the role was withdrawn since; `undefined`: no one is signed in. */
  readonly role: CallNode | null | undefined
  readonly terminalOnly?: boolean
}

const placesOf = ({ archived, event, part }: CallNodes): ReadonlyArray<Place> => [
  { where: "at the event", till: event, role: event },
  { where: "at the event, at terminals only", till: event, role: event, terminalOnly: true },
  { where: "at a part, from the event", till: part, role: event },
  { where: "at a part", till: part, role: part },
  { where: "at an archived part, from the event", till: archived, role: event },
  { where: "at a part, for a till at the event", till: event, role: part },
  { where: "that was taken away", till: event, role: null },
  { where: "at the event, without a till", till: null, role: event }
]

/** A terminal with its user, which is to be inserted. */
interface Device {
  readonly name: string
  /** The name in the database. */
  readonly key: string
  readonly privileges: ReadonlyArray<Privilege>
  readonly place: Place
}

const devicesOf = (callNodes: CallNodes, needs: ReadonlyArray<ReadonlyArray<Privilege>>): ReadonlyArray<Device> => [
  ...placesOf(callNodes).flatMap((place, n) =>
    // Every privilege but those that suffice is tried at the event alone.
    [...holdings, ...(n === 0 ? needs.map(without) : [])].map(({ name, privileges }) => (
      { name: `terminal: ${name} ${place.where}`, key: randomUUID(), privileges, place }
    ))
  ),
  ...["terminal: nobody", "terminal: nobody for long"].map((name) => (
    { name, key: randomUUID(), privileges: [], place: { where: "", till: callNodes.event, role: undefined } }
  ))
]

/** Inserts terminals, their tills, and their users with roles. */
const insertDevices = Effect.fnUntraced(function*(devices: ReadonlyArray<Device>) {
  const sql = yield* SqlClient.SqlClient
  const { event, tills } = yield* Festival
  const profile = yield* tills.profile({})
  const made = yield* Effect.forEach(devices, (device) => Effect.map(makeToken, (token) => ({ ...device, ...token })))
  const rows = made.map(({ hash, key, place: { role, terminalOnly = false, till }, privileges }) => ({
    key,
    hash: Buffer.from(hash).toString("hex"),
    privileges,
    till: till?.id ?? null,
    role: role?.id ?? null,
    someone: role !== undefined,
    terminal_only: terminalOnly
  }))
  const inserted = yield* sql<{ name: string; id: bigint; user_id: bigint | null; role_id: bigint | null }>`
    with device as materialized (
      select * from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
        as device(key text, hash text, privileges jsonb, till bigint, role bigint, someone boolean, terminal_only boolean)
    ), person as (
      insert into usr (node_id, event_id, login, display_name, password_hash)
      select ${event}, ${event}, key, 'Robin', 'none' from device where someone returning id, login
    ), held as (
      insert into user_role (node_id, event_id, name, privileges)
      select coalesce(role, ${event}), ${event}, key, array(select jsonb_array_elements_text(privileges)) from device
      where someone returning id, name
    ), assigned as (
      insert into user_to_role (node_id, user_id, role_id, terminal_only)
      select role, person.id, held.id, terminal_only
      from device join person on person.login = key join held on held.name = key where role is not null
    ), terminal as (
      insert into terminal (event_id, node_id, name, session_hash, session_uuid, active_user_id, active_user_role_id)
      select ${event}, ${event}, key, decode(hash, 'hex'), gen_random_uuid(), person.id, held.id
      from device left join person on person.login = key left join held on held.name = key
      returning id, name, active_user_id as user_id, active_user_role_id as role_id
    ), till as (
      insert into till (event_id, node_id, name, active_profile_id, terminal_id)
      select ${event}, till, key, ${profile}, terminal.id from device join terminal on terminal.name = key
      where till is not null
    )
    select * from terminal`
  const rowOf = new Map(inserted.map((row) => [row.name, row]))
  return made.map((device) => ({ ...rowOf.get(device.key)!, ...device }))
})

/** Terminals with signed-in users, inserted by SQL. For each of `needs` one has every other privilege at the event. */
export const tillCallers = Effect.fnUntraced(function*(
  callNodes: CallNodes,
  needs: ReadonlyArray<ReadonlyArray<Privilege>>
) {
  const sql = yield* SqlClient.SqlClient
  const { event } = yield* Festival
  const devices = yield* insertDevices(devicesOf(callNodes, needs))
  const isForgotten = ({ name }: Pick<Device, "name">) => name === "terminal: nobody for long"
  yield* sql`update terminal set last_seen = now() - make_interval(days => ${terminalIdleDays + 1})
    where event_id = ${event} and id = ${devices.find(isForgotten)!.id}`
  yield* sql`update event set version = version + 1 where event_id = ${event}`
  return devices.map((device) => {
    const { hash, id, key, name, place: { role, till }, role_id, token, user_id } = device
    const restore = Effect.gen(function*() {
      yield* sql`update terminal set session_hash = ${hash}, session_uuid = ${randomUUID()}, registration_uuid = null,
        active_user_id = ${user_id}, active_user_role_id = ${role_id}
        where event_id = ${event} and id = ${id}`
      if (till !== null) {
        yield* sql`update till set terminal_id = ${id} where event_id = ${event} and name = ${key}`
      }
      yield* sql`update event set version = version + 1 where event_id = ${event}`
    })
    const isNobody = role === null || role === undefined
    const counts = !isNobody && (till ?? callNodes.event).path.includes(role.id)
    const rights: TillRights = {
      api: "terminal",
      privileges: counts ? device.privileges : isNobody ? [] : device.privileges.filter(isOfEvent),
      hasTill: till !== null,
      archived: till?.archived ?? false
    }
    const caller: Caller & { readonly id: bigint } = {
      id,
      name,
      rights,
      token: isForgotten(device) ? "idle" : "valid",
      secret: token,
      foreign: false,
      restore: Effect.orDie(Effect.asVoid(restore))
    }
    return caller
  })
})

/** The same terminals with the tokens from before their new registration, which servers have seen. */
export const formerTerminals = Effect.fnUntraced(function*(
  callers: ReadonlyArray<Caller & { readonly id: bigint }>,
  use: (secret: string) => Effect.Effect<unknown>
) {
  const sql = yield* SqlClient.SqlClient
  const { event } = yield* Festival
  return yield* Effect.forEach(callers, (caller) =>
    Effect.gen(function*() {
      const { hash, token } = yield* makeToken
      yield* sql`update terminal set session_hash = ${hash} where event_id = ${event} and id = ${caller.id}`
      yield* sql`update event set version = version + 1 where event_id = ${event}`
      yield* use(token)
      yield* caller.restore
      const former: Caller = { ...caller, token: "revoked", secret: token, restore: Effect.void }
      return former
    }))
})

/** A terminal of another event, with a cashier signed in. */
export const foreignTerminal = Effect.gen(function*() {
  const sql = yield* SqlClient.SqlClient
  const { neighbour } = yield* Festival
  const { event, till } = yield* neighbour
  const { cashier, terminalId } = till
  const restore = Effect.gen(function*() {
    yield* sql`update terminal set session_hash = ${hashToken(till.token)}, session_uuid = ${randomUUID()},
      registration_uuid = null, active_user_id = ${cashier.id}, active_user_role_id = ${cashier.roleId}
      where event_id = ${event} and id = ${terminalId}`
    yield* sql`update till set terminal_id = ${terminalId} where event_id = ${event} and id = ${till.id}`
    yield* sql`update event set version = version + 1 where event_id = ${event}`
  })
  const rights: TillRights = {
    api: "terminal",
    privileges: ["terminal_login", "can_book_orders", "cash_transport", "grant_free_tickets", "grant_vouchers"],
    hasTill: true,
    archived: false
  }
  const caller: Caller = {
    name: "terminal: a cashier of another event",
    rights,
    token: "valid",
    secret: till.token,
    foreign: true,
    restore: Effect.orDie(Effect.asVoid(restore))
  }
  return caller
})
