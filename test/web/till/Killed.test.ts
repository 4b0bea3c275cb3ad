import { Effect, Exit, Redacted, Scope } from "effect"
import { mkdtemp, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import type { Route } from "playwright-core"
import { afterAll, beforeAll, expect, test } from "vitest"
import { end, freePort, type Killable, start } from "../../cli/Killable.ts"
import { TestDatabase } from "../../support/database.ts"
import { faultsOf } from "../../support/DemoBooks.ts"
import type { DemoSite } from "../../support/DemoSite.ts"
import { makeTill, officeOf, ordersOf, visitTill } from "../../support/DemoTill.ts"
import { template } from "../../support/template.ts"

const password = "the password of this demo"
const scope = Effect.runSync(Scope.make())
let site: Pick<DemoSite, "origin" | "password" | "settings">
let server: Killable
let folder: string

/** Starts the demo in a process of its own, which can be killed; a later start goes on with the same data. */
const startServer = async () => {
  server = await start(["up", "--demo"], {
    cwd: folder,
    environment: {
      DATABASE_URL: site.settings["databaseUrl"]!,
      WRISTBANK_ADMIN_PASSWORD: password,
      WRISTBANK_DATA_DIR: folder,
      WRISTBANK_PORT: site.settings["port"]!
    },
    ready: "is ready"
  })
}

beforeAll(async () => {
  const { url } = await Effect.runPromise(Scope.provide(TestDatabase.make(template), scope))
  const port = String(await freePort())
  folder = await mkdtemp(join(tmpdir(), "wristbank-killed-"))
  site = { origin: `http://127.0.0.1:${port}`, password, settings: { databaseUrl: Redacted.value(url), port } }
  await startServer()
})
afterAll(async () => {
  await end(server, "SIGKILL")
  await Effect.runPromise(Scope.close(scope, Exit.void))
  await rm(folder, { recursive: true, force: true })
})

const kill = () => end(server, "SIGKILL")

/** When the server is killed, and what the till's request meets then. */
const moments: ReadonlyArray<readonly [string, string, (route: Route) => Promise<unknown>]> = [
  ["before a booking reaches it", "GUEST001", async (route) => {
    await kill()
    await route.continue()
  }],
  ["after it has booked, before it answers", "GUEST002", async (route) => {
    await route.fetch()
    await kill()
    await route.abort("connectionreset")
  }]
]

test.each(moments)("a server that is killed %s loses and doubles nothing", async (_, guest, killing) => {
  const office = await officeOf(site)
  const till = await makeTill(office)
  await using visitor = await visitTill(site, till)
  const { page } = visitor
  await page.route("**/api/terminal/order/book-sale", killing, { times: 1 })
  await page.getByRole("button", { name: /^Beer/ }).click()
  await page.getByRole("button", { name: guest }).click()
  await page.getByRole("alertdialog", { name: "No answer yet" }).waitFor()
  await startServer()
  await page.getByRole("status", { name: "Booked" }).waitFor()
  expect(await ordersOf(await officeOf(site), till)).toHaveLength(1)
  expect(await faultsOf(site)).toEqual([])
})
