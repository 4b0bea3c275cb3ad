import { assert, layer } from "@effect/vitest"
import * as Money from "@wristbank/core/base/Money"
import { refusalName } from "@wristbank/core/base/Rule"
import { CashRegisters } from "@wristbank/core/cash/CashRegisters"
import { SignIns } from "@wristbank/core/till/SignIns"
import { Terminals } from "@wristbank/core/till/Terminals"
import { Tills } from "@wristbank/core/till/Tills"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { amounts, insertPerson, refusal, registerFor, terminalRow, tillLayer, tillRow, world } from "./TillWorld.ts"

layer(tillLayer)("tills and terminals", (it) => {
  it.effect("a registration code works once, for one of two devices", () =>
    Effect.gen(function*() {
      const here = yield* world
      const terminals = yield* Terminals
      const created = yield* terminals.create(here.atEvent, { name: "T1", description: null })
      assert.isNotNull(created.registration_uuid)
      const tries = yield* Effect.forEach([1, 2, 3], () =>
        Effect.match(terminals.register(created.registration_uuid!), {
          onFailure: refusalName,
          onSuccess: ({ terminal, token }) => {
            assert.deepInclude(terminal, { id: created.id, registration_uuid: null, session_uuid: null })
            assert.match(token, /^[\w-]{43}$/)
            return "registered"
          }
        }), { concurrency: "unbounded" })
      assert.deepStrictEqual(tries.toSorted(), [
        "cash.registration_code_unknown",
        "cash.registration_code_unknown",
        "registered"
      ])
      const shown = yield* terminals.find(
        { eventId: here.event, nodeId: here.event, pathIds: [here.event] },
        created.id
      )
      assert.isNull(shown.registration_uuid)
      assert.isNotNull(shown.session_uuid)
    }))

  it.effect("logging a terminal out takes register, person, till and token", () =>
    Effect.gen(function*() {
      const here = yield* world
      const { event } = here
      const terminals = yield* Terminals
      const terminal = yield* here.terminal()
      const c = yield* insertPerson(event, event, [here.roles.organiser])
      const register = yield* registerFor(here, c.id, 5000)
      yield* (yield* SignIns).login(terminal, c.uid, here.roles.organiser)
      yield* terminals.logout(here.atEvent, terminal.terminalId)
      assert.deepStrictEqual(yield* amounts(event, terminal.tillId), [[1, 5000n, c.id], [1, -5000n, c.id]])
      assert.deepInclude(yield* tillRow(event, terminal.tillId), { terminal_id: null, cash_register_id: null })
      const row = yield* terminalRow(event, terminal.terminalId)
      assert.isNull(row.active_user_id)
      assert.isNull(row.session_hash)
      assert.isNotNull(row.registration_uuid)
      const signIns = yield* SignIns
      assert.strictEqual(yield* refusal(signIns.current(terminal)), "Unauthorized")
      assert.strictEqual(yield* refusal(signIns.login(terminal, c.uid, here.roles.organiser)), "Unauthorized")
      assert.strictEqual(yield* refusal(signIns.logout(terminal)), "Unauthorized")
      yield* terminals.register(row.registration_uuid!)
      assert.strictEqual(yield* refusal(terminals.logoutSelf(terminal)), "Unauthorized")
      assert.isNotNull((yield* terminalRow(event, terminal.terminalId)).session_hash)
      const kept = yield* (yield* CashRegisters).find({ eventId: event, nodeId: event, pathIds: [event] }, register.id)
      assert.deepInclude({ ...kept }, {
        current_cashier_id: c.id,
        current_till_id: null,
        balance: Money.Cents.make(5000n)
      })
    }))

  it.effect("a busy till or terminal is not taken over", () =>
    Effect.gen(function*() {
      const here = yield* world
      const terminals = yield* Terminals
      const tills = yield* Tills
      const one = yield* here.terminal()
      const two = yield* here.terminal()
      const atTill = here.atBar
      assert.strictEqual(
        yield* refusal(terminals.switchTill(atTill, one.terminalId, two.tillId)),
        "cash.till_has_terminal"
      )
      assert.strictEqual(
        yield* refusal(tills.switchTerminal(atTill, one.tillId, two.terminalId)),
        "cash.terminal_serves_other_till"
      )
      assert.strictEqual((yield* tillRow(here.event, one.tillId)).terminal_id, one.terminalId)
      assert.strictEqual((yield* tillRow(here.event, two.tillId)).terminal_id, two.terminalId)
    }))

  it.effect("a till that changes its terminal by any call leaves no one half signed in", () =>
    Effect.gen(function*() {
      const here = yield* world
      const { event } = here
      const signIns = yield* SignIns
      const terminals = yield* Terminals
      const tills = yield* Tills
      const place = { eventId: event, nodeId: here.bar, pathIds: [0n, event, here.bar] }
      const free = yield* here.terminal({ till: false })
      const c = yield* insertPerson(event, event, [here.roles.organiser])
      yield* registerFor(here, c.id, 700)
      let session = free
      const calls = {
        update: (tillId: bigint) =>
          Effect.flatMap(tills.find(place, tillId), (till) =>
            tills.update(here.atBar, tillId, { ...till, terminal_id: null })),
        switch: (tillId: bigint) =>
          tills.switchTerminal(here.atBar, tillId, free.terminalId),
        remove: (tillId: bigint) => tills.switchTerminal(here.atBar, tillId, null),
        force: () => terminals.forceSignOut(here.atEvent, session.terminalId),
        self: () => terminals.logoutSelf(session)
      }
      for (const [name, call] of Object.entries(calls)) {
        const terminal = yield* here.terminal()
        session = terminal
        yield* signIns.login(terminal, c.uid, here.roles.organiser)
        yield* call(terminal.tillId)
        assert.isNull((yield* terminalRow(event, terminal.terminalId)).active_user_id, name)
        assert.isNull((yield* tillRow(event, terminal.tillId)).cash_register_id, name)
        assert.deepStrictEqual(yield* amounts(event, terminal.tillId), [[1, 700n, c.id], [1, -700n, c.id]], name)
        const bound = name === "force" ? terminal.terminalId : name === "switch" ? free.terminalId : null
        assert.strictEqual((yield* tillRow(event, terminal.tillId)).terminal_id, bound, name)
        if (name === "switch") yield* tills.switchTerminal(here.atBar, terminal.tillId, null)
      }
    }))

  it.effect("a terminal moves to a free till", () =>
    Effect.gen(function*() {
      const here = yield* world
      const terminals = yield* Terminals
      const tills = yield* Tills
      const one = yield* here.terminal()
      const two = yield* here.terminal()
      yield* tills.switchTerminal(here.atBar, two.tillId, null)
      yield* terminals.switchTill(here.atBar, one.terminalId, two.tillId)
      assert.isNull((yield* tillRow(here.event, one.tillId)).terminal_id)
      assert.strictEqual((yield* tillRow(here.event, two.tillId)).terminal_id, one.terminalId)
    }))

  it.effect("names, profiles and the virtual till keep their rules, and refusals store nothing", () =>
    Effect.gen(function*() {
      const here = yield* world
      const sql = yield* SqlClient.SqlClient
      const tills = yield* Tills
      const free = yield* here.terminal({ till: false })
      const fields = {
        name: "K1",
        description: null,
        active_shift: null,
        active_profile_id: here.profileId,
        terminal_id: null
      }
      yield* tills.create(here.atBar, fields)
      assert.strictEqual(yield* refusal(tills.create(here.atEvent, fields)), "cash.till_name_taken")
      assert.strictEqual(
        yield* refusal(tills.create(here.atBar, { ...fields, name: "K2", active_profile_id: 0n })),
        "cash.profile_unknown"
      )
      assert.strictEqual(
        yield* refusal(tills.create(here.atBar, { ...fields, name: "K3", terminal_id: 0n })),
        "cash.terminal_unknown"
      )
      const [virtual] = yield* sql<{ id: bigint }>`select id from till where event_id = ${here.event} and is_virtual`
      assert.strictEqual(
        yield* refusal(tills.switchTerminal(here.atEvent, virtual!.id, free.terminalId)),
        "cash.virtual_till_without_terminal"
      )
      const place = { eventId: here.event, nodeId: here.event, pathIds: [0n, here.event] }
      assert.deepStrictEqual((yield* tills.list(place)).map((till) => till.name), ["K1"])
      assert.strictEqual((yield* tills.find(place, virtual!.id)).name, "Virtual Till")
    }))
})
