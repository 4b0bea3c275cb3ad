import { assert, layer } from "@effect/vitest"
import { hashToken } from "@wristbank/core/organisation/Token"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import {
  administrator,
  call,
  createNode,
  field,
  serverLayer,
  signInAdministrator
} from "../../support/administration.ts"
import { noAttempts } from "../../support/attempts.ts"
import { appCode, enrol } from "../../support/SecondFactor.ts"

const passwordOf = (login: string) => `the password of ${login}`

/** A user at a node, and their sign-ins. */
const person = Effect.fnUntraced(function*(login: string, node = 0) {
  yield* noAttempts
  const admin = yield* signInAdministrator
  const password = passwordOf(login)
  const made = yield* call(`/users?node_id=${node}`, { token: admin, body: { login, display_name: login, password } })
  const id = Number(field(made.body, "id"))
  const signedIn = (code?: string) => call("/auth/login", { body: { username: login, password, code } })
  const tokenOf = Effect.map(signedIn(), ({ body }) => String(field(body, "success", "token")))
  return { admin, id, login, password, signIn: signedIn, token: yield* tokenOf }
})

const postAs = (token: string) => (path: string, body: unknown) => call(path, { token, body })
const own = "/auth/second-factor"
const ruleOf = (answer: { readonly status: number; readonly body: unknown }) => [
  answer.status,
  field(answer.body, "rule")
]

/** The last audit entry of a type. */
const entryOf = Effect.fnUntraced(function*(type: string) {
  const sql = yield* SqlClient.SqlClient
  const [entry] = yield* sql`select node_id, originating_user_id, content from audit_log where log_type = ${type}
    order by id desc limit 1`
  return entry
})

