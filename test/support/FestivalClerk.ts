import { Effect } from "effect"
import { randomUUID } from "node:crypto"
import { Festival } from "./Festival.ts"
import { type Body, caller, created, done, type Method } from "./FestivalServer.ts"

/** Somebody in the office with these privileges at a node, and his calls there. */
export const clerk = Effect.fnUntraced(function*(event: number, node: number, privileges: ReadonlyArray<string>) {
  const { address, at } = yield* Festival
  const login = randomUUID()
  const password = "a password for everybody"
  const user_id = yield* created(at(event)("POST", "/users", { login, display_name: "Clerk", password }))
  const role = yield* created(at(event)("POST", "/user-roles", { name: randomUUID(), privileges }))
  done(yield* at(node)("POST", "/user-to-roles", { user_id, role_ids: [role] }))
  const office = `${address}/administration`
  const signedIn = done(
    yield* caller(office, null)("POST", "/auth/login", { username: login, password, node_id: null })
  )
  const call = caller(office, String((signedIn.body.success as Body).token))
  return (method: Method, path: string, body?: unknown, nodeId = node) =>
    call(method, `${path}${path.includes("?") ? "&" : "?"}node_id=${nodeId}`, body)
})
