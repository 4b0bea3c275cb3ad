import { assert, it } from "@effect/vitest"
import { serve } from "@wristbank/http/server/main"
import { Effect, Exit, Scope } from "effect"
import { cpSync } from "node:fs"
import { join } from "node:path"
import type { Page } from "playwright-core"
import { freePort } from "../cli/Killable.ts"
import { servicesLayer } from "../support/administration.ts"
import { visit } from "../support/Browser.ts"
import { clone, ensure } from "./Clone.ts"

const main = (version: string) => `
  import { createRoot } from "react-dom/client"
  import { startServiceWorker, useUpdate } from "../kit/ServiceWorker.ts"
  const Shown = () => {
    const update = useUpdate()
    return <><h1>${version}</h1>{update && <button onClick={update}>Update</button>}</>
  }
  createRoot(document.querySelector("#application")!).render(<Shown />)
  startServiceWorker()
  import("./lazy.ts")`

/** A clone whose portal shows a version and offers the next one. */
const versions = () => {
  const { root, write } = clone()
  for (const file of ["Base.ts", "ServiceWorker.ts"]) {
    cpSync(join(import.meta.dirname, "../../web/kit", file), join(root, "web/kit", file))
  }
  cpSync(join(import.meta.dirname, "../../web/portal/index.html"), join(root, "web/portal/index.html"))
  return async (version: string) => {
    write("web/portal/main.tsx", main(version))
    return (await ensure(root)).text
  }
}

const kept = (page: Page) =>
  page.evaluate(async () => {
    const names = await caches.keys()
    const requests = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()))
    return { names, paths: requests.flat().map(({ url }) => new URL(url).pathname).toSorted() }
  })

const isControlled = () => navigator.serviceWorker.controller !== null

it.live("an application starts without a network and changes its version when the person agrees", () =>
  Effect.gen(function*() {
    const build = versions()
    const [port, portalPort] = [yield* Effect.promise(freePort), yield* Effect.promise(freePort)]
    const start = (webFolder: string) =>
      Effect.gen(function*() {
        const scope = yield* Scope.make()
        yield* Scope.provide(serve({ host: "127.0.0.1", port, portalPort, webFolder }), scope)
        return () => Effect.runPromise(Scope.close(scope, Exit.void))
      })
    const first = yield* Effect.promise(() => build("one"))
    const stop = yield* start(first)
    const bases = [`http://127.0.0.1:${port}/portal`, `http://127.0.0.1:${portalPort}`]
    const visits = yield* Effect.promise(() => Promise.all(bases.map(() => visit({ keeps: true }))))
    yield* Effect.promise(() =>
      Promise.all(bases.map(async (base, at) => {
        const { page } = visits[at]!
        await page.goto(`${base}/`)
        await page.waitForFunction(isControlled)
        const { names, paths } = await kept(page)
        assert.lengthOf(names, 1)
        assert.include(paths, new URL(`${base}/`).pathname)
        assert.lengthOf(paths.filter((path) => path.startsWith("/assets/")), paths.length - 1)
        assert.isFalse(paths.some((path) => path.includes("till")))
      }))
    )
    yield* Effect.promise(stop)
    yield* Effect.promise(() =>
      Promise.all(bases.map(async (base, at) => {
        const { page } = visits[at]!
        for (const path of ["/", "/bon/5b6ad3c4-0000-4000-8000-00000000000a"]) {
          await page.goto(base + path)
          await page.getByRole("heading", { name: "one" }).waitFor()
        }
        const called = await page.evaluate(() => fetch("/api/customer/health").then(() => "answered", () => "away"))
        assert.strictEqual(called, "away")
        for (const path of ["/top-up", "/nothing.js"]) {
          const other = await page.context().newPage()
          const failure = await other.goto(base + path).catch(({ message }: Error) => message)
          assert.match(`${failure}`, /ERR_CONNECTION_REFUSED/, `${base}${path}`)
        }
      }))
    )
    const stopSecond = yield* start(yield* Effect.promise(() => build("two")))
    yield* Effect.promise(() =>
      Promise.all(bases.map(async (base, at) => {
        const { page } = visits[at]!
        await page.goto(`${base}/`)
        await page.getByRole("heading", { name: "one" }).waitFor()
        await page.getByRole("button", { name: "Update" }).click()
        await page.getByRole("heading", { name: "two" }).waitFor()
        await page.waitForFunction(async () => (await caches.keys()).length === 1)
        assert.strictEqual(await page.getByRole("button").count(), 0)
      }))
    )
    yield* Effect.promise(() => Promise.all(visits.map((one) => one[Symbol.asyncDispose]())))
    yield* Effect.promise(stopSecond)
  }).pipe(Effect.provide(servicesLayer)))
