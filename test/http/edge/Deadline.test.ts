import { assert, it, vi } from "@effect/vitest"
import { TimeoutScale } from "@wristbank/core/sql/Deadline"
import { isUnavailable } from "@wristbank/core/sql/Outages"
import { AdministrationApi } from "@wristbank/http/api/administration/AdministrationApi"
import { CustomerApi } from "@wristbank/http/api/customer/CustomerApi"
import { isGuarded } from "@wristbank/http/api/Guarded"
import { TerminalApi } from "@wristbank/http/api/terminal/TerminalApi"
import { inTime } from "@wristbank/http/server/edge/Deadline"
import { Deferred, Effect, Exit, Fiber } from "effect"
import { HttpApi, type HttpApiEndpoint, type HttpApiGroup } from "effect/http-api"

const endpointsOf = <Id extends string, Groups extends HttpApiGroup.Constraint>(api: HttpApi.HttpApi<Id, Groups>) => {
  const endpoints: Array<HttpApiEndpoint.Top> = []
  HttpApi.reflect(api, { onGroup: () => undefined, onEndpoint: ({ endpoint }) => endpoints.push(endpoint) })
  return endpoints
}

const endpoints = [...endpointsOf(AdministrationApi), ...endpointsOf(CustomerApi), ...endpointsOf(TerminalApi)]

it.effect("a call that takes too long is taken for an outage of the database only where nothing else is waited for", () =>
  Effect.gen(function*() {
    const late = yield* Effect.forEach(endpoints, (endpoint) =>
      Effect.map(
        Effect.flip(inTime(endpoint)(Effect.never)),
        (error) => ({ endpoint, isOutage: isUnavailable(error) })
      ), { concurrency: "unbounded" })
    const outages = late.filter(({ isOutage }) => isOutage)
    assert.isAbove(outages.length, 150)
    assert.deepStrictEqual(
      outages.filter(({ endpoint }) => !isGuarded(endpoint)).map(({ endpoint }) => endpoint.path),
      []
    )
  }).pipe(Effect.provideService(TimeoutScale, 0.001)))

it.effect("a sign-in to the back office may take seconds, as passwords are checked at a low priority", () =>
  Effect.gen(function*() {
    yield* Effect.acquireRelease(
      Effect.sync(() => vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] })),
      () => Effect.sync(() => vi.useRealTimers())
    )
    const mayTake5Seconds = Effect.fnUntraced(function*(path: string) {
      const endpoint = endpoints.find((one) => one.path === path)
      assert.isDefined(endpoint)
      const work = yield* Deferred.make<void>()
      const call = yield* Effect.forkChild(inTime(endpoint)(Deferred.await(work)), { startImmediately: true })
      vi.advanceTimersByTime(5_000)
      yield* Deferred.succeed(work, undefined)
      return Exit.isSuccess(yield* Fiber.await(call))
    })
    const paths = ["/auth/login", "/auth/web-login", "/auth/register_terminal"]
    assert.deepStrictEqual(yield* Effect.forEach(paths, mayTake5Seconds), [true, true, false])
  }))
