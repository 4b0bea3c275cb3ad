import { assert, layer } from "@effect/vitest"
import * as Money from "@wristbank/core/base/Money"
import { CashRegisters } from "@wristbank/core/cash/CashRegisters"
import { Books } from "@wristbank/core/journal/Books"
import { SignIns } from "@wristbank/core/till/SignIns"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { amounts, insertPerson, refusal, registerFor, terminalRow, tillLayer, tillRow, world } from "./TillWorld.ts"

layer(tillLayer)("people at terminals", (it) => {
  it.effect("a cashier gets in while a supervisor is signed in, and replaces them", () =>
    Effect.gen(function*() {
      const here = yield* world
      const signIns = yield* SignIns
      const terminal = yield* here.terminal()
      const cashier = yield* here.cashier
      assert.strictEqual(yield* refusal(signIns.checkLogin(terminal, cashier.uid)), "till.supervisor_needed")
      assert.strictEqual(yield* refusal(signIns.checkLogin(terminal, 1n)), "cash.sign_in_tag_of_nobody")
      assert.isNull(yield* signIns.current(terminal))
      const organiser = yield* signIns.login(terminal, here.organiser.uid, here.roles.organiser)
      assert.deepStrictEqual(organiser.privileges, ["terminal_login", "node_administration", "cash_transport"])
      const { roles } = yield* signIns.checkLogin(terminal, cashier.uid)
      assert.deepStrictEqual(roles.map((role) => role.id), [here.roles.cashier])
      assert.strictEqual(
        yield* refusal(signIns.login(terminal, cashier.uid, here.roles.organiser)),
        "till.role_not_usable"
      )
      const signedIn = yield* signIns.login(terminal, cashier.uid, here.roles.cashier)
      assert.strictEqual(signedIn.user_tag_uid, cashier.uid)
      assert.strictEqual((yield* signIns.current(terminal))?.id, cashier.id)
      yield* signIns.logout(terminal)
      assert.isNull(yield* signIns.current(terminal))
      yield* signIns.logout(terminal)
    }))

  it.effect("a supervisor who works as cashier admits no one", () =>
    Effect.gen(function*() {
      const here = yield* world
      const signIns = yield* SignIns
      const terminal = yield* here.terminal()
      const both = yield* insertPerson(here.event, here.event, [here.roles.organiser, here.roles.cashier])
      const cashier = yield* here.cashier
      yield* signIns.login(terminal, both.uid, here.roles.cashier)
      assert.strictEqual(yield* refusal(signIns.checkLogin(terminal, cashier.uid)), "till.supervisor_needed")
    }))

  it.effect("roles are offered along the path to the till, without a till those of the whole event, also those for terminals only", () =>
    Effect.gen(function*() {
      const here = yield* world
      const signIns = yield* SignIns
      const withTill = yield* here.terminal()
      const without = yield* here.terminal({ till: false })
      const barkeeper = yield* insertPerson(here.event, here.bar, [here.roles.organiser], true)
      assert.lengthOf((yield* signIns.checkLogin(withTill, barkeeper.uid)).roles, 1)
      assert.lengthOf((yield* signIns.checkLogin(without, barkeeper.uid)).roles, 1)
      yield* signIns.login(withTill, barkeeper.uid, here.roles.organiser)
      const sql = yield* SqlClient.SqlClient
      yield* sql`delete from user_to_role where user_id = ${barkeeper.id}`
      assert.isNull(yield* signIns.current(withTill))
      const cashier = yield* here.cashier
      assert.strictEqual(yield* refusal(signIns.checkLogin(withTill, cashier.uid)), "till.supervisor_needed")
    }))

  it.effect("registers change with the people, each with its order and day number", () =>
    Effect.gen(function*() {
      const here = yield* world
      const { event } = here
      const signIns = yield* SignIns
      const terminal = yield* here.terminal()
      const other = yield* here.terminal()
      const c = yield* insertPerson(event, event, [here.roles.organiser])
      const d = yield* insertPerson(event, event, [here.roles.organiser])
      const register = yield* registerFor(here, c.id, 12000)
      const empty = yield* registerFor(here, d.id, 0)
      yield* signIns.login(terminal, c.uid, here.roles.organiser)
      yield* signIns.login(other, c.uid, here.roles.organiser)
      assert.deepInclude(yield* tillRow(event, terminal.tillId), { cash_register_id: register.id, z_nr: 1 })
      assert.deepInclude(yield* tillRow(event, other.tillId), { cash_register_id: null, z_nr: 1 })
      assert.deepStrictEqual(yield* amounts(event, other.tillId), [])
      yield* signIns.login(terminal, d.uid, here.roles.organiser)
      assert.deepStrictEqual(yield* amounts(event, terminal.tillId), [
        [1, 12000n, c.id],
        [1, -12000n, c.id],
        [2, 0n, d.id]
      ])
      assert.deepInclude(yield* tillRow(event, terminal.tillId), { cash_register_id: empty.id, z_nr: 2 })
      yield* signIns.logout(terminal)
      assert.lengthOf(yield* amounts(event, terminal.tillId), 3)
      assert.deepInclude(yield* tillRow(event, terminal.tillId), { cash_register_id: null, z_nr: 2 })
      const sql = yield* SqlClient.SqlClient
      const [jobs] = yield* sql<{ n: bigint }>`select count(*) as n from signing_job where event_id = ${event}`
      assert.strictEqual(jobs!.n, 3n)
    }))

  it.effect("the day number stays when nothing was booked", () =>
    Effect.gen(function*() {
      const here = yield* world
      const signIns = yield* SignIns
      const terminal = yield* here.terminal()
      const d = yield* insertPerson(here.event, here.event, [here.roles.organiser])
      for (const uid of [here.organiser.uid, d.uid, d.uid]) {
        yield* signIns.login(terminal, uid, here.roles.organiser)
        yield* signIns.logout(terminal)
      }
      assert.strictEqual((yield* tillRow(here.event, terminal.tillId)).z_nr, 1)
    }))

  it.effect("at an archived node no one signs in, but everyone may leave", () =>
    Effect.gen(function*() {
      const here = yield* world
      const signIns = yield* SignIns
      const terminal = yield* here.terminal()
      yield* signIns.login(terminal, here.organiser.uid, here.roles.organiser)
      const sql = yield* SqlClient.SqlClient
      yield* sql`update node set read_only = true where id in (${here.event}, ${here.bar})`
      assert.strictEqual(
        yield* refusal(signIns.login(terminal, here.organiser.uid, here.roles.organiser)),
        "NodeIsReadOnly"
      )
      yield* signIns.logout(terminal)
      assert.isNull((yield* terminalRow(here.event, terminal.terminalId)).active_user_id)
    }))

  it.effect("two people who sign in at once leave one of them with a register in the till", () =>
    Effect.gen(function*() {
      const here = yield* world
      const { event } = here
      const signIns = yield* SignIns
      const terminal = yield* here.terminal()
      const people = yield* Effect.forEach(
        [0, 1, 2, 3],
        (n) =>
          Effect.tap(insertPerson(event, event, [here.roles.organiser]), ({ id }) => registerFor(here, id, 100 * n))
      )
      yield* Effect.forEach(people, ({ uid }) => signIns.login(terminal, uid, here.roles.organiser), {
        concurrency: "unbounded"
      })
      const { active_user_id } = yield* terminalRow(event, terminal.terminalId)
      const { cash_register_id } = yield* tillRow(event, terminal.tillId)
      const registers = yield* (yield* CashRegisters).list({ eventId: event, nodeId: event, pathIds: [event] })
      const held = registers.find((register) => register.id === cash_register_id)
      assert.strictEqual(held?.current_cashier_id, active_user_id)
      const sum = (yield* amounts(event, terminal.tillId)).reduce((total, [, amount]) => total + BigInt(amount!), 0n)
      assert.strictEqual(sum, held?.balance)
    }))

  it.effect("a cash sale under way is counted when the register leaves, or refused as stale", () =>
    Effect.gen(function*() {
      const here = yield* world
      const { event } = here
      const sql = yield* SqlClient.SqlClient
      const books = yield* Books
      const signIns = yield* SignIns
      const terminal = yield* here.terminal()
      const c = yield* insertPerson(event, event, [here.roles.organiser])
      const register = yield* registerFor(here, c.id, 0)
      const [source] = yield* sql<{ id: bigint }>`
        select id from account where event_id = ${event} and type = 'cash_entry'`
      const amount = Money.Cents.make(100n)
      const sale = (version: bigint) =>
        books.storeNow({
          eventId: event,
          version,
          order: null,
          conductingUserId: c.id,
          description: "",
          postings: [{ source: source!.id, target: register.account_id, amount, vouchers: 0 }],
          guards: [{
            accountId: register.account_id,
            balance: amount,
            vouchers: 0,
            minimum: null,
            maximum: null,
            userTagId: null
          }]
        })
      let booked = 0
      for (let round = 0; round < 12; round++) {
        yield* signIns.login(terminal, c.uid, here.roles.organiser)
        const [row] = yield* sql<{ version: bigint }>`select version from event where event_id = ${event}`
        const sales = Array.from({ length: 10 }, () => Effect.map(sale(row!.version), ({ outcome }) => outcome))
        const outcomes = yield* Effect.all([...sales, Effect.as(signIns.logout(terminal), "left"), ...sales], {
          concurrency: "unbounded"
        })
        assert.isTrue(outcomes.every((outcome) => ["booked", "stale", "left"].includes(outcome)))
        booked += outcomes.filter((outcome) => outcome === "booked").length
      }
      const left = (yield* amounts(event, terminal.tillId)).reduce((sum, [, moved]) => sum + BigInt(moved!), 0n)
      assert.strictEqual(left, BigInt(booked) * -100n)
    }))
})
