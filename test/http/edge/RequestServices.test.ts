import { assert, it } from "@effect/vitest"
import { TimeoutScale } from "@wristbank/core/sql/Deadline"
import { forRequests, groupHandlers } from "@wristbank/http/server/edge/RequestServices"
import { Context, Effect, Layer, Scope } from "effect"
import { HttpRouter, HttpServerRequest } from "effect/http"
import { HttpApi, HttpApiEndpoint, HttpApiGroup, HttpApiMiddleware } from "effect/http-api"
import { readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { folderOf, packages } from "../../../scripts/pack/manifest.ts"

class Ledger extends Context.Service<Ledger, string>()("core/Ledger") {}

class Guard extends HttpApiMiddleware.Service<Guard>()("http/Guard") {}

const api = HttpApi.make("example").add(
  HttpApiGroup.make("tills").add(HttpApiEndpoint.get("open", "/open").middleware(Guard))
)

const Services = Layer.mergeAll(
  Layer.succeed(Ledger, "the ledger"),
  Layer.succeed(Guard, (httpEffect) => httpEffect),
  Layer.succeed(TimeoutScale, 7)
)

const keys = (context: Context.Context<never>) =>
  Array.from(context.mapUnsafe.keys()).filter((key) => /^(core|http)\//.test(key))

it.effect("handlers are built with all services, and answer without them", () =>
  Effect.gen(function*() {
    let ledger = ""
    let whileAnswering: ReadonlyArray<string> | undefined
    const group = groupHandlers(api, "tills", (handlers) =>
      Effect.map(Ledger, (found) => {
        ledger = found
        return handlers.handle("open", () =>
          Effect.contextWith((context: Context.Context<never>) => {
            whileAnswering = keys(context)
            return Effect.void
          }))
      }))
    const [built] = (yield* Layer.build(Layer.provide(group, Services))).mapUnsafe.values()
    const { routes: [route] } = built as { readonly routes: ReadonlyArray<HttpRouter.Route<never, never>> }
    assert.strictEqual(ledger, "the ledger")
    const request = Context.make(
      HttpServerRequest.HttpServerRequest,
      HttpServerRequest.fromWeb(new Request("http://localhost/open"))
    )
    const place = { params: {}, route: route! }
    yield* Effect.provideContext(
      route!.handler as Effect.Effect<unknown>,
      request.pipe(Context.add(HttpRouter.RouteContext, place), Context.add(HttpServerRequest.ParsedSearchParams, {}))
    )
    assert.deepStrictEqual(whileAnswering, [Guard.key])
  }).pipe(Effect.scoped))

it.effect("a port is opened without the application's services, and its routes are built with them", () =>
  Effect.gen(function*() {
    const built: Array<string> = []
    const routes = Layer.effectDiscard(Effect.map(Ledger, (ledger) => built.push(ledger)))
    const ambient = yield* forRequests(
      routes,
      (withAll) => Effect.andThen(Layer.build(withAll as Layer.Layer<never>), Effect.context<never>())
    )
    assert.deepStrictEqual(built, ["the ledger"])
    assert.deepStrictEqual(keys(ambient), [TimeoutScale.key])
    assert.strictEqual(Context.get(ambient, TimeoutScale), 7)
    assert.isTrue(ambient.mapUnsafe.has(Scope.Scope.key))
  }).pipe(Effect.provide(Services), Effect.scoped))

it("a handler that asks for a service while it answers does not compile", () => {
  const group = groupHandlers(
    api,
    "tills",
    // @ts-expect-error The handler would not find the ledger.
    (handlers) => Effect.succeed(handlers.handle("open", () => Effect.asVoid(Ledger)))
  )
  assert.isTrue(Layer.isLayer(group))
})

const root = new URL("../../../", import.meta.url).pathname

it("the key of every reference says that it is one, as requests keep references alone", () => {
  const references = packages.flatMap((name) =>
    readdirSync(join(root, folderOf(name), "src"), { recursive: true, encoding: "utf8" })
      .filter((path) => path.endsWith(".ts"))
      .flatMap((path) =>
        Array.from(
          readFileSync(join(root, folderOf(name), "src", path), "utf8").matchAll(/Context\.Reference\b[^"]*"([^"]+)"/g),
          ([, key]) => `${name} ${key}`
        )
      )
  )
  assert.isAbove(references.length, 15)
  assert.deepStrictEqual(
    references.filter((found) => !/^(core|http|stand-ins|cli) \1\/reference\/\w+$/.test(found)),
    []
  )
})
