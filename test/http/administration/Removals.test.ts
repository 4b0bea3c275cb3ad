import { assert, layer } from "@effect/vitest"
import type { RuleName } from "@wristbank/core/Rules"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { randomUUID } from "node:crypto"
import { Festival, sale } from "../../support/Festival.ts"
import { clerk } from "../../support/FestivalClerk.ts"
import { refused } from "../../support/FestivalLedger.ts"
import { sound } from "../../support/FestivalPayments.ts"
import { type Answer, type Body, created, done } from "../../support/FestivalServer.ts"
import type { Method } from "../../support/ServedApi.ts"

/** Asserts that a rule refuses the call and names the objects that keep this one, and that nothing changed. */
const held = <E, R>(call: Effect.Effect<Answer, E, R>, rule: RuleName, ...names: ReadonlyArray<string>) =>
  Effect.map(refused(call, rule), ({ body }) => {
    for (const name of names) assert.include(String(body.message), name)
  })

const latest = (logType: string) =>
  Effect.map(
    SqlClient.SqlClient.use((sql) =>
      sql<{ content: Body }>`select content from audit_log where log_type = ${logType} order by id desc limit 1`
    ),
    ([row]) => row!.content
  )

/** Removes an object, and asserts that its entry names it, and that a second removal does not find it. */
const goes = Effect.fnUntraced(
  function*(call: (method: Method, path: string) => Effect.Effect<Answer>, path: string, logType: string) {
    const at = path.lastIndexOf("/")
    const id = Number(path.slice(at + 1))
    const { entities } = done(yield* call("GET", path.slice(0, at))).body
    const { name } = (entities as Readonly<Record<number, Body>>)[id]!
    const { text } = done(yield* call("DELETE", path))
    assert.deepStrictEqual(yield* latest(logType), { id, name })
    const again = yield* call("DELETE", path)
    assert.deepStrictEqual([again.status, again.body.id], [404, "NotFound"])
    return text
  }
)

