import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { call, createNode, field, signIn, signInAdministrator } from "../../support/administration.ts"

/** The password of all users in the office. */
export const password = "a password for everybody"

/** An event with functions that create users in it as the administrator. */
export const event = Effect.fnUntraced(function*(name: string) {
  const token = yield* signInAdministrator
  const id = yield* createNode(token, 0, "event", { name })
  const bar = yield* createNode(token, id, "node", { name: "Bar" })
  const user = (login: string, fields: object = { password }, node = id) =>
    call(`/users?node_id=${node}`, { token, body: { login, display_name: login, ...fields } })
  const role = Effect.fnUntraced(function*(title: string, privileges: ReadonlyArray<string>, is_privileged = false) {
    const body = { name: title, privileges, is_privileged }
    const answer = yield* call(`/user-roles?node_id=${id}`, { token, body })
    return Number(field(answer.body, "id"))
  })
  const assign = (as: string, user_id: unknown, role_ids: ReadonlyArray<number>, node = id, more: object = {}) =>
    call(`/user-to-roles?node_id=${node}`, { token: as, body: { user_id, role_ids, ...more } })
  /** A signed-in user with one role of these privileges. */
  const person = Effect.fnUntraced(function*(login: string, privileges: ReadonlyArray<string>) {
    const made = yield* user(login)
    const userId = Number(field(made.body, "id"))
    yield* assign(token, userId, [yield* role(`role of ${login}`, privileges)])
    return { id: userId, token: yield* signIn(login, password, id) }
  })
  return { token, id, bar, user, role, assign, person }
})

/** Tags with a PIN and without a chip number. */
export const insertTags = Effect.fnUntraced(function*(eventId: number, pins: ReadonlyArray<string>) {
  const sql = yield* SqlClient.SqlClient
  yield* sql`with secret as (
      insert into user_tag_secret (event_id, node_id, key0, key1, description)
      values (${eventId}, ${eventId}, '', '', '') returning id
    )
    insert into user_tag (event_id, node_id, pin, secret_id)
    select ${eventId}, ${eventId}, pin, secret.id from secret, unnest(${pins}::text[]) as pin`
})

/** Status and id of an answer; a refusal has the id of its error. */
export const outcome = (
  { body, status }: { readonly body: unknown; readonly status: number }
) => [status, field(body, "rule") ?? field(body, "id")]
