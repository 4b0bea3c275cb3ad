import { hashPassword } from "@wristbank/core/organisation/PasswordHash"
import type { Privilege } from "@wristbank/core/organisation/Privilege"
import { makeToken } from "@wristbank/core/organisation/Token"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { type Caller, holdings, type OfficeRights } from "./Caller.ts"
import type { CallNode, CallNodes } from "./CallNode.ts"

/** The node of a role, and the home of its holder. */
const placesOf = ({ elsewhere, event, part, root }: CallNodes) => [
  { where: "at the event", at: event, home: event, terminalOnly: false },
  { where: "at the event, at terminals only", at: event, home: event, terminalOnly: true },
  { where: "at the root", at: root, home: root, terminalOnly: false },
  { where: "at a part", at: part, home: part, terminalOnly: false },
  { where: "at another event", at: elsewhere, home: elsewhere, terminalOnly: false }
]

const eventIdOf = (nodePath: ReadonlyArray<number>) => nodePath[1] ?? 0

/** Users of the office with roles and sessions, inserted by SQL. */
export const officeCallers = Effect.fnUntraced(function*(callNodes: CallNodes) {
  const sql = yield* SqlClient.SqlClient
  const passwordHash = yield* hashPassword("a password that no call of these tests knows")

  const insertUser = Effect.fnUntraced(function*(login: string, home: ReadonlyArray<number>) {
    const [user] = yield* sql<{ id: bigint }>`
      insert into usr (node_id, event_id, login, display_name, password_hash)
      values (${home.at(-1)!}, ${eventIdOf(home)}, ${login}, 'Somebody', ${passwordHash}) returning id`
    return user!.id
  })

  const assign = Effect.fnUntraced(function*(
    userId: bigint,
    { name, path, privileges, terminalOnly }: {
      readonly name: string
      readonly path: ReadonlyArray<number>
      readonly privileges: ReadonlyArray<Privilege>
      readonly terminalOnly: boolean
    }
  ) {
    const [role] = yield* sql<{ id: bigint }>`
      insert into user_role (node_id, event_id, name, privileges)
      values (${path.at(-1)!}, ${eventIdOf(path)}, ${name}, ${[...privileges]}::text[]) returning id`
    yield* sql`insert into user_to_role (node_id, user_id, role_id, terminal_only)
      values (${path.at(-1)!}, ${userId}, ${role!.id}, ${terminalOnly})`
  })

  const session = Effect.fnUntraced(function*(userId: bigint, hours: number, idleHours = 0) {
    const { hash, token } = yield* makeToken
    const insert = sql`insert into user_session (token_hash, user_id, address, expires_at, last_seen_at)
      values (${hash}, ${userId}, '10.0.0.1', now() + make_interval(hours => ${hours}),
        now() - make_interval(hours => ${idleHours}))
      on conflict (token_hash) do nothing`
    yield* insert
    return { hash, secret: token, restore: Effect.orDie(Effect.asVoid(insert)) }
  })

  /** Sessions of the same user: valid, expired, unused for too long, and revoked. */
  const sessionsOf = Effect.fnUntraced(function*(
    userId: bigint,
    caller: Pick<Caller, "foreign" | "name" | "rights">
  ) {
    const valid = yield* session(userId, 12)
    const ended = { ...caller, restore: Effect.void }
    const revoked = yield* session(userId, 12)
    yield* sql`delete from user_session where token_hash = ${revoked.hash}`
    const callers: ReadonlyArray<Caller> = [
      { ...caller, token: "valid", secret: valid.secret, restore: valid.restore },
      { ...ended, token: "expired", secret: (yield* session(userId, -1)).secret },
      { ...ended, token: "idle", secret: (yield* session(userId, 12, 11)).secret },
      { ...ended, token: "revoked", secret: revoked.secret }
    ]
    return callers
  })

  /** A user who was removed, and whose session was not. */
  const leaver = Effect.fnUntraced(function*(home: CallNode, rights: OfficeRights) {
    const name = `who has left ${home.path.join("/")}`
    const userId = yield* insertUser(name, home.path)
    const { secret } = yield* session(userId, 12)
    yield* sql`update usr set deactivated_at = now(), password_hash = null where id = ${userId}`
    const caller: Caller = { name, rights, token: "left", secret, foreign: false, restore: Effect.void }
    return caller
  })

  const callers: Array<Caller> = []
  for (const { at, home, terminalOnly, where } of placesOf(callNodes)) {
    for (const { name: held, privileges } of holdings) {
      const name = `${held} ${where}`
      const userId = yield* insertUser(name, home.path)
      yield* assign(userId, { name, path: at.path, privileges, terminalOnly })
      const rights: OfficeRights = {
        api: "administration",
        privileges,
        assignedAt: at.id,
        assignedInEvent: at.path.includes(callNodes.event.id),
        terminalOnly
      }
      callers.push(...(yield* sessionsOf(userId, { name, rights, foreign: at.id === callNodes.elsewhere.id })))
    }
  }
  for (const [home, where] of [[callNodes.event, "the event"], [callNodes.root, "the root"]] as const) {
    const name = `a home at ${where} and no role`
    const userId = yield* insertUser(name, home.path)
    const rights: OfficeRights = {
      api: "administration",
      privileges: [],
      assignedAt: null,
      assignedInEvent: false,
      terminalOnly: false
    }
    callers.push(...(yield* sessionsOf(userId, { name, rights, foreign: false })), yield* leaver(home, rights))
  }
  return callers
})
