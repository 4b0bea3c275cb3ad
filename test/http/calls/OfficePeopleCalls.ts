import { Effect } from "effect"
import { randomBytes, randomUUID } from "node:crypto"
import { eventSettings } from "../../support/eventSettings.ts"
import { Festival } from "../../support/Festival.ts"
import { colleague, password } from "../../support/FestivalClerk.ts"
import { caller, created, done, listOf } from "../../support/FestivalServer.ts"
import { appCode, enrol } from "../../support/SecondFactor.ts"
import { callsOfNoun, newName } from "./OfficeCatalogueCalls.ts"
import { about, always, type ValidCalls } from "./ValidCall.ts"

/** Sessions of users, and their own profile. */
const sessions = Effect.gen(function*() {
  const festival = yield* Festival
  const { address, event } = festival
  const somebody = Effect.provideService(colleague(event, event, []), Festival, festival)
  const signedInTwice = Effect.tap(
    somebody,
    ({ login }) =>
      caller(`${address}/administration`, null)("POST", "/auth/login", { username: login, password, node_id: event })
  )
  const calls: ValidCalls = {
    "POST /auth/login": about(somebody, ({ login }) => ({
      body: { username: login, password, node_id: event },
      audit: "user_signed_in"
    })),
    "POST /auth/web-login": about(somebody, ({ login }) => ({
      body: { username: login, password, node_id: event },
      headers: { "x-wristbank-web": "1" },
      audit: "user_signed_in"
    })),
    "GET /auth/web-session": about(somebody, ({ token }) => ({ token })),
    "POST /auth/logout": about(somebody, ({ token }) => ({ token, audit: "user_signed_out" })),
    "POST /auth/change-password": about(somebody, ({ token }) => ({
      token,
      body: { old_password: password, new_password: "another password of the harbour" },
      audit: "user_password_changed"
    })),
    "GET /auth/sessions": about(somebody, ({ token }) => ({ token })),
    "DELETE /auth/sessions": about(signedInTwice, ({ token }) => ({ token, audit: "user_sessions_ended" })),
    "DELETE /auth/sessions/{session_id}": Effect.gen(function*() {
      const { token } = yield* somebody
      const [session] = listOf(yield* caller(`${address}/administration`, token)("GET", "/auth/sessions"))
      return { token, path: { session_id: session!.id }, audit: "user_session_revoked" }
    }),
    "GET /tree/": always()
  }
  return calls
})

/** Second factors of users, and the nodes that require them. */
const secondFactors = Effect.gen(function*() {
  const festival = yield* Festival
  const { address, admin, event } = festival
  const part = Effect.suspend(() =>
    created(admin("POST", `/tree/nodes/${event}/create-node`, { name: newName(), description: "" }))
  )
  const somebody = Effect.provideService(colleague(event, event, []), Festival, festival)
  const postAs = (token: string) => (path: string, body: unknown) =>
    caller(`${address}/administration`, token)("POST", path, body)
  const beginning = Effect.gen(function*() {
    const { token } = yield* somebody
    const { secret } = done(yield* postAs(token)("/auth/second-factor/begin", { password })).body
    return { token, code: yield* appCode(String(secret)) }
  })
  const enrolled = Effect.gen(function*() {
    const { id, token } = yield* somebody
    const { recoveryCodes: [code], secret } = yield* enrol(postAs(token), password)
    return { id, token, secret, proof: { password, code } }
  })
  const own = "/auth/second-factor"
  const calls: ValidCalls = {
    [`GET ${own}`]: about(somebody, ({ token }) => ({ token })),
    [`POST ${own}/begin`]: about(somebody, ({ token }) => ({ token, body: { password } })),
    [`POST ${own}/confirm`]: about(beginning, ({ code, token }) => ({
      token,
      body: { code },
      audit: "user_second_factor_enrolled"
    })),
    [`POST ${own}/remove`]: about(enrolled, ({ proof, token }) => ({
      token,
      body: proof,
      audit: "user_second_factor_removed"
    })),
    [`POST ${own}/recovery-codes`]: about(enrolled, ({ proof, token }) => ({
      token,
      body: proof,
      audit: "user_recovery_codes_renewed"
    })),
    "GET /users/{user_id}/second-factor": about(enrolled, ({ id }) => ({ path: { user_id: id } })),
    "DELETE /users/{user_id}/second-factor": about(enrolled, ({ id }) => ({
      path: { user_id: id },
      audit: "user_second_factor_reset"
    })),
    "GET /tree/nodes/{node_id}/second-factor": always(),
    "POST /tree/nodes/{node_id}/second-factor": about(part, (node_id) => ({
      path: { node_id },
      body: { required: true },
      audit: "node_second_factor_updated",
      auditNode: node_id
    }))
  }
  return calls
})

