import { withoutApplication } from "@wristbank/core/base/WithoutApplication"
import { Context, Effect, Layer, Scope } from "effect"
import type { HttpRouter } from "effect/http"
import { type HttpApi, HttpApiBuilder, type HttpApiGroup } from "effect/http-api"

/** The services that handlers of a group ask for while they answer, beyond those that their endpoints provide. */
type AskedWhileAnswering<Return> = Return extends
  Effect.Effect<HttpApiBuilder.Handlers<infer R, infer _Endpoints, infer _Handled>, infer _E, infer _R>
  ? HttpRouter.Request.Only<"Requires", R>
  : never

/**
 * As `HttpApiBuilder.group`, for handlers that take all their services while they are built.
 *
 * A route merges the services it was built with into those of every request. With all services of the server that is a
 * copy of 200 entries for each call. So the routes of the group know only its guards.
 */
export const groupHandlers = <
  ApiId extends string,
  Groups extends HttpApiGroup.Constraint,
  const Identifier extends HttpApiGroup.Identifier<Groups>,
  Return extends Effect.Effect<unknown, unknown, unknown>
>(
  api: HttpApi.HttpApi<ApiId, Groups>,
  identifier: Identifier,
  build: (
    handlers: HttpApiBuilder.Handlers.FromGroup<HttpApiGroup.WithIdentifier<Groups, Identifier>>
  ) =>
    & HttpApiBuilder.Handlers.ValidateReturn<Return>
    & ([AskedWhileAnswering<Return>] extends [never] ? unknown : never)
) => {
  type Group = ReturnType<typeof HttpApiBuilder.group<ApiId, Groups, Identifier, Return>>
  return Layer.effectContext(
    Effect.contextWith((services: Context.Context<never>) => {
      const group = HttpApiBuilder.group<ApiId, Groups, Identifier, Return>(
        api,
        identifier,
        (handlers) => Effect.provideContext(build(handlers) as Return, services) as never
      )
      return Effect.updateContext(
        Layer.build(group),
        () => guardsOf(api.groups[identifier] as HttpApiGroup.Top, services) as never
      )
    })
  ) as unknown as Group
}

/** Of all services those that guard the endpoints of a group, and the scope in which they were built. */
const guardsOf = (group: HttpApiGroup.Top, services: Context.Context<never>): Context.Context<never> => {
  const guards = Object.values(group.endpoints).flatMap(({ middlewares }) => Array.from(middlewares))
  return Context.pick(Scope.Scope, ...guards)(services as Context.Context<unknown>) as Context.Context<never>
}

/**
 * Runs the building of a port, whose routes get all services, in a context without those of the application: every
 * request copies the context in which its port was opened.
 */
export const forRequests = <A, E, R, E2, R2>(
  routes: Layer.Layer<never, E, R>,
  open: (routes: Layer.Layer<never, E, R>) => Effect.Effect<A, E2, R2>
): Effect.Effect<A, E2, R2> =>
  Effect.contextWith((services: Context.Context<R2>) =>
    Effect.updateContext(
      // The routes still take what `open` builds for them, such as the router.
      open(Layer.provide(routes, Layer.succeedContext(services)) as Layer.Layer<never, E, R>),
      withoutApplication<R2>
    )
  )