layer(serverLayer, { excludeTestServices: true })("a second factor at the office", (it) => {
  it.effect("is set up with a password, an address for the app and its first code", () =>
    Effect.gen(function*() {
      const { id, password, token } = yield* person("erin")
      const post = postAs(token)
      const none = yield* call(own, { token })
      assert.deepStrictEqual(none.body, { enrolled_at: null, recovery_codes_left: 0, required_by: null })
      assert.deepStrictEqual(ruleOf(yield* post(`${own}/begin`, { password: "wrong password" })), [
        403,
        "organisation.password_wrong"
      ])
      assert.deepStrictEqual(ruleOf(yield* post(`${own}/confirm`, { code: "123456" })), [
        400,
        "organisation.second_factor_not_begun"
      ])
      const begun = yield* post(`${own}/begin`, { password })
      const secret = String(field(begun.body, "secret"))
      assert.match(secret, /^[A-Z2-7]{32}$/)
      assert.include(String(field(begun.body, "uri")), `otpauth://totp/Wristbank:erin?secret=${secret}&`)
      assert.deepStrictEqual((yield* call(own, { token })).body, none.body, "it does not count yet")
      assert.deepStrictEqual(ruleOf(yield* post(`${own}/confirm`, { code: "000000" })), [
        403,
        "organisation.code_wrong"
      ])
      const confirmed = yield* post(`${own}/confirm`, { code: yield* appCode(secret) })
      const codes = field(confirmed.body, "recovery_codes") as ReadonlyArray<string>
      assert.lengthOf(new Set(codes), 10)
      const after = yield* call(own, { token })
      assert.match(String(field(after.body, "enrolled_at")), /^\d{4}-/)
      assert.strictEqual(field(after.body, "recovery_codes_left"), 10)
      assert.deepStrictEqual(ruleOf(yield* post(`${own}/begin`, { password })), [
        400,
        "organisation.second_factor_exists"
      ])
      const entry = yield* entryOf("user_second_factor_enrolled")
      assert.deepInclude(entry, { originating_user_id: BigInt(id), content: { id } })
      const sql = yield* SqlClient.SqlClient
      const [stored] = yield* sql<
        { text: string }
      >`select (select string_agg(to_jsonb(f)::text, ' ') from second_factor f)
        || (select string_agg(to_jsonb(c)::text, ' ') from recovery_code c)
        || (select string_agg(to_jsonb(l)::text, ' ') from audit_log l) as text`
      for (const shown of [secret, ...codes, ...codes.map((code) => code.replaceAll("-", "").toUpperCase())]) {
        assert.notInclude(stored!.text, shown)
      }
    }))

  it.effect("is asked for at both sign-ins once the password is right, and ends sessions from before", () =>
    Effect.gen(function*() {
      const { password, signIn, token } = yield* person("fred")
      const before = String(field((yield* signIn()).body, "success", "token"))
      const { recoveryCodes, secret } = yield* enrol(postAs(token), password)
      assert.strictEqual((yield* call("/tree/", { token: before })).status, 401)
      assert.strictEqual((yield* call("/tree/", { token })).status, 200)
      const needed = yield* signIn()
      assert.deepStrictEqual(ruleOf(needed), [403, "organisation.code_needed"])
      assert.deepStrictEqual(ruleOf(yield* signIn("000000")), [403, "organisation.code_wrong"])
      const web = (code: string) =>
        call("/auth/web-login", { body: { username: "fred", password, code }, headers: { "x-wristbank-web": "1" } })
      const refused = yield* web("000000")
      assert.deepStrictEqual(ruleOf(refused), [403, "organisation.code_wrong"])
      assert.isEmpty(refused.headers.getSetCookie())
      const code = yield* appCode(secret, 1)
      assert.lengthOf((yield* web(code)).headers.getSetCookie(), 2)
      assert.deepStrictEqual(ruleOf(yield* signIn(code)), [403, "organisation.code_wrong"], "used up")
      assert.strictEqual((yield* signIn(recoveryCodes[3])).status, 200)
      const state = yield* call(own, { token })
      assert.strictEqual(field(state.body, "recovery_codes_left"), 9)
    }))

  it.effect("is removed, and gets new recovery codes, with password and code alone", () =>
    Effect.gen(function*() {
      const { password, signIn, token } = yield* person("gina")
      const post = postAs(token)
      for (const path of ["remove", "recovery-codes"]) {
        const early = yield* post(`${own}/${path}`, { password, code: "123456" })
        assert.deepStrictEqual(ruleOf(early), [400, "organisation.second_factor_missing"])
      }
      const { recoveryCodes: [first, second, third] } = yield* enrol(post, password)
      for (const path of ["remove", "recovery-codes"]) {
        const proofs = [
          [{ password: "wrong password", code: second }, "organisation.password_wrong"],
          [{ password, code: "000000" }, "organisation.code_wrong"]
        ] as const
        for (const [proof, rule] of proofs) {
          assert.deepStrictEqual(ruleOf(yield* post(`${own}/${path}`, proof)), [403, rule])
        }
        assert.strictEqual((yield* post(`${own}/${path}`, { password })).status, 422)
      }
      const renewed = yield* post(`${own}/recovery-codes`, { password, code: first })
      const codes = field(renewed.body, "recovery_codes") as ReadonlyArray<string>
      assert.lengthOf(codes, 10)
      assert.deepStrictEqual(ruleOf(yield* signIn(third)), [403, "organisation.code_wrong"], "an old code")
      assert.strictEqual((yield* post(`${own}/remove`, { password, code: codes[0] })).status, 204)
      assert.strictEqual((yield* signIn()).status, 200)
      assert.isNull(field((yield* call(own, { token })).body, "enrolled_at"))
      for (const type of ["user_recovery_codes_renewed", "user_second_factor_removed"]) {
        assert.isDefined(yield* entryOf(type), type)
      }
    }))

  it.effect("is reset by someone else who manages users there, and ends the user's sessions", () =>
    Effect.gen(function*() {
      const event = yield* createNode(yield* signInAdministrator, 0, "event", { name: "Fest of Hugo" })
      const { admin, id, password, signIn, token } = yield* person("hugo", event)
      const bystander = yield* person("helga", event)
      const path = `/users/${id}/second-factor?node_id=${event}`
      const reset = (as: string, at = path) => call(at, { token: as, method: "DELETE" })
      assert.deepStrictEqual(ruleOf(yield* reset(admin)), [400, "organisation.second_factor_missing"])
      yield* enrol(postAs(token), password)
      const state = yield* call(path, { token: admin })
      assert.strictEqual(field(state.body, "recovery_codes_left"), 10)
      for (const method of ["GET", "DELETE"] as const) {
        assert.strictEqual((yield* call(path, { token: bystander.token, method })).status, 403)
        const elsewhere = yield* call(`/users/${id}/second-factor?node_id=0`, { token: admin, method })
        assert.strictEqual(elsewhere.status, 404)
      }
      assert.strictEqual((yield* reset(admin)).status, 204)
      assert.strictEqual((yield* call("/tree/", { token })).status, 401)
      assert.strictEqual((yield* signIn()).status, 200)
      assert.deepInclude(yield* entryOf("user_second_factor_reset"), { node_id: BigInt(event), content: { id } })
      const sql = yield* SqlClient.SqlClient
      const [me] = yield* sql<{ id: bigint }>`select user_id as id from user_session where token_hash = ${
        hashToken(admin)
      }`
      const mine = yield* reset(admin, `/users/${me!.id}/second-factor?node_id=0`)
      assert.deepStrictEqual(ruleOf(mine), [400, "organisation.own_second_factor"])
    }))

  it.effect("goes with a user who leaves", () =>
    Effect.gen(function*() {
      const { admin, id, password, token } = yield* person("ines")
      yield* enrol(postAs(token), password)
      assert.strictEqual((yield* call(`/users/${id}?node_id=0`, { token: admin, method: "DELETE" })).status, 200)
      const sql = yield* SqlClient.SqlClient
      assert.isEmpty(yield* sql`select from second_factor where user_id = ${id}`)
      const [left] = yield* sql`select deactivated_at is not null as gone, second_factor_at from usr where id = ${id}`
      assert.deepStrictEqual({ ...left }, { gone: true, second_factor_at: null })
    }))
})

