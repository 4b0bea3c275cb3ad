import { assert, layer } from "@effect/vitest"
import { SignIns } from "@wristbank/core/till/SignIns"
import { Effect, Fiber } from "effect"
import { SqlClient } from "effect/sql"
import { locked, lockWaits } from "../../support/lockWaits.ts"
import {
  amounts,
  fillRegister,
  insertPerson,
  refusal,
  registerFor,
  terminalRow,
  tillLayer,
  tillRow,
  type World,
  world
} from "./TillWorld.ts"

/** Runs a call that has decided, but not yet stored, when a change by someone else is committed. */
const overtaken = Effect.fnUntraced(function*<A, E, R, E2, R2>(
  event: bigint,
  change: Effect.Effect<unknown, E, R>,
  call: Effect.Effect<A, E2, R2>
) {
  const sql = yield* SqlClient.SqlClient
  const commit = yield* locked(
    Effect.andThen(sql`update event set version = version + 1 where event_id = ${event}`, change)
  )
  const calling = yield* Effect.forkChild(call)
  yield* lockWaits()
  yield* commit
  return yield* Fiber.join(calling)
})

const versionOf = (event: bigint) =>
  SqlClient.SqlClient.use((sql) =>
    Effect.map(
      sql<{ version: bigint; entries: bigint }>`
        select version, (select count(*) from audit_log where node_id = ${event}) as entries from event
        where event_id = ${event}`,
      ([row]) => row!
    )
  )

/** What may change between the two statements of a sign-in, and why it is refused then. */
const refusals = [
  {
    what: "the role is withdrawn",
    change: (_: World, userId: bigint) =>
      SqlClient.SqlClient.use((sql) => sql`delete from user_to_role where user_id = ${userId}`),
    rule: "till.tag_without_role"
  },
  {
    what: "the tag is taken from its holder",
    change: ({ event }: World, userId: bigint) =>
      SqlClient.SqlClient.use((sql) =>
        sql`update user_tag set uid = null
          where event_id = ${event} and id = (select user_tag_id from usr where id = ${userId})`
      ),
    rule: "cash.sign_in_tag_of_nobody"
  },
  {
    what: "the node is archived",
    change: ({ bar }: World) =>
      SqlClient.SqlClient.use((sql) => sql`update node set read_only = true where id = ${bar}`),
    rule: "NodeIsReadOnly"
  },
  {
    what: "the terminal is logged out",
    change: ({ event }: World) =>
      SqlClient.SqlClient.use((sql) =>
        sql`update terminal set session_hash = null, session_uuid = null, registration_uuid = gen_random_uuid()
          where event_id = ${event}`
      ),
    rule: "Unauthorized"
  }
] as const

layer(tillLayer)("a sign-in that others overtake", (it) => {
  for (const { change, rule, what } of refusals) {
    it.effect(`is refused when ${what}`, () =>
      Effect.gen(function*() {
        const here = yield* world
        const { event, roles } = here
        const signIns = yield* SignIns
        const terminal = yield* here.terminal()
        const person = yield* insertPerson(event, event, [roles.organiser])
        const before = yield* versionOf(event)
        const name = yield* overtaken(
          event,
          change(here, person.id),
          refusal(signIns.login(terminal, person.uid, roles.organiser))
        )
        assert.strictEqual(name, rule)
        assert.isNull((yield* terminalRow(event, terminal.terminalId)).active_user_id)
        assert.deepStrictEqual(yield* versionOf(event), { version: before.version + 1n, entries: before.entries })
      }))
  }

  it.effect("is refused when the supervisor who admits the cashier leaves", () =>
    Effect.gen(function*() {
      const here = yield* world
      const { event, roles } = here
      const sql = yield* SqlClient.SqlClient
      const signIns = yield* SignIns
      const terminal = yield* here.terminal()
      const cashier = yield* here.cashier
      yield* signIns.login(terminal, here.organiser.uid, roles.organiser)
      const leaves = sql`update terminal set active_user_id = null, active_user_role_id = null
        where event_id = ${event} and id = ${terminal.terminalId}`
      const name = yield* overtaken(event, leaves, refusal(signIns.login(terminal, cashier.uid, roles.cashier)))
      assert.strictEqual(name, "till.supervisor_needed")
    }))

  it.effect("leaves the register of its cashier in the till where it lies by now", () =>
    Effect.gen(function*() {
      const here = yield* world
      const { event, roles } = here
      const sql = yield* SqlClient.SqlClient
      const signIns = yield* SignIns
      const terminal = yield* here.terminal()
      const other = yield* here.terminal()
      const person = yield* insertPerson(event, event, [roles.organiser])
      const register = yield* registerFor(here, person.id, 500)
      yield* overtaken(
        event,
        sql`update till set cash_register_id = ${register.id} where event_id = ${event} and id = ${other.tillId}`,
        signIns.login(terminal, person.uid, roles.organiser)
      )
      assert.strictEqual((yield* terminalRow(event, terminal.terminalId)).active_user_id, person.id)
      assert.isNull((yield* tillRow(event, terminal.tillId)).cash_register_id)
      assert.deepStrictEqual(yield* amounts(event, terminal.tillId), [])
    }))

  it.effect("moves the cash that is in the register by then, also at a sign-out", () =>
    Effect.gen(function*() {
      const here = yield* world
      const { event, roles } = here
      const signIns = yield* SignIns
      const terminal = yield* here.terminal()
      const person = yield* insertPerson(event, event, [roles.organiser])
      const register = yield* registerFor(here, person.id, 500)
      yield* overtaken(
        event,
        fillRegister(event, register.id, 70),
        signIns.login(terminal, person.uid, roles.organiser)
      )
      yield* overtaken(event, fillRegister(event, register.id, 4), signIns.logout(terminal))
      assert.deepStrictEqual(yield* amounts(event, terminal.tillId), [[1, 570n, person.id], [1, -574n, person.id]])
    }))

  it.effect("signs no one out who left meanwhile", () =>
    Effect.gen(function*() {
      const here = yield* world
      const { event, roles } = here
      const sql = yield* SqlClient.SqlClient
      const signIns = yield* SignIns
      const terminal = yield* here.terminal()
      yield* signIns.login(terminal, here.organiser.uid, roles.organiser)
      const before = yield* versionOf(event)
      const leaves = sql`update terminal set active_user_id = null, active_user_role_id = null
        where event_id = ${event} and id = ${terminal.terminalId}`
      yield* overtaken(event, leaves, signIns.logout(terminal))
      assert.deepStrictEqual(yield* versionOf(event), { version: before.version + 1n, entries: before.entries })
    }))
})
