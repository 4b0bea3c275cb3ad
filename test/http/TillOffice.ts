import { assert } from "@effect/vitest"
import { hashToken } from "@wristbank/core/organisation/Token"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { randomUUID } from "node:crypto"
import { world } from "../core/till/TillWorld.ts"
import { Address, type Body, caller } from "../support/FestivalServer.ts"
import type { Method } from "../support/ServedApi.ts"

/** A call with or without a token. */
export const call = Effect.fnUntraced(function*(token: string | null, method: Method, path: string, body?: unknown) {
  return yield* caller(yield* Address, token)(method, path, body)
})

/** An event, and its administrator's calls to the administration API at the event or at the bar. */
export const office = Effect.gen(function*() {
  const here = yield* world
  const sql = yield* SqlClient.SqlClient
  const signIn = Effect.fnUntraced(function*(userId: bigint) {
    const token = randomUUID()
    yield* sql`insert into user_session (token_hash, user_id, expires_at)
      values (${hashToken(token)}, ${userId}, now() + interval '1 hour')`
    return token
  })
  const token = yield* signIn(here.organiser.id)
  const at = (nodeId: bigint) => (method: Method, path: string, body?: unknown) =>
    call(token, method, `/administration${path}?node_id=${nodeId}`, body)
  return { ...here, signIn, atEvent: at(here.event), atBar: at(here.bar), sql }
})
export type Office = Effect.Success<typeof office>

export const name = () => randomUUID()

/** A till at the bar with a registered terminal, made through the API. */
export const staffable = Effect.fnUntraced(function*({ atBar, atEvent, profileId }: Office) {
  const terminal = (yield* atEvent("POST", "/terminal", { name: name() })).body
  const till = (yield* atBar("POST", "/tills", {
    name: name(),
    active_profile_id: Number(profileId),
    terminal_id: terminal.id
  })).body
  const registered = yield* call(null, "POST", "/terminal/auth/register_terminal", {
    registration_uuid: terminal.registration_uuid
  })
  const token = String(registered.body.token)
  return {
    terminal,
    till,
    token,
    get: (path: string) => call(token, "GET", `/terminal${path}`),
    post: (path: string, body?: unknown) => call(token, "POST", `/terminal${path}`, body)
  }
})

export const login = (person: { readonly uid: bigint }, roleId: bigint) => ({
  user_tag: { uid: Number(person.uid) },
  user_role_id: Number(roleId)
})

/** Asserts that the answer is this refusal: by its rule, such as `till.till_virtual`, or by its id when it has no rule. */
export const refused = (answer: { readonly status: number; readonly body: Body }, status: number, refusal: string) => {
  assert.strictEqual(answer.status, status)
  assert.strictEqual(refusal.includes(".") ? answer.body.rule : answer.body.id, refusal)
}
