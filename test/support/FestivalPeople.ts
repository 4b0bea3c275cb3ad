import type { Privilege } from "@wristbank/core/organisation/Privilege"
import { Effect } from "effect"
import { randomUUID } from "node:crypto"
import { Festival } from "./Festival.ts"
import { created, done, listOf } from "./FestivalServer.ts"
import type { Colleague } from "./FestivalTill.ts"

/** A role of the festival with these privileges. */
export const role = Effect.fnUntraced(function*(
  privileges: ReadonlyArray<Privilege>,
  { is_privileged = false }: { readonly is_privileged?: boolean } = {}
) {
  const { office } = yield* Festival
  return yield* created(office("POST", "/user-roles", { name: randomUUID(), privileges, is_privileged }))
})

/** A user with a tag, and with a role of these privileges at the event or at a node of it. */
export const worker = Effect.fnUntraced(function*(
  privileges: ReadonlyArray<Privilege>,
  { is_privileged = false, node }: { readonly is_privileged?: boolean; readonly node?: number } = {}
) {
  const { at, event, office, tills } = yield* Festival
  const { pin, uid } = yield* tills.tag()
  const login = randomUUID()
  const id = yield* created(office("POST", "/users", {
    login,
    display_name: "Robin",
    user_tag_pin: pin,
    user_tag_uid_hex: uid.toString(16).toUpperCase()
  }))
  const roleId = yield* role(privileges, { is_privileged })
  done(yield* at(node ?? event)("POST", "/user-to-roles", { user_id: id, role_ids: [roleId] }))
  const made: Colleague & { readonly pin: string; readonly login: string } = { id, uid, roleId, pin, login }
  return made
})

/** The newest entries of the audit log at a node and below, newest first. */
export const audited = Effect.fnUntraced(function*(node: number, limit: number) {
  const { admin } = yield* Festival
  return yield* Effect.forEach(
    listOf(yield* admin("GET", `/tree/nodes/${node}/audit-logs?limit=${limit}`)),
    ({ id }) => Effect.map(admin("GET", `/tree/nodes/${node}/audit-logs/${Number(id)}`), (answer) => done(answer).body)
  )
})