layer(serverLayer, { excludeTestServices: true })("a node that requires a second factor", (it) => {
  it.effect("lets people at it and below set one up, and do nothing else until they did", () =>
    Effect.gen(function*() {
      const admin = yield* signInAdministrator
      const strict = yield* createNode(admin, 0, "node", { name: "Strict" })
      const event = yield* createNode(admin, strict, "event", { name: "Event below" })
      const free = yield* createNode(admin, 0, "event", { name: "Free" })
      const [here, below, elsewhere] = [
        yield* person("jana", strict),
        yield* person("jona", event),
        yield* person("jule", free)
      ]
      const setting = `/tree/nodes/${strict}/second-factor`
      assert.deepStrictEqual((yield* call(setting, { token: admin })).body, { required: false, required_by: null })
      const set = (required: boolean, token = admin) => call(setting, { token, body: { required } })
      assert.strictEqual((yield* set(true, here.token)).status, 403)
      const by = { node_id: strict, name: "Strict" }
      assert.deepStrictEqual((yield* set(true)).body, { required: true, required_by: by })
      assert.deepStrictEqual((yield* call(`/tree/nodes/${event}/second-factor`, { token: admin })).body, {
        required: false,
        required_by: by
      })
      assert.deepInclude(yield* entryOf("node_second_factor_updated"), {
        node_id: BigInt(strict),
        content: { id: strict, old: { required: false }, new: { required: true } }
      })
      for (const token of [admin, elsewhere.token]) assert.strictEqual((yield* call("/tree/", { token })).status, 200)
      for (const { login, password, signIn, token } of [here, below]) {
        // It counts at once, also in sessions that are open, and at the published sign-in.
        const signedIn = yield* signIn()
        assert.isTrue(field(signedIn.body, "success", "user", "must_enrol_second_factor"), login)
        const tokens = [token, String(field(signedIn.body, "success", "token"))]
        for (const one of tokens) {
          for (const path of ["/tree/", "/auth/sessions", `/users?node_id=${event}`]) {
            const answer = yield* call(path, { token: one })
            assert.deepStrictEqual(ruleOf(answer), [403, "organisation.second_factor_required"], path)
          }
          const change = { old_password: password, new_password: "another long password" }
          assert.strictEqual((yield* call("/auth/change-password", { token: one, body: change })).status, 403)
        }
        assert.deepStrictEqual(field((yield* call(own, { token })).body, "required_by"), by)
        const session = yield* call("/auth/web-session", { token })
        assert.isTrue(field(session.body, "user", "must_enrol_second_factor"), login)
        const { recoveryCodes } = yield* enrol(postAs(token), password)
        assert.strictEqual((yield* call("/tree/", { token })).status, 200)
        const again = yield* signIn(recoveryCodes[0])
        assert.isFalse(field(again.body, "success", "user", "must_enrol_second_factor"))
        // Who removes it is back where they were.
        yield* postAs(token)(`${own}/remove`, { password, code: recoveryCodes[1] })
        assert.strictEqual((yield* call("/tree/", { token })).status, 403)
        assert.strictEqual((yield* call("/auth/logout", { token, method: "POST" })).status, 204)
      }
      yield* set(false)
      assert.strictEqual((yield* call("/tree/", { token: (yield* person("jack", strict)).token })).status, 200)
    }))

  it.effect("counts for the administrator who sets it, who can set one up", () =>
    Effect.gen(function*() {
      const admin = yield* signInAdministrator
      yield* call("/tree/nodes/0/second-factor", { token: admin, body: { required: true } })
      assert.deepStrictEqual(ruleOf(yield* call("/tree/", { token: admin })), [
        403,
        "organisation.second_factor_required"
      ])
      yield* enrol(postAs(admin), administrator.password)
      const answer = yield* call("/tree/nodes/0/second-factor", { token: admin, body: { required: false } })
      assert.deepStrictEqual(answer.body, { required: false, required_by: null })
    }))
})