layer(Festival.layer, { excludeTestServices: true })("what is taken away", (it) => {
  it.effect("a cash register is renamed, and goes while no one has used it, with its account", () =>
    Effect.gen(function*() {
      const { bar, holdings, office, productBody } = yield* Festival
      const sql = yield* SqlClient.SqlClient
      const register = done(yield* office("POST", "/till-registers", { name: "Spare" })).body
      const path = `/till-registers/${register.id}`
      const renamed = done(yield* office("POST", path, { name: "Drawer" })).body
      assert.deepStrictEqual({ ...renamed, version: register.version }, { ...register, name: "Drawer" })
      yield* held(office("POST", path, { name: yield* nameOf(bar.registerId) }), "cash.register_name_taken")
      const intoIt = { ...productBody("beer"), name: "Into it", target_account_id: register.account_id }
      yield* held(office("POST", "/products", intoIt), "catalogue.target_account_forbidden", "cash_register")
      const targeting = yield* created(office("POST", "/products", { ...intoIt, target_account_id: null }))
      // As could be entered once.
      yield* sql`update product set target_account_id = ${Number(register.account_id)} where id = ${targeting}`
      const stored = done(yield* office("GET", `/products/${targeting}`)).body
      assert.strictEqual(stored.target_account_id, register.account_id)
      yield* held(office("DELETE", path), "till.register_earns", "Drawer", "Into it")
      done(yield* office("DELETE", `/products/${targeting}`))
      yield* held(office("DELETE", `/till-registers/${bar.registerId}`), "till.register_held")
      yield* sql`update usr set cash_register_id = null where cash_register_id = ${bar.registerId}`
      yield* held(office("DELETE", `/till-registers/${bar.registerId}`), "till.register_in_till")
      yield* sql`update till set cash_register_id = null where cash_register_id = ${bar.registerId}`
      yield* held(office("DELETE", `/till-registers/${bar.registerId}`), "till.register_used")
      yield* sql`update till set cash_register_id = ${bar.registerId} where id = ${bar.id}`
      yield* sql`update usr set cash_register_id = ${bar.registerId} where id = ${bar.cashier.id}`
      assert.strictEqual(yield* goes(office, path, "cash_register_deleted"), "true")
      assert.deepStrictEqual(yield* sql`select id from account where id = ${Number(register.account_id)}`, [])
      yield* holdings
    }))

  it.effect("a register that was handed out with nothing in it stays", () =>
    Effect.gen(function*() {
      const { office, tills } = yield* Festival
      const sql = yield* SqlClient.SqlClient
      const { registerId } = yield* tills.open({ float: 0 })
      yield* sql`update usr set cash_register_id = null where cash_register_id = ${registerId}`
      yield* sql`update till set cash_register_id = null where cash_register_id = ${registerId}`
      yield* held(office("DELETE", `/till-registers/${registerId}`), "till.register_used")
    }))

  it.effect("a stocking is replaced and goes", () =>
    Effect.gen(function*() {
      const { office } = yield* Festival
      const made = done(yield* office("POST", "/till-register-stockings", { name: "Float", euro50: 2 })).body
      const path = `/till-register-stockings/${made.id}`
      const updated = done(yield* office("POST", path, { name: "Coins", euro2: 1, variable_in_euro: 1.25 })).body
      assert.deepInclude(updated, { id: made.id, name: "Coins", euro50: 0, euro2: 1, total: 51.25 })
      assert.strictEqual((yield* office("POST", path, { name: "Coins", euro2: -1 })).status, 422)
      assert.strictEqual(yield* goes(office, path, "cash_register_stocking_deleted"), "null")
      assert.strictEqual((yield* office("POST", path, { name: "Coins" })).status, 404)
    }))

  it.effect("an unused till goes and leaves its terminal registered, without till and with no one signed in", () =>
    Effect.gen(function*() {
      const { holdings, office, press, tills } = yield* Festival
      const sql = yield* SqlClient.SqlClient
      const { get, id, post, terminalId } = yield* tills.open()
      const terminal = `/terminal/${terminalId}`
      assert.isNumber(done(yield* office("GET", terminal)).body.active_user_id)
      const [till] = yield* sql<{ name: string }>`select name from till where id = ${id}`
      yield* held(office("DELETE", terminal), "cash.terminal_serves_till", till!.name)
      done(yield* office("DELETE", `/tills/${id}`))
      assert.deepStrictEqual(yield* latest("till_deleted"), { id, name: till!.name, terminal_id: terminalId })
      assert.strictEqual((yield* office("GET", `/tills/${id}`)).status, 404)
      const left = { till_id: null, active_user_id: null, active_user_role_id: null, registration_uuid: null }
      assert.deepInclude(done(yield* office("GET", terminal)).body, left)
      yield* refused(post("/order/book-sale", sale([press("beer")], null, { payment_method: "cash" })), "TillRequired")
      done(yield* get("/config"))
      assert.strictEqual(yield* goes(office, terminal, "terminal_deleted"), "null")
      assert.strictEqual((yield* get("/config")).status, 401)
      yield* holdings
      yield* sound
    }))

  it.effect("a till with orders stays, with its terminal and who is signed in there, and so does the virtual till", () =>
    Effect.gen(function*() {
      const { guest, office, press, tills } = yield* Festival
      const sql = yield* SqlClient.SqlClient
      const spare = yield* tills.open()
      done(yield* office("POST", `/tills/${spare.id}/remove-from-terminal`))
      yield* goes(office, `/tills/${spare.id}`, "till_deleted")
      const used = yield* tills.open()
      done(yield* used.post("/order/book-sale", sale([press("beer")], yield* guest({ balance: 10 }))))
      const before = done(yield* office("GET", `/terminal/${used.terminalId}`)).body
      yield* held(office("DELETE", `/tills/${used.id}`), "till.till_has_orders")
      assert.deepStrictEqual(done(yield* office("GET", `/terminal/${used.terminalId}`)).body, before)
      const drawer = yield* tills.open({ float: 0 })
      yield* held(office("DELETE", `/tills/${drawer.id}`), "till.till_holds_register")
      const [virtual] = yield* sql<{ id: bigint }>`
        select id from till where is_virtual and event_id = (select event_id from till where id = ${used.id})`
      yield* held(office("DELETE", `/tills/${virtual!.id}`), "till.till_virtual")
    }))

  it.effect("a till waits for the card payments that are not settled", () =>
    Effect.gen(function*() {
      const { event, office, tills } = yield* Festival
      const sql = yield* SqlClient.SqlClient
      const { id } = yield* tills.open()
      done(yield* office("POST", `/tills/${id}/remove-from-terminal`))
      const uuid = randomUUID()
      yield* sql`insert into card_payment (
          event_id, uuid, order_type, payment_type, amount, currency, status, verification, till_id, z_nr, request_hash,
          check_interval, content, created_at, next_check
        ) values (${event}, ${uuid}::uuid, 'top_up', 'sumup_terminal', 100, 'EUR', 'pending', 'unverified', ${id}, 1, '', 0,
          '{}', now(), now())`
      yield* held(office("DELETE", `/tills/${id}`), "till.till_has_open_payments")
      yield* sql`delete from card_payment where uuid = ${uuid}::uuid`
      yield* goes(office, `/tills/${id}`, "till_deleted")
    }))

  it.effect("a role goes once no one has it", () =>
    Effect.gen(function*() {
      const { bar, event, office, tills } = yield* Festival
      const sql = yield* SqlClient.SqlClient
      const role = yield* created(office("POST", "/user-roles", { name: "Waiter", privileges: ["can_book_orders"] }))
      const user = yield* tills.colleague()
      const [person] = yield* sql<{ login: string }>`select login from usr where id = ${user.id}`
      done(yield* office("POST", "/user-to-roles", { user_id: user.id, role_ids: [role] }))
      yield* held(office("DELETE", `/user-roles/${role}`), "organisation.role_assigned", "Waiter", person!.login)
      done(yield* office("POST", "/user-to-roles", { user_id: user.id, role_ids: [] }))
      const manager = yield* clerk(event, event, ["user_management"])
      yield* refused(manager("DELETE", `/user-roles/${role}`), "organisation.privileges_not_held", {}, 403)
      yield* goes(office, `/user-roles/${role}`, "user_role_deleted")
      yield* held(office("DELETE", `/user-roles/${bar.cashier.roleId}`), "organisation.role_assigned", "cashier")
    }))

  it.effect("only administrators of an object's own node take it away", () =>
    Effect.gen(function*() {
      const { admin, event, office, tills } = yield* Festival
      const node = yield* created(admin("POST", `/tree/nodes/${event}/create-node`, { name: "Bar", description: "" }))
      const keeper = yield* clerk(event, node, ["node_administration"])
      const { id, terminalId } = yield* tills.open()
      const register = yield* created(office("POST", "/till-registers", { name: "Central" }))
      const stocking = yield* created(office("POST", "/till-register-stockings", { name: "Central" }))
      const paths = [`/tills/${id}`, `/till-registers/${register}`, `/till-register-stockings/${stocking}`]
      for (const path of paths) {
        yield* refused(keeper("DELETE", path), "organisation.privilege_missing", {}, 403)
        yield* refused(keeper("DELETE", path, undefined, event), "organisation.privilege_missing", {}, 403)
      }
      for (const path of paths.slice(1)) {
        yield* refused(keeper("POST", path, { name: "Mine" }), "organisation.privilege_missing", {}, 403)
      }
      yield* refused(keeper("DELETE", `/terminal/${terminalId}`), "organisation.privilege_missing", {}, 403)
    }))
})

const nameOf = (registerId: number | null) =>
  Effect.map(
    SqlClient.SqlClient.use((sql) => sql<{ name: string }>`select name from cash_register where id = ${registerId}`),
    ([row]) => row!.name
  )