/** Users, roles and assignments. */
const roles = Effect.gen(function*() {
  const festival = yield* Festival
  const { event, office } = festival
  const signedIn = Effect.provideService(colleague(event, event, []), Festival, festival)
  const privileges = ["terminal_login", "can_book_orders"]
  const newUser = () => ({ login: randomUUID(), display_name: newName(), password })
  const role = Effect.suspend(() => created(office("POST", "/user-roles", { name: newName(), privileges })))
  const user = Effect.suspend(() => created(office("POST", "/users", newUser())))
  const calls: ValidCalls = {
    ...(yield* callsOfNoun({ path: "/users", id: "user_id", logType: "user", body: newUser })),
    "POST /users/{user_id}/change-password": about(user, (user_id) => ({
      path: { user_id },
      body: { new_password: "another password of the harbour" },
      audit: "user_password_changed"
    })),
    "GET /users/{user_id}/voucher-grant-stats": about(user, (user_id) => ({ path: { user_id } })),
    "GET /users/{user_id}/role-assignments": about(user, (user_id) => ({ path: { user_id } })),
    "GET /users/{user_id}/sessions": about(user, (user_id) => ({ path: { user_id } })),
    "DELETE /users/{user_id}/sessions": about(
      signedIn,
      ({ id }) => ({ path: { user_id: id }, audit: "user_sessions_ended" })
    ),
    "GET /user-roles": always(),
    "POST /user-roles": Effect.sync(() => ({ body: { name: newName(), privileges }, audit: "user_role_created" })),
    "POST /user-roles/{user_role_id}": about(role, (user_role_id) => ({
      path: { user_role_id },
      body: { is_privileged: false, privileges: ["terminal_login"] },
      audit: "user_role_updated"
    })),
    "DELETE /user-roles/{user_role_id}": about(role, (user_role_id) => ({
      path: { user_role_id },
      audit: "user_role_deleted"
    })),
    "GET /user-to-roles": always(),
    "POST /user-to-roles": about(Effect.all([user, role]), ([user_id, role_id]) => ({
      body: { user_id, role_ids: [role_id] },
      audit: "user_to_roles_updated"
    }))
  }
  return calls
})

/** Tags and the keys of their chips. */
const tags = Effect.gen(function*() {
  const { admin, guest, office } = yield* Festival
  const visitor = yield* guest()
  const [secret] = listOf(yield* office("GET", "/user-tag-secrets"))
  const found = done(yield* office("POST", "/user-tags/find-user-tags", { search_term: visitor.pin })).body
  const user_tag_id = (found.ids as ReadonlyArray<number>)[0]
  // An event has one secret that is never replaced.
  const event = { ...eventSettings, description: "", customer_portal_url: "" }
  const bare = Effect.suspend(() => created(admin("POST", "/tree/nodes/0/create-event", { ...event, name: newName() })))
  const calls: ValidCalls = {
    "GET /user-tag-secrets": always(),
    "POST /user-tag-secrets": about(bare, (node) => ({
      node,
      body: { key0: randomBytes(16).toString("hex"), key1: randomBytes(16).toString("hex"), description: "Harbour" },
      audit: "user_tag_secret_created",
      auditNode: node
    })),
    "POST /user-tags": Effect.sync(() => ({
      body: [{ pin: randomUUID().slice(0, 13), restriction: null, secret_id: secret!.id }],
      audit: "user_tags_created"
    })),
    "GET /user-tags": always(),
    "POST /user-tags/csv-export": always({ body: { exclude_activated: true } }),
    "POST /user-tags/find-user-tags": always({ body: { search_term: visitor.pin } }),
    "GET /user-tags/{user_tag_id}": always({ path: { user_tag_id } }),
    "POST /user-tags/{user_tag_id}/update-comment": Effect.sync(() => ({
      path: { user_tag_id },
      body: { comment: newName() },
      audit: "user_tag_comment_updated"
    }))
  }
  return calls
})

export const peopleCalls = Effect.map(
  Effect.all([sessions, secondFactors, roles, tags]),
  (groups): ValidCalls => Object.assign({}, ...groups)
)
