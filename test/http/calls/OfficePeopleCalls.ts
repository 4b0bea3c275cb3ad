import { Effect } from "effect"
import { randomBytes, randomUUID } from "node:crypto"
import { eventSettings } from "../../support/administration.ts"
import { Festival } from "../../support/Festival.ts"
import { colleague, password } from "../../support/FestivalClerk.ts"
import { caller, created, done, listOf } from "../../support/FestivalServer.ts"
import { callsOfNoun, newName } from "./OfficeCatalogueCalls.ts"
import { about, always, type ValidCalls } from "./ValidCall.ts"

/** Sessions of users, and their own profile. */
const sessions = Effect.gen(function*() {
  const festival = yield* Festival
  const { address, event } = festival
  const somebody = Effect.provideService(colleague(event, event, []), Festival, festival)
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
    "DELETE /auth/sessions/{session_id}": Effect.gen(function*() {
      const { token } = yield* somebody
      const [session] = listOf(yield* caller(`${address}/administration`, token)("GET", "/auth/sessions"))
      return { token, path: { session_id: session!.id }, audit: "user_session_revoked" }
    }),
    "GET /tree/": always()
  }
  return calls
})

/** Users, roles and assignments. */
const roles = Effect.gen(function*() {
  const { office } = yield* Festival
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
    "GET /users/{user_id}/sessions": about(user, (user_id) => ({ path: { user_id } })),
    "DELETE /users/{user_id}/sessions": about(user, (user_id) => ({ path: { user_id }, audit: "user_sessions_ended" })),
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
  Effect.all([sessions, roles, tags]),
  ([first, second, third]): ValidCalls => ({ ...first, ...second, ...third })
)
