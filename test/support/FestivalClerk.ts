import { Effect } from "effect"
import { randomUUID } from "node:crypto"
import { Festival } from "./Festival.ts"
import { type Body, caller, created, done } from "./FestivalServer.ts"
import type { Method } from "./ServedApi.ts"

/** The password of all test users in the back office. */
export const password = "a password for everybody"

/** A user of an event without any role, signed in at the back office. */
export const newcomer = Effect.fnUntraced(function*(event: number) {
  const { address, at } = yield* Festival
  const login = randomUUID()
  const id = yield* created(at(event)("POST", "/users", { login, display_name: "Clerk", password }))
  const signedIn = done(
    yield* caller(`${address}/administration`, null)("POST", "/auth/login", {
      username: login,
      password,
      node_id: null
    })
  )
  return { id, login, token: String((signedIn.body.success as Body).token) }
})

/** A user of an event with these privileges at a node, signed in at the back office. */
export const colleague = Effect.fnUntraced(function*(event: number, node: number, privileges: ReadonlyArray<string>) {
  const { at } = yield* Festival
  const made = yield* newcomer(event)
  const role = yield* created(at(event)("POST", "/user-roles", { name: randomUUID(), privileges }))
  done(yield* at(node)("POST", "/user-to-roles", { user_id: made.id, role_ids: [role] }))
  return made
})

/** The calls of a user of the back office with these privileges at a node. */
export const clerk = Effect.fnUntraced(function*(event: number, node: number, privileges: ReadonlyArray<string>) {
  const { address } = yield* Festival
  const { token } = yield* colleague(event, node, privileges)
  const call = caller(`${address}/administration`, token)
  return (method: Method, path: string, body?: unknown, nodeId = node) =>
    call(method, `${path}${path.includes("?") ? "&" : "?"}node_id=${nodeId}`, body)
})
