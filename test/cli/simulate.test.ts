import { assert, describe, it } from "@effect/vitest"
import { backOfficeIdleHours } from "@wristbank/core/organisation/Session"
import { festivalSteps } from "@wristbank/stand-ins/simulation/FestivalSteps"
import { loadTest } from "@wristbank/stand-ins/simulation/LoadTest"
import { signInAt, SiteClient } from "@wristbank/stand-ins/simulation/SiteClient"
import { stepKinds } from "@wristbank/stand-ins/simulation/Step"
import { Clock, Effect, Fiber, Redacted } from "effect"
import { TestClock } from "effect/testing"
import { readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { setImmediate } from "node:timers/promises"
import { afterAll, beforeAll, vi } from "vitest"
import { type DemoSite, emptySite } from "../support/DemoSite.ts"
import { runFolder } from "../support/runFolder.ts"
import { runCommand } from "./runCommand.ts"

let folder = ""
let site: DemoSite
beforeAll(async () => {
  site = await emptySite()
  folder = await runFolder()
})
afterAll(async () => {
  rmSync(folder, { recursive: true })
  await site[Symbol.asyncDispose]()
})

/** The command that the page about the simulator begins with. */
const documented = () => {
  const page = readFileSync(join(import.meta.dirname, "../../docs/developer-documentation/simulator.md"), "utf8")
  const [, command = ""] = /^```sh\nnpx wristbank (.*)\n```$/m.exec(page) ?? []
  return command.split(" ")
}

const run = (...args: ReadonlyArray<string>) => runCommand(args, { cwd: folder })

/** Counts calls over HTTP: those without an answer, and those that sign in. */
const fetched = Effect.acquireRelease(
  Effect.sync(() => {
    const counts = { open: 0, signIns: 0 }
    const real = fetch
    const spy = vi.spyOn(globalThis, "fetch").mockImplementation(async (...call) => {
      if (String(call[0]).includes("/auth/login")) counts.signIns++
      counts.open++
      const response = await real(...call).finally(() => counts.open--)
      return response
    })
    return { counts, spy }
  }),
  ({ spy }) => Effect.sync(() => spy.mockRestore())
).pipe(Effect.map(({ counts }) => counts))

describe("wristbank simulate", () => {
  it("ends with a summary, keeps the database in a new folder, and writes the books, as the page about it shows", async () => {
    const { code, stderr, stdout } = await run(...documented(), "--into", "kept")
    assert.strictEqual(code, 0, stderr)
    assert.match(stdout, /^shifts ended +10$/m)
    assert.match(stdout, /^\d+ bookings in .* s, \d+ a second$/m)
    assert.match(stdout, /^Doctor finds no violation: everything holds\.$/m)
    assert.match(stdout, /^wristbank up --data-dir kept shows it; sign in as admin, \S+$/m)
    assert.deepStrictEqual(readdirSync(join(folder, "books")).toSorted(), [
      "line-items.csv",
      "orders.csv",
      "postings.csv",
      "shifts.csv",
      "tags.csv"
    ])
    const examined = await runCommand(["doctor"], { cwd: folder, environment: { WRISTBANK_DATA_DIR: "kept" } })
    assert.strictEqual(examined.code, 0, examined.stderr)
  })

  it("carries a festival out at a server over HTTP, in an event of its own", async () => {
    const unknown = await run("simulate", "--against", site.origin, "--guests", "10", "--speed", "1")
    assert.include(unknown.stderr, "You are not signed in")
    const login = ["login", site.origin, "--as", "admin", "--password-env", "GIVEN"]
    const signedIn = await runCommand(login, { cwd: folder, environment: { GIVEN: site.password } })
    assert.strictEqual(signedIn.code, 0, signedIn.stderr)
    const size = ["--guests", "10", "--days", "1", "--tills", "5", "--seed", "3"]
    const { code, stderr, stdout } = await run(
      "simulate",
      "--against",
      site.origin,
      ...size,
      "--speed",
      "100000",
      "--json"
    )
    assert.strictEqual(code, 0, stderr)
    const summary = JSON.parse(stdout)
    const steps = [...festivalSteps({ guests: 10, days: 1, tills: 5, seed: 3, presale: false })]
    for (const kind of stepKinds) {
      assert.strictEqual(summary.steps[kind], steps.filter((step) => step.kind === kind).length, kind)
    }
    assert.isAtLeast(summary.longest, summary.p99)
    const environment = { DATABASE_URL: site.settings["databaseUrl"]! }
    const examined = await runCommand(["doctor"], { cwd: folder, environment })
    assert.strictEqual(examined.code, 0, examined.stdout)
  })

  it.effect("signs in at a server again before its session ends, however long the festival lasts", () =>
    Effect.gen(function*() {
      const office = new SiteClient(`${site.origin}/api/administration`)
      yield* signInAt(office, { login: "admin", password: Redacted.make(site.password) })
      const calls = yield* fetched
      const size = { guests: 3, days: 1, tills: 5, seed: 3, presale: false }
      const apis = { administration: `${site.origin}/api/administration`, terminals: `${site.origin}/api/terminal` }
      const running = yield* Effect.forkChild(loadTest({ ...apis, token: office.token }, size, 1))
      const signedIn: Array<number> = []
      while (running.pollUnsafe() === undefined) {
        if (calls.signIns > signedIn.length) signedIn.push(yield* Clock.currentTimeMillis)
        // Time passes while no one waits for an answer.
        yield* Effect.promise(() => setImmediate())
        if (calls.open === 0) yield* TestClock.adjust("5 minutes")
      }
      yield* Fiber.join(running)
      const hours = [...signedIn.slice(1), yield* Clock.currentTimeMillis].map((at, n) =>
        (at - signedIn[n]!) / 3_600_000
      )
      assert.isAbove(hours.reduce((sum, more) => sum + more), 2 * backOfficeIdleHours)
      assert.deepStrictEqual(hours.filter((between) => between >= backOfficeIdleHours), [])
    }).pipe(Effect.scoped))

  it("refuses a folder with something in it, books that are there, and a day that there is not", async () => {
    writeFileSync(join(folder, "orders.csv"), "kept")
    for (
      const [args, message] of [
        [["--into", "."], "is not empty: name a folder that does not exist yet"],
        [["--output", "."], "orders.csv is there already"],
        [["--start", "2026-02-30"], "2026-02-30"]
      ] as const
    ) {
      const { code, stderr, stdout } = await run("simulate", "--guests", "1", ...args)
      assert.strictEqual(code, 1, args.join(" "))
      assert.include(stderr, message)
      assert.strictEqual(stdout, "")
    }
  })
})
