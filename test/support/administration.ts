import * as ManagementHttp from "@wristbank/cli/outgoing/ManagementHttp"
import * as ShopHttp from "@wristbank/cli/outgoing/ShopHttp"
import { layer as smtp } from "@wristbank/cli/outgoing/SmtpTransport"
import { Installation } from "@wristbank/core/organisation/Installation"
import { PasswordCost } from "@wristbank/core/organisation/PasswordHash"
import { TimeoutScale } from "@wristbank/core/sql/Deadline"
import * as Wristbank from "@wristbank/core/Wristbank"
import { AdministrationApi } from "@wristbank/http/api/administration/AdministrationApi"
import { CustomerApi } from "@wristbank/http/api/customer/CustomerApi"
import { AdministrationHandlers } from "@wristbank/http/server/administration/AdministrationHandlers"
import { mountApi } from "@wristbank/http/server/ApiServer"
import { CustomerHandlers } from "@wristbank/http/server/customer/CustomerHandlers"
import { Context, Effect, Layer, Logger, Redacted } from "effect"
import { configurationLayer } from "./cardProvider.ts"
import { databaseLayer } from "./database.ts"
import { eventSettings } from "./eventSettings.ts"
import { loopbackRule } from "./loopback.ts"
import { certificate } from "./mailCertificate.ts"
import { secretsLayer } from "./secrets.ts"
import { type Method, send, served } from "./ServedApi.ts"

/** Every service, with connections to the stand-ins of the tests; they need a database, secrets and a configuration. */
export const everyService = Wristbank.layer.pipe(Layer.provide([
  smtp({ rule: loopbackRule, ca: certificate }),
  ShopHttp.layerOf(loopbackRule),
  ManagementHttp.layerOf(loopbackRule)
]))

/** Passwords of tests are hashed with as little work as argon2id can take, as there are thousands in a run. */
export const cheapPasswords = Layer.succeed(PasswordCost, { memoryCost: 8, timeCost: 1, parallelism: 1 })

/**
 * All services on a database. Time limits are longer by a factor, so that a busy machine fails no test; tests about waiting
 * times set their own.
 */
export const servicesOn = <A, E, R>(database: Layer.Layer<A, E, R>, timeoutScale = 20) =>
  everyService.pipe(
    Layer.provideMerge(Layer.mergeAll(
      database,
      secretsLayer,
      configurationLayer,
      Layer.succeed(TimeoutScale, timeoutScale),
      cheapPasswords
    ))
  )

/** All services on a database of their own. */
export const servicesLayer = servicesOn(databaseLayer)

/** The administrator that the tests install. */
export const administrator = { login: "admin", password: "a long enough password" }

/** Address of a server with the administration API at its root and the customer API below `/portal`. */
export class Server extends Context.Service<Server, string>()("test/Server") {}

const mounted = Layer.effect(
  Server,
  served(Layer.mergeAll(
    mountApi(AdministrationApi, AdministrationHandlers, ""),
    mountApi(CustomerApi, CustomerHandlers, "/portal")
  ))
)

/** Installs the administrator. */
export const installed = Layer.effectDiscard(
  Installation.use((installation) =>
    installation.install({ login: administrator.login, password: Redacted.make(administrator.password) })
  )
)

/** A server on a database of its own, with the administrator in it; give it to `layer` of `@effect/vitest`. */
export const serverLayer = Layer.merge(mounted, installed).pipe(
  Layer.provideMerge(servicesLayer),
  Layer.provide(Logger.layer([]))
)

/** Sends a call; a body makes it a POST. */
export const call = Effect.fnUntraced(function*(path: string, options: {
  readonly token?: string | undefined
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: unknown
  readonly method?: Method
} = {}) {
  const url = yield* Server
  return yield* send(options.method ?? (options.body === undefined ? "GET" : "POST"), url + path, options)
})

/** The session token of the user with this login and password. */
export const signIn = Effect.fnUntraced(function*(username: string, password: string, node_id: number | null = null) {
  const { body, status } = yield* call("/auth/login", { body: { username, password, node_id } })
  const token = status === 200 ? field(field(body, "success"), "token") : undefined
  if (typeof token !== "string") return yield* Effect.die(new Error(`Not signed in: ${status} ${JSON.stringify(body)}`))
  return token
})

/** The token of the installed administrator. */
export const signInAdministrator = Effect.suspend(() => signIn(administrator.login, administrator.password))

/** A value inside an answer. */
export const field = (value: unknown, ...path: ReadonlyArray<string | number>): unknown =>
  path.reduce<unknown>(
    (inner, key) => typeof inner === "object" && inner !== null ? Reflect.get(inner, key) : undefined,
    value
  )

/** Makes a node (kind `node`) or an event below a parent and returns its id. */
export const createNode = Effect.fnUntraced(function*(
  token: string,
  parent: number,
  kind: "node" | "event",
  fields: { readonly name: string; readonly [field: string]: unknown }
) {
  const body = { description: "", ...(kind === "event" ? eventSettings : {}), ...fields }
  const answer = yield* call(`/tree/nodes/${parent}/create-${kind}`, { token, body })
  const id = field(answer.body, "id")
  if (typeof id !== "number") return yield* Effect.die(new Error(`Not created: ${JSON.stringify(answer.body)}`))
  return id
})
