import { assert, describe, it } from "@effect/vitest"
import { festivalSteps } from "@wristbank/cli/stand-ins/simulation/FestivalSteps"
import { stepKinds } from "@wristbank/cli/stand-ins/simulation/Step"
import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, beforeAll } from "vitest"
import { emptySite } from "../support/DemoSite.ts"
import { runCommand } from "./runCommand.ts"

let folder = ""
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "wristbank-simulate-"))
  // PostgreSQL's account must be able to enter it.
  chmodSync(folder, 0o711)
})
afterAll(() => rmSync(folder, { recursive: true }))

/** The command that the page about the simulator begins with. */
const documented = () => {
  const page = readFileSync(join(import.meta.dirname, "../../docs/developer-documentation/simulator.md"), "utf8")
  const [, command = ""] = /^```sh\nnpx wristbank (.*)\n```$/m.exec(page) ?? []
  return command.split(" ")
}

const run = (...args: ReadonlyArray<string>) => runCommand(args, { cwd: folder })

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
    await using site = await emptySite()
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
