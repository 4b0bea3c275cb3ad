import { NodeFileSystem } from "@effect/platform-node"
import { assert } from "@effect/vitest"
import { Configuration } from "@wristbank/core/config/Configuration"
import { Secrets } from "@wristbank/core/organisation/Secrets"
import { hashToken } from "@wristbank/core/organisation/Session"
import * as Wristbank from "@wristbank/core/Wristbank"
import { AdministrationApi } from "@wristbank/http/api/administration/AdministrationApi"
import { TerminalApi } from "@wristbank/http/api/terminal/TerminalApi"
import { AdministrationHandlers } from "@wristbank/http/server/AdministrationHandlers"
import { listen, mountApi } from "@wristbank/http/server/ApiServer"
import { TerminalHandlers } from "@wristbank/http/server/TerminalHandlers"
import { Context, Effect, Layer, Redacted } from "effect"
import { HttpServer } from "effect/http"
import { SqlClient } from "effect/sql"
import { randomUUID } from "node:crypto"
import { world } from "../core/till/TillWorld.ts"
import { databaseLayer } from "../support/database.ts"

/** The address of a server with the administration and the terminal API. */
class Server extends Context.Service<Server, string>()("test/TillServer") {}

const services = Wristbank.layer.pipe(
  Layer.provideMerge(Layer.mergeAll(
    databaseLayer,
    Secrets.layerOf(Redacted.make("a key for tests")),
    Layer.provide(Configuration.layer({ environment: {} }), NodeFileSystem.layer)
  ))
)

/** The server on a database of its own. */
export const server = Layer.effect(
  Server,
  Effect.map(
    Layer.build(listen(
      Layer.merge(
        mountApi(AdministrationApi, AdministrationHandlers, "/administration"),
        mountApi(TerminalApi, TerminalHandlers, "/terminal")
      ),
      { host: "127.0.0.1", port: 0 }
    )),
    (context) => HttpServer.formatAddress(Context.get(context, HttpServer.HttpServer).address)
  )
).pipe(Layer.provideMerge(services))

export type Body = { readonly [field: string]: unknown }

/** A call with a token, or without. */
export const call = Effect.fnUntraced(
  function*(token: string | null, method: "GET" | "POST" | "DELETE", path: string, body?: unknown) {
    const url = yield* Server
    return yield* Effect.promise(async () => {
      const response = await fetch(url + path, {
        method,
        headers: {
          ...(token === null ? {} : { authorization: `Bearer ${token}` }),
          "content-type": "application/json"
        },
        ...(body === undefined ? {} : { body: JSON.stringify(body) })
      })
      const text = await response.text()
      return { status: response.status, text, body: (text === "" ? null : JSON.parse(text)) as Body }
    })
  }
)

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
  const at = (nodeId: bigint) => (method: "GET" | "POST" | "DELETE", path: string, body?: unknown) =>
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

/** The answer is this refusal. */
export const refused = (answer: { readonly status: number; readonly body: Body }, status: number, id: string) => {
  assert.strictEqual(answer.status, status)
  assert.strictEqual(answer.body.id, id)
}
