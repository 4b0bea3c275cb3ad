import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { randomUUID } from "node:crypto"
import { insertPerson, transfersAt } from "../core/till/TillWorld.ts"
import { type Body, emptyServer } from "../support/FestivalServer.ts"
import { call, login, name, office, refused, staffable } from "./TillOffice.ts"

layer(emptyServer)("tills over HTTP", (it) => {
  it.effect("a device registers once, and its token ends with the registration", () =>
    Effect.gen(function*() {
      const here = yield* office
      const created = yield* here.atEvent("POST", "/terminal", { name: "T1", description: "by the stage" })
      assert.strictEqual(created.status, 200)
      assert.isNull(created.body.session_uuid)
      assert.deepInclude(created.body, { name: "T1", till_id: null, active_user_id: null, node_id: Number(here.event) })
      const uuid = created.body.registration_uuid
      const register = (registration_uuid: unknown) =>
        call(null, "POST", "/terminal/auth/register_terminal", { registration_uuid })
      const answer = yield* register(uuid)
      assert.strictEqual(answer.status, 200)
      assert.deepInclude(answer.body.terminal, { id: created.body.id, registration_uuid: null, session_uuid: null })
      refused(yield* register(uuid), 403, "cash.registration_code_unknown")
      refused(yield* register(randomUUID()), 403, "cash.registration_code_unknown")
      assert.strictEqual((yield* register("no code")).status, 422)
      const token = String(answer.body.token)
      const user = () => call(token, "GET", "/terminal/user")
      assert.deepStrictEqual(yield* Effect.map(user(), ({ status, text }) => [status, text]), [200, "null"])
      assert.strictEqual((yield* call(token, "POST", "/terminal/auth/logout_terminal")).status, 204)
      refused(yield* user(), 401, "Unauthorized")
      refused(yield* call(token, "POST", "/terminal/auth/logout_terminal"), 401, "Unauthorized")
      const again = yield* here.atEvent("GET", `/terminal/${String(created.body.id)}`)
      assert.isString(again.body.registration_uuid)
      assert.notStrictEqual(again.body.registration_uuid, uuid)
      const log = yield* here.sql<{ content: unknown }>`select content from audit_log where node_id = ${here.event}`
      assert.notInclude(JSON.stringify(log), String(uuid))
      assert.notInclude(JSON.stringify(log), token)
    }))

  it.effect("the back office logs a terminal out with its person and register", () =>
    Effect.gen(function*() {
      const here = yield* office
      const { get, post, terminal, till } = yield* staffable(here)
      const register = (yield* here.atEvent("POST", "/till-registers", { name: "R" })).body
      const stocking = (yield* here.atEvent("POST", "/till-register-stockings", { name: "fifty", euro50: 1 })).body
      assert.strictEqual(stocking.total, 50)
      const c = yield* insertPerson(here.event, here.event, [here.roles.organiser])
      assert.strictEqual((yield* post("/user/login", login(c, here.roles.organiser))).status, 200)
      const request = {
        cashier_tag_uid: Number(c.uid),
        cash_register_id: register.id,
        register_stocking_id: stocking.id
      }
      assert.deepStrictEqual((yield* post("/stock-up-cash-register", request)).text, "true")
      const filled = yield* here.atBar("GET", `/tills/${String(till.id)}`)
      assert.deepInclude(filled.body, {
        active_cash_register_id: register.id,
        current_cash_register_name: "R",
        current_cash_register_balance: 50,
        z_nr: 1
      })
      refused(yield* post("/stock-up-cash-register", request), 400, "cash.register_in_till")
      assert.strictEqual((yield* here.atEvent("POST", `/terminal/${String(terminal.id)}/logout`)).text, "null")
      refused(yield* get("/user"), 401, "Unauthorized")
      const orders = yield* transfersAt(here.event, BigInt(Number(till.id)))
      assert.deepStrictEqual(orders.map((row) => [row.total_price, row.cashier_id]), [[5000n, c.id], [-5000n, c.id]])
      const emptied = yield* here.atBar("GET", `/tills/${String(till.id)}`)
      assert.deepInclude(emptied.body, { terminal_id: null, active_cash_register_id: null })
      assert.deepInclude((yield* here.atEvent("GET", `/terminal/${String(terminal.id)}`)).body, {
        active_user_id: null,
        till_id: null
      })
    }))

  it.effect("a new code ends the registration, the session and the former code, and leaves the till", () =>
    Effect.gen(function*() {
      const here = yield* office
      const { get, post, terminal, till } = yield* staffable(here)
      yield* post("/user/login", login(here.organiser, here.roles.organiser))
      const path = `/terminal/${String(terminal.id)}`
      const renew = () => here.atEvent("POST", `${path}/new-code`)
      const first = yield* renew()
      assert.deepInclude(first.body, { id: terminal.id, till_id: till.id, active_user_id: null, session_uuid: null })
      refused(yield* get("/user"), 401, "Unauthorized")
      const second = yield* renew()
      const register = (registration_uuid: unknown) =>
        call(null, "POST", "/terminal/auth/register_terminal", { registration_uuid })
      refused(yield* register(first.body.registration_uuid), 403, "cash.registration_code_unknown")
      assert.strictEqual((yield* register(second.body.registration_uuid)).status, 200)
      refused(yield* here.atEvent("POST", "/terminal/99999999/new-code"), 404, "NotFound")
    }))

  it.effect("tills and terminals change partners, and the signed-in user leaves", () =>
    Effect.gen(function*() {
      const here = yield* office
      const one = yield* staffable(here)
      const two = yield* staffable(here)
      const free = (yield* here.atEvent("POST", "/terminal", { name: name() })).body
      const tillPath = `/tills/${String(one.till.id)}`
      const terminalPath = `/terminal/${String(one.terminal.id)}`
      const terminalOf = Effect.map(here.atEvent("GET", tillPath), ({ body }) => body.terminal_id)
      const signedIn = Effect.map(here.atEvent("GET", terminalPath), ({ body }) => body.active_user_id)
      const signIn = one.post("/user/login", login(here.organiser, here.roles.organiser))
      yield* signIn
      refused(
        yield* here.atEvent("POST", `${terminalPath}/switch-till`, { new_till_id: two.till.id }),
        400,
        "cash.till_has_terminal"
      )
      refused(
        yield* here.atEvent("POST", `${tillPath}/switch-terminal`, { new_terminal_id: two.terminal.id }),
        400,
        "cash.terminal_serves_other_till"
      )
      assert.strictEqual(yield* terminalOf, one.terminal.id)
      assert.strictEqual(yield* signedIn, Number(here.organiser.id))
      const switched = yield* here.atEvent("POST", `${tillPath}/switch-terminal`, { new_terminal_id: free.id })
      assert.deepStrictEqual([switched.status, switched.text], [200, "null"])
      assert.strictEqual(yield* terminalOf, free.id)
      assert.isNull(yield* signedIn)
      refused(yield* one.get("/cash-register-stockings"), 400, "TillRequired")
      yield* here.atEvent("POST", `${tillPath}/remove-from-terminal`)
      assert.isNull(yield* terminalOf)
      yield* here.atEvent("POST", `${terminalPath}/switch-till`, { new_till_id: one.till.id })
      assert.strictEqual(yield* terminalOf, one.terminal.id)
      yield* signIn
      assert.strictEqual((yield* here.atEvent("POST", `${terminalPath}/force-logout-user`)).text, "null")
      assert.isNull(yield* signedIn)
      yield* signIn
      const { name: tillName, active_profile_id } = one.till
      const updated = yield* here.atEvent("POST", tillPath, { name: tillName, active_profile_id, terminal_id: null })
      assert.deepInclude(updated.body, { name: tillName, terminal_id: null, active_shift: null })
      assert.isNull(yield* signedIn)
      refused(yield* here.atEvent("GET", "/tills/99999999"), 404, "NotFound")
      refused(yield* here.atEvent("POST", "/terminal/99999999/logout"), 404, "NotFound")
    }))

  it.effect("a supervisor lets a cashier in; both are what the answers say", () =>
    Effect.gen(function*() {
      const here = yield* office
      const { get, post } = yield* staffable(here)
      const cashier = yield* here.cashier
      const tag = { uid: Number(cashier.uid) }
      refused(yield* post("/user/check-login", tag), 403, "till.supervisor_needed")
      refused(yield* post("/user/login", login(cashier, here.roles.cashier)), 403, "till.supervisor_needed")
      yield* post("/user/login", login(here.organiser, here.roles.organiser))
      const checked = yield* post("/user/check-login", tag)
      assert.deepStrictEqual(checked.body.user_tag, tag)
      const [role] = checked.body.roles as ReadonlyArray<Body>
      assert.deepInclude(role, {
        id: Number(here.roles.cashier),
        privileges: ["supervised_terminal_login", "can_book_orders"],
        is_privileged: false,
        node_id: Number(here.event)
      })
      const answer = yield* post("/user/login", login(cashier, here.roles.cashier))
      assert.deepInclude(answer.body, {
        id: Number(cashier.id),
        active_role_id: Number(here.roles.cashier),
        privileges: ["supervised_terminal_login", "can_book_orders"],
        user_tag_uid: Number(cashier.uid)
      })
      assert.deepStrictEqual((yield* get("/user")).body, answer.body)
      refused(yield* get("/cash-registers"), 403, "organisation.privilege_missing")
      assert.deepStrictEqual((yield* get("/cash-register-stockings")).body as unknown, [])
      assert.strictEqual((yield* post("/user/logout")).status, 204)
      assert.strictEqual((yield* get("/user")).text, "null")
      assert.strictEqual((yield* post("/user/check-login", { uid: -1 })).status, 400)
    }))

  it.effect("a terminal lists the registers no one holds, or all", () =>
    Effect.gen(function*() {
      const here = yield* office
      const { get, post } = yield* staffable(here)
      yield* post("/user/login", login(here.organiser, here.roles.organiser))
      const held = (yield* here.atEvent("POST", "/till-registers", { name: "A" })).body
      yield* here.atBar("POST", "/till-registers", { name: "B" })
      refused(yield* here.atBar("POST", "/till-registers", { name: "A" }), 400, "cash.register_name_taken")
      yield* here.sql`update usr set cash_register_id = ${BigInt(Number(held.id))} where id = ${here.organiser.id}`
      const names = (query: string) =>
        Effect.map(get(`/cash-registers${query}`), ({ text }) =>
          (JSON.parse(text) as ReadonlyArray<Body>).map((register) => register.name))
      assert.deepStrictEqual(yield* names(""), ["B"])
      assert.deepStrictEqual(yield* names("?hide_assigned=false"), ["A", "B"])
      const listed = (yield* here.atBar("GET", "/till-registers")).body
      assert.lengthOf(listed.ids as ReadonlyArray<unknown>, 2)
      assert.deepInclude((listed.entities as Record<string, Body>)[String(held.id)], {
        name: "A",
        balance: 0,
        current_cashier_id: Number(here.organiser.id),
        current_till_id: null
      })
    }))

  it.effect("no one from another event, or without the privilege, sees or changes anything", () =>
    Effect.gen(function*() {
      const here = yield* office
      const other = yield* office
      const { terminal, till } = yield* staffable(here)
      const cashier = yield* here.signIn((yield* here.cashier).id)
      const stranger = yield* other.signIn(other.organiser.id)
      const state = here.sql`
        select till.*, terminal.registration_uuid, terminal.active_user_id from till
          join terminal on terminal.event_id = till.event_id and terminal.id = till.terminal_id
        where till.event_id = ${here.event}`
      const before = yield* state
      const calls: ReadonlyArray<readonly ["GET" | "POST", string, unknown?]> = [
        ["GET", "/terminal"],
        ["POST", "/terminal", { name: "X" }],
        ["POST", `/terminal/${String(terminal.id)}/logout`],
        ["POST", `/terminal/${String(terminal.id)}/force-logout-user`],
        ["POST", `/terminal/${String(terminal.id)}/switch-till`, { new_till_id: till.id }],
        ["POST", "/tills", { name: "X", active_profile_id: till.active_profile_id }],
        ["POST", `/tills/${String(till.id)}/remove-from-terminal`],
        ["POST", "/till-registers", { name: "X" }],
        ["POST", "/till-register-stockings", { name: "X" }],
        ["POST", "/till-registers/transfer-register", { source_cashier_id: 1, target_cashier_id: 2 }],
        ["GET", "/till-registers/1/cashier-shifts"],
        ["GET", "/cashiers"],
        ["GET", "/cashiers/1"],
        ["GET", "/cashiers/1/shifts"],
        ["GET", "/cashiers/1/shift-stats"],
        ["POST", "/cashiers/1/close-out", { comment: "", actual_cash_drawer_balance: 0, closing_out_user_id: 1 }],
        ["GET", "/user-tag-secrets"],
        ["POST", "/user-tags", [{ pin: "X", secret_id: 1 }]],
        ["POST", "/user-tags/find-user-tags", { search_term: "abc" }]
      ]
      for (const [method, path, body] of calls) {
        for (const token of [cashier, stranger]) {
          const answer = yield* call(token, method, `/administration${path}?node_id=${here.event}`, body)
          assert.strictEqual(answer.status, 403, `${method} ${path}`)
        }
        assert.strictEqual(
          (yield* call(null, method, `/administration${path}?node_id=${here.event}`, body)).status,
          401,
          path
        )
      }
      // From the node of the other event the objects are not found.
      const own = (path: string, body?: unknown) => other.atEvent("POST", path, body)
      refused(yield* own(`/terminal/${String(terminal.id)}/logout`), 404, "NotFound")
      const missing = { element_type: "till", element_id: till.id }
      for (const [action, body] of [["remove-from-terminal"], ["switch-terminal", { new_terminal_id: terminal.id }]]) {
        const answer = yield* own(`/tills/${String(till.id)}/${String(action)}`, body)
        refused(answer, 404, "NotFound")
        assert.deepInclude(answer.body, missing)
      }
      const theirs = yield* staffable(other)
      refused(
        yield* own(`/tills/${String(theirs.till.id)}/switch-terminal`, { new_terminal_id: terminal.id }),
        400,
        "cash.terminal_unknown"
      )
      refused(
        yield* own("/tills", { name: "X", active_profile_id: till.active_profile_id }),
        400,
        "cash.profile_unknown"
      )
      assert.deepStrictEqual(yield* state, before)
    }))
})
