import { isOfEvent, type Privilege } from "@wristbank/core/organisation/Privilege"
import { terminalIdleDays } from "@wristbank/core/organisation/Session"
import { hashToken, makeToken } from "@wristbank/core/organisation/Token"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { randomUUID } from "node:crypto"
import { Festival } from "../../support/Festival.ts"
import { type Caller, holdings, type TillRights } from "./Caller.ts"
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

/** Terminals with signed-in users, inserted by SQL. */
export const tillCallers = Effect.fnUntraced(function*(callNodes: CallNodes) {
  const sql = yield* SqlClient.SqlClient
  const { event, tills } = yield* Festival
  const profile = yield* tills.profile({})

  const insertPerson = Effect.fnUntraced(function*(
    name: string,
    privileges: ReadonlyArray<Privilege>,
    { role, terminalOnly = false }: Place
  ) {
    const [user] = yield* sql<{ id: bigint }>`
      insert into usr (node_id, event_id, login, display_name, password_hash)
      values (${event}, ${event}, ${`till ${name}`}, 'Somebody', 'none') returning id`
    const [held] = yield* sql<{ id: bigint }>`
      insert into user_role (node_id, event_id, name, privileges)
      values (${role?.id ?? event}, ${event}, ${`till ${name}`}, ${[...privileges]}::text[]) returning id`
    if (role !== null && role !== undefined) {
      yield* sql`insert into user_to_role (node_id, user_id, role_id, terminal_only)
        values (${role.id}, ${user!.id}, ${held!.id}, ${terminalOnly})`
    }
    return { userId: user!.id, roleId: held!.id }
  })

  const insertTerminal = Effect.fnUntraced(function*(
    name: string,
    till: CallNode | null,
    person: { readonly userId: bigint; readonly roleId: bigint } | null
  ) {
    const { hash, token } = yield* makeToken
    const [terminal] = yield* sql<{ id: bigint }>`
      insert into terminal (event_id, node_id, name, session_hash, session_uuid, active_user_id, active_user_role_id)
      values (${event}, ${event}, ${name}, ${hash}, ${randomUUID()}, ${person?.userId ?? null}, ${
      person?.roleId ?? null
    })
      returning id`
    if (till !== null) {
      yield* sql`insert into till (event_id, node_id, name, active_profile_id, terminal_id)
        values (${event}, ${till.id}, ${name}, ${profile}, ${terminal!.id})`
    }
    const restore = Effect.gen(function*() {
      yield* sql`update terminal set session_hash = ${hash}, session_uuid = ${randomUUID()}, registration_uuid = null,
        active_user_id = ${person?.userId ?? null}, active_user_role_id = ${person?.roleId ?? null}
        where event_id = ${event} and id = ${terminal!.id}`
      if (till !== null) {
        yield* sql`update till set terminal_id = ${terminal!.id} where event_id = ${event} and name = ${name}`
      }
      yield* sql`update event set version = version + 1 where event_id = ${event}`
    })
    return { id: terminal!.id, secret: token, restore: Effect.orDie(Effect.asVoid(restore)) }
  })

  const callers: Array<Caller> = []
  for (const place of placesOf(callNodes)) {
    const { role, till, where } = place
    for (const holding of holdings) {
      const name = `terminal: ${holding.name} ${where}`
      const person = yield* insertPerson(name, holding.privileges, place)
      const { restore, secret } = yield* insertTerminal(name, till, person)
      const counts = role !== null && role !== undefined && (till ?? callNodes.event).path.includes(role.id)
      const rights: TillRights = {
        api: "terminal",
        privileges: counts
          ? holding.privileges
          : role === null || role === undefined
          ? []
          : holding.privileges.filter(isOfEvent),
        hasTill: till !== null,
        archived: till?.archived ?? false
      }
      callers.push({ name, rights, token: "valid", secret, foreign: false, restore })
    }
  }
  const nobody: TillRights = { api: "terminal", privileges: [], hasTill: true, archived: false }
  const empty = yield* insertTerminal("terminal: nobody", callNodes.event, null)
  const unused = yield* insertTerminal("terminal: nobody for long", callNodes.event, null)
  yield* sql`update terminal set last_seen = now() - make_interval(days => ${terminalIdleDays + 1})
    where event_id = ${event} and id = ${unused.id}`
  callers.push({ name: "terminal: nobody for long", rights: nobody, token: "idle", ...unused, foreign: false })
  callers.push({ name: "terminal: nobody", rights: nobody, token: "valid", ...empty, foreign: false })
  yield* sql`update event set version = version + 1 where event_id = ${event}`
  return callers
})

/** The same terminals with the tokens from before their new registration, which servers have seen. */
export const formerTerminals = Effect.fnUntraced(function*(
  callers: ReadonlyArray<Caller>,
  use: (secret: string) => Effect.Effect<unknown>
) {
  const sql = yield* SqlClient.SqlClient
  const { event } = yield* Festival
  return yield* Effect.forEach(callers, (caller) =>
    Effect.gen(function*() {
      const { hash, token } = yield* makeToken
      yield* sql`update terminal set session_hash = ${hash} where event_id = ${event} and name = ${caller.name}`
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
