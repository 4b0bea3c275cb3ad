import { hashPassword } from "@wristbank/core/organisation/PasswordHash"
import type { Privilege } from "@wristbank/core/organisation/Privilege"
import { makeToken } from "@wristbank/core/organisation/Token"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { randomUUID } from "node:crypto"
import { type Caller, holdings, type OfficeRights, without } from "./Caller.ts"
import type { CallNode, CallNodes } from "./CallNode.ts"

/** The node of a role, and the home of its holder. */
const placesOf = ({ elsewhere, event, part, root }: CallNodes) => [
  { where: "at the event", at: event, terminalOnly: false },
  { where: "at the event, at terminals only", at: event, terminalOnly: true },
  { where: "at the root", at: root, terminalOnly: false },
  { where: "at a part", at: part, terminalOnly: false },
  { where: "at another event", at: elsewhere, terminalOnly: false }
]

const eventIdOf = ({ path }: CallNode) => path[1] ?? 0

/** A user of the office, who is to be inserted. */
interface Person {
  readonly name: string
  readonly login: string
  readonly home: CallNode
  /** The node of the role. */
  readonly at: CallNode | null
  readonly rights: OfficeRights
  readonly foreign: boolean
  /** Whether the user is removed afterwards. */
  readonly leaves: boolean
}

const peopleOf = (callNodes: CallNodes, needs: ReadonlyArray<ReadonlyArray<Privilege>>) => {
  const { elsewhere, event, root } = callNodes
  const people: Array<Person> = []
  for (const [n, { at, terminalOnly, where }] of placesOf(callNodes).entries()) {
    // Every privilege but those that suffice is tried at the event alone.
    for (const { name, privileges } of [...holdings, ...(n === 0 ? needs.map(without) : [])]) {
      const assignedInEvent = at.path.includes(event.id)
      const rights = { api: "administration", privileges, assignedAt: at.id, assignedInEvent, terminalOnly } as const
      const foreign = at.id === elsewhere.id
      people.push({ name: `${name} ${where}`, login: randomUUID(), home: at, at, rights, foreign, leaves: false })
    }
  }
  for (const [home, where] of [[event, "the event"], [root, "the root"]] as const) {
    const rights: OfficeRights = {
      api: "administration",
      privileges: [],
      assignedAt: null,
      assignedInEvent: false,
      terminalOnly: false
    }
    const person = { home, at: null, rights, foreign: false }
    people.push({ ...person, name: `a home at ${where} and no role`, login: randomUUID(), leaves: false })
    people.push({ ...person, name: `who has left ${home.path.join("/")}`, login: randomUUID(), leaves: true })
  }
  return people
}

/** Inserts users with their roles; returns their ids by login. */
const insertPeople = Effect.fnUntraced(function*(people: ReadonlyArray<Person>) {
  const sql = yield* SqlClient.SqlClient
  const passwordHash = yield* hashPassword("a password that no call of these tests knows")
  const rows = people.map(({ at, home, login, rights }) => ({
    login,
    home: home.id,
    home_event: eventIdOf(home),
    at: at?.id ?? null,
    at_event: at === null ? null : eventIdOf(at),
    privileges: rights.privileges,
    terminal_only: rights.terminalOnly
  }))
  const users = yield* sql<{ id: bigint; login: string }>`
    with person as materialized (
      select * from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
        as person(login text, home bigint, home_event bigint, at bigint, at_event bigint, privileges jsonb, terminal_only boolean)
    ), made as (
      insert into usr (node_id, event_id, login, display_name, password_hash)
      select home, home_event, login, 'Robin', ${passwordHash} from person returning id, login
    ), role as (
      insert into user_role (node_id, event_id, name, privileges)
      select at, at_event, login, array(select jsonb_array_elements_text(privileges)) from person where at is not null
      returning id, name
    ), assigned as (
      insert into user_to_role (node_id, user_id, role_id, terminal_only)
      select at, made.id, role.id, terminal_only
      from person join made using (login) join role on role.name = login
    )
    select id, login from made`
  return new Map(users.map(({ id, login }) => [login, id]))
})

/** Sessions that end, or were last used, after or before these hours. */
const insertSessions = Effect.fnUntraced(function*(
  given: ReadonlyArray<{ readonly userId: bigint; readonly hours: number; readonly idleHours: number }>
) {
  const sql = yield* SqlClient.SqlClient
  const made = yield* Effect.forEach(
    given,
    ({ hours, idleHours, userId }) =>
      Effect.map(makeToken, ({ hash, token }) => {
        const row = { user_id: Number(userId), hours, idle: idleHours, hash: Buffer.from(hash).toString("hex") }
        return { row, secret: token }
      })
  )
  const insert = (rows: ReadonlyArray<typeof made[number]["row"]>) =>
    sql`insert into user_session (token_hash, user_id, address, expires_at, last_seen_at)
      select decode(hash, 'hex'), user_id, '10.0.0.1', now() + make_interval(hours => hours),
        now() - make_interval(hours => idle)
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as one(user_id bigint, hours int, idle int, hash text)
      on conflict (token_hash) do nothing`
  yield* insert(made.map(({ row }) => row))
  return made.map(({ row, secret }) => ({ secret, restore: Effect.orDie(Effect.asVoid(insert([row]))) }))
})

/**
 * Users of the office with roles and sessions, inserted by SQL. For each of `needs` one has every other privilege at the
 * event.
 */
export const officeCallers = Effect.fnUntraced(function*(
  callNodes: CallNodes,
  needs: ReadonlyArray<ReadonlyArray<Privilege>>
) {
  const sql = yield* SqlClient.SqlClient
  const people = peopleOf(callNodes, needs)
  const ids = yield* insertPeople(people)
  // Sessions of the same user: valid, expired, unused for too long, and revoked.
  const kinds = [
    { token: "valid", hours: 12, idleHours: 0 },
    { token: "expired", hours: -1, idleHours: 0 },
    { token: "idle", hours: 12, idleHours: 11 }
  ] as const
  const leaver = [{ token: "left", hours: 12, idleHours: 0 }] as const
  const wanted = people.flatMap((person) =>
    (person.leaves ? leaver : kinds).map((kind) => ({ ...kind, person, userId: ids.get(person.login)! }))
  )
  const sessions = yield* insertSessions(wanted)
  const left = people.filter(({ leaves }) => leaves).map(({ login }) => login)
  yield* sql`update usr set deactivated_at = now(), password_hash = null where login = any(${left}::text[])`
  const callers = wanted.map(({ person: { foreign, name, rights }, token }, n): Caller => {
    const { restore, secret } = sessions[n]!
    return { name, rights, token, secret, foreign, restore: token === "valid" ? restore : Effect.void }
  })
  const revoked = yield* Effect.forEach(
    people.filter(({ leaves }) => !leaves),
    ({ foreign, name, rights }) =>
      Effect.map(makeToken, ({ token: secret }): Caller => (
        { name, rights, token: "revoked", secret, foreign, restore: Effect.void }
      ))
  )
  return [...callers, ...revoked]
})
