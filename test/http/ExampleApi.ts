import { Id } from "@wristbank/core/base/Id"
import { Cents } from "@wristbank/core/base/Money"
import { AccessDenied, InvalidArgument, NotFound, Unauthorized } from "@wristbank/core/base/Refusal"
import { TagUid } from "@wristbank/core/base/TagUid"
import { Name, Text } from "@wristbank/core/base/Text"
import { organisationRules } from "@wristbank/core/organisation/OrganisationRules"
import { apiAnnotations } from "@wristbank/http/api/ApiDocument"
import { DomainErrors, wireErrors } from "@wristbank/http/api/Errors"
import { SystemApi } from "@wristbank/http/api/SystemApi"
import { bearerToken } from "@wristbank/http/server/edge/Bearer"
import { systemCalls } from "@wristbank/http/server/SystemCalls"
import { Context, Effect, Layer, Schema } from "effect"
import {
  HttpApi,
  HttpApiBuilder,
  HttpApiEndpoint,
  HttpApiGroup,
  HttpApiMiddleware,
  HttpApiSecurity
} from "effect/http-api"
import { SqlError } from "effect/sql"

/** The caller that the guard gives to handlers. */
export class Caller extends Context.Service<Caller, { readonly name: string }>()("test/Caller") {}

export class Guard extends HttpApiMiddleware.Service<Guard, { provides: Caller }>()("test/Guard", {
  security: { OAuth2PasswordBearer: HttpApiSecurity.bearer },
  error: wireErrors
}) {}

class Wristband extends Schema.Class<Wristband>("Wristband")({
  uid: TagUid,
  owner: Id,
  balance: Cents,
  name: Name,
  comment: Schema.optionalKey(Text),
  lines: Schema.Array(Schema.Struct({ quantity: Schema.Int }))
}) {}

class WristbandApi extends HttpApiGroup.make("wristbands").add(
  HttpApiEndpoint.post("echo", "/wristbands/:id", {
    params: { id: Id },
    query: { node_id: Id },
    payload: Wristband,
    success: Wristband
  }),
  HttpApiEndpoint.get("fail", "/fail/:kind", { params: { kind: Schema.String }, success: Schema.String }),
  HttpApiEndpoint.post("signIn", "/sign-in", {
    payload: Schema.Struct({ login: Name, password: Schema.String.check(Schema.isMinLength(8)) }),
    success: Schema.Struct({ user: Schema.String })
  }),
  HttpApiEndpoint.get("me", "/me", { success: Schema.Struct({ name: Schema.String }) }).middleware(Guard)
) {}

export class ExampleApi extends HttpApi.make("example")
  .add(SystemApi)
  .add(WristbandApi)
  .middleware(DomainErrors)
  .annotateMerge(apiAnnotations("Example", "An API for tests."))
{}

const GuardLive = Layer.succeed(Guard)({
  OAuth2PasswordBearer: Effect.fnUntraced(function*(httpEffect, { credential }) {
    const token = yield* bearerToken(credential)
    if (token !== "known") return yield* new Unauthorized()
    return yield* Effect.provideService(httpEffect, Caller, { name: "Ada" })
  })
})

const sqlError = (reason: SqlError.SqlErrorReason) => Effect.die(new SqlError.SqlError({ reason }))
const secret = "FATAL: password authentication for \"wristbank\" at 10.0.0.7"

/** A call that signals its start, and ends when the test says so. */
export const slowCall = { begun: Promise.withResolvers<void>(), over: Promise.withResolvers<string>() }

/** A call that signals its start, and never ends. */
export const endlessCall = { begun: Promise.withResolvers<void>() }

/** More than the buffers of a connection take. */
export const largeAnswer = "x".repeat(2 ** 24)

const failures: Readonly<Record<string, Effect.Effect<string, AccessDenied | InvalidArgument | NotFound>>> = {
  denied: Effect.fail(AccessDenied.of(organisationRules.privilege_missing, { privileges: ["top_up"] })),
  argument: Effect.fail(InvalidArgument.of(organisationRules.own_user)),
  missing: Effect.fail(new NotFound({ element_type: "user_tag", element_id: 2n ** 62n })),
  none: Effect.fail(new NotFound({ element_type: "order", element_id: null })),
  gone: sqlError(new SqlError.ConnectionError({ cause: new Error(secret), message: secret })),
  full: sqlError(
    new SqlError.UnknownError({ cause: Object.assign(new Error(secret), { code: "53300" }), message: secret })
  ),
  syntax: sqlError(new SqlError.SqlSyntaxError({ cause: new Error(secret), message: secret })),
  timeout: Effect.orDie(Effect.timeout(Effect.never, 1)),
  defect: Effect.die(new Error(secret)),
  endless: Effect.andThen(Effect.sync(() => endlessCall.begun.resolve()), Effect.never),
  large: Effect.succeed(largeAnswer),
  slow: Effect.promise(() => {
    slowCall.begun.resolve()
    return slowCall.over.promise
  })
}

const WristbandHandlers = HttpApiBuilder.group(ExampleApi, "wristbands", (handlers) =>
  handlers.handleAll({
    echo: ({ payload }) => Effect.succeed(payload),
    fail: ({ params }) => failures[params.kind] ?? Effect.succeed("unknown"),
    signIn: ({ payload }) => Effect.succeed({ user: payload.login }),
    me: () => Effect.map(Caller, ({ name }) => ({ name }))
  }))

const SystemHandlers = HttpApiBuilder.group(
  ExampleApi,
  "system",
  (handlers) => Effect.map(systemCalls, (calls) => handlers.handleAll(calls))
)

export const ExampleHandlers = Layer.merge(WristbandHandlers, SystemHandlers).pipe(Layer.provide(GuardLive))
