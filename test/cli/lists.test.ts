import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { once } from "node:events"
import { mkdtempSync, symlinkSync, writeFileSync } from "node:fs"
import { createServer } from "node:http"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { administrator } from "../support/administration.ts"
import { Festival } from "../support/Festival.ts"
import { created } from "../support/FestivalServer.ts"
import { freePort } from "./Killable.ts"
import { runCommand, runOnDatabase } from "./runCommand.ts"

const as = ["--as", administrator.login]
const folder = mkdtempSync(join(tmpdir(), "wristbank-test-"))

const run = (args: ReadonlyArray<string>, environment: Readonly<Record<string, string>> = {}) =>
  runOnDatabase(args, { cwd: folder, environment })

const printed = (...args: ReadonlyArray<string>) =>
  Effect.map(run(args), ({ code, stderr, stdout }) => {
    assert.strictEqual(code, 0, stderr)
    return stdout
  })

/** The words of the line that begins with a number or a name. */
const lineOf = (table: string, first: number | string) =>
  table.split("\n").map((line) => line.split(/ {2,}/)).find(([cell]) => cell === String(first))

layer(Festival.layer, { excludeTestServices: true })("the command line", (it) => {
  it.effect("lists what its commands take as names and numbers", () =>
    Effect.gen(function*() {
      const { at, bar, event, guest, office } = yield* Festival
      const part = yield* created(
        office("POST", `/tree/nodes/${event}/create-node`, { name: "Main bar", description: "" })
      )
      const club = yield* created(at(0)("POST", "/tree/nodes/0/create-node", { name: "Harbour Club", description: "" }))
      const events = JSON.parse(yield* printed("event", "list", "FEST", "--json"))
      assert.deepStrictEqual(events.map(({ archived, id, name }: Record<string, unknown>) => [id, name, archived]), [
        [event, "Festival", false]
      ])
      assert.deepStrictEqual(lineOf(yield* printed("event", "list"), event)?.slice(0, 2), [String(event), "Festival"])
      assert.strictEqual((yield* printed("event", "list", "nothing like it")).trimEnd(), "There is no such event.")
      const nodes = yield* printed("node", "list")
      assert.deepStrictEqual(
        [0, event, part, club].map((id) => lineOf(nodes, id)?.slice(2)),
        [["root"], ["event"], ["part of an event"], ["organisation"]]
      )
      assert.strictEqual(lineOf(nodes, part)?.[1], "Festival/Main bar")
      assert.match(yield* printed("node", "list", "--limit", "1"), /\n… and 3 more: --limit shows them\n$/)
      assert.strictEqual(lineOf(yield* printed("node", "list", "Festival"), club), undefined)
      assert.deepStrictEqual(lineOf(yield* printed("user", "list"), administrator.login)?.at(-1), "the root (0)")
      assert.strictEqual(
        lineOf(yield* printed("user", "list", "--node", "Festival"), administrator.login),
        undefined
      )
      const [, till, node, terminal] = lineOf(yield* printed("till", "list", "--event", "Festival", ...as), bar.id)!
      assert.strictEqual(node, "Festival")
      const terminals: ReadonlyArray<Record<string, unknown>> = JSON.parse(
        yield* printed("terminal", "list", "--event", String(event), "--json", ...as)
      )
      assert.include(terminals.find(({ name }) => name === terminal), { till, registered: true })
      const ada = yield* guest({ balance: 12.5, vouchers: 3 })
      assert.deepStrictEqual(
        lineOf(yield* printed("guest", "find", ada.pin, "--event", "Festival", ...as), ada.accountId),
        [
          String(ada.accountId),
          ada.pin,
          "12.50 EUR",
          "3"
        ]
      )
      assert.strictEqual(
        (yield* printed("guest", "find", "nemo", "--event", "Festival", ...as)).trimEnd(),
        "No guest has this."
      )
    }))

  it.effect("lists what everything costs at a moment, at all tills or one, and what decides it", () =>
    Effect.gen(function*() {
      const { bar, event, office, products } = yield* Festival
      const beer = products.beer
      const newYear = `${new Date().getFullYear() + 1}-01-01`
      const list = yield* created(
        office("POST", "/price-lists", {
          name: "New Year",
          rank: 1,
          windows: [{ days: [], dates: [newYear], from: "06:00", to: "07:00" }],
          entries: [{ product_id: beer, kind: "price", value: 1.5 }]
        })
      )
      const prices = (...args: ReadonlyArray<string>) =>
        Effect.map(
          printed("price", "list", "--event", String(event), ...as, ...args),
          (table) => lineOf(table, "Beer")
        )
      const own = yield* prices("--at", `${newYear}T05:59`, "--till", String(bar.id))
      assert.include(own?.find((cell) => cell.startsWith("its own")), "its own price since")
      assert.match(own?.at(-1) ?? "", new RegExp(`^1\\.50 EUR from ${newYear} 06:00:00 \\+\\d\\d:00`))
      const listed = yield* prices("--at", `${newYear}T05:00Z`, "--till", String(bar.id))
      assert.deepStrictEqual([listed?.[1], listed?.includes("New Year")], ["1.50 EUR", true])
      const everywhere = JSON.parse(
        yield* printed("price", "list", "--json", "--event", String(event), ...as, "--at", `${newYear} 06:30`)
      ).filter(({ id }: { readonly id: number }) => id === beer)
      assert.deepStrictEqual(
        everywhere.map((row: Record<string, unknown>) => [row["price_list"], row["price"]]).at(-1),
        [
          "New Year",
          1.5
        ]
      )
      assert.deepInclude(everywhere.at(-1), { changes_at: `${newYear}T06:00:00.000Z`, since: null })
      const wrong = (...args: ReadonlyArray<string>) => run(["price", "list", "--event", String(event), ...as, ...args])
      const tomorrow = yield* wrong("--at", "tomorrow")
      assert.deepStrictEqual([tomorrow.code, tomorrow.stderr.startsWith("tomorrow is no moment: ")], [2, true])
      const nowhere = yield* wrong("--till", "Baar")
      assert.strictEqual(nowhere.code, 1)
      assert.match(nowhere.stderr, /^There is no till Baar\. There is .* \(\d+\).*\. See wristbank till list$/m)
      assert.include(nowhere.stderr, ` (${bar.id})`)
      yield* office("DELETE", `/price-lists/${list}`)
    }))

  it.effect("names what there is for a name that fits nothing, or several", () =>
    Effect.gen(function*() {
      const { at, event } = yield* Festival
      const unknown = yield* run(["payout", "list", "--event", "Festivl", ...as])
      assert.deepStrictEqual([unknown.code, unknown.stdout], [1, ""])
      assert.strictEqual(
        unknown.stderr.trimEnd(),
        `There is no event Festivl. There is Festival (${event}). See wristbank event list`
      )
      assert.include(
        (yield* run(["payout", "list", "--event", "987654321", ...as])).stderr,
        "There is no event 987654321"
      )
      const nodes = yield* Effect.forEach(["East", "West"], (name) =>
        Effect.flatMap(
          created(at(0)("POST", "/tree/nodes/0/create-node", { name, description: "" })),
          (club) => created(at(club)("POST", `/tree/nodes/${club}/create-node`, { name: "Crew", description: "" }))
        ))
      const several = yield* run(["user", "list", "--node", "Crew"])
      assert.deepStrictEqual([several.code, several.stderr.trimEnd()], [
        1,
        `Several nodes are called Crew: East/Crew (${nodes[0]}), West/Crew (${
          nodes[1]
        }). Give one of these names or numbers`
      ])
    }))

  it.effect("takes an event and a user that are chosen once; a flag and the environment count before that", () =>
    Effect.gen(function*() {
      const sql = yield* SqlClient.SqlClient
      const entries = sql`select count(*) from audit_log`
      const before = yield* entries
      const none = yield* run(["payout", "list"])
      assert.deepStrictEqual([none.code, none.stdout], [2, ""])
      assert.include(none.stderr, "Missing required flag")
      assert.strictEqual((yield* run(["use", "--event", "Nowhere"])).code, 1)
      assert.strictEqual((yield* printed("use")).trimEnd(), "Event: none chosen\nUser: none chosen")
      const chosen = `Event: Festival\nUser: ${administrator.login}`
      assert.strictEqual((yield* printed("use", "--event", "Festival", ...as)).trimEnd(), chosen)
      assert.strictEqual((yield* printed("use")).trimEnd(), chosen)
      assert.strictEqual((yield* printed("payout", "list")).trimEnd(), "There is no payout run.")
      assert.include((yield* run(["payout", "list"], { WRISTBANK_EVENT: "Other" })).stderr, "There is no event Other")
      const nemo = yield* run(["payout", "list"], { WRISTBANK_AS: "nemo" })
      assert.include(nemo.stderr, "There is no user nemo")
      assert.notInclude(nemo.stderr, "There is no setting")
      assert.include((yield* run(["payout", "list", "--as", "nemo"], { WRISTBANK_AS: "admin" })).stderr, "no user nemo")
      assert.include(yield* printed("event", "export"), "Festival")
      yield* printed("use", "--clear")
      assert.strictEqual((yield* run(["payout", "list"])).code, 2)
      assert.deepStrictEqual(yield* entries, before)
    }))

  it.effect("says in one screen what runs, with which data and event, and what needs attention", () =>
    Effect.gen(function*() {
      const { event } = yield* Festival
      const port = yield* Effect.promise(freePort)
      const environment = { WRISTBANK_PORT: String(port), WRISTBANK_EVENT: "Festival" }
      const { code, stdout } = yield* run(["status"], environment)
      assert.strictEqual(code, 4, "no server answers")
      assert.include(stdout, `Server     http://127.0.0.1:${port} does not run`)
      assert.include(stdout, "Chosen     Festival, as no one")
      assert.match(stdout, new RegExp(`^${event}  Festival: \\d+ to look at$`, "m"))
      assert.match(stdout, /^ {3}today {2}3 settings are missing$/m)
      const there = createServer((_, answer) => answer.end()).listen(port, "127.0.0.1")
      yield* Effect.addFinalizer(() =>
        Effect.promise(() => new Promise((closed) => there.close(() => closed(undefined))))
      )
      yield* Effect.promise(() => once(there, "listening"))
      const ready = yield* run(["status", "--json"], environment)
      const status = JSON.parse(ready.stdout)
      assert.deepStrictEqual([ready.code, status.server.state, status.events[0].name], [0, "ready", "Festival"])
      const nowhere = yield* Effect.promise(() => runCommand(["status"], { cwd: folder, environment }))
      assert.strictEqual(nowhere.code, 4)
      assert.match(nowhere.stdout, /^Data .*: there is nothing yet: wristbank up makes it$/m)
    }).pipe(Effect.scoped))

  it.effect("says why a choice can't be stored, and how to get rid of one that can't be read", () =>
    Effect.gen(function*() {
      const link = join(folder, "link to nothing")
      symlinkSync(join(folder, "nothing", "there"), link)
      const nowhere = yield* run(["use", "--event", "Festival"], { XDG_CONFIG_HOME: link })
      assert.strictEqual(nowhere.code, 1, nowhere.stderr)
      assert.include(nowhere.stderr, "use.json was not written")
      yield* printed("use", "--event", "Festival")
      writeFileSync(join(folder, ".config/wristbank/use.json"), "{")
      const damaged = yield* run(["payout", "list", ...as])
      assert.strictEqual(damaged.code, 1)
      assert.match(damaged.stderr, /use\.json can't be read: it is damaged\. wristbank use --clear removes it/)
      yield* printed("use", "--clear")
    }))

  it.effect("ends with a status for each kind of end, and helps by -h, -v and version", () =>
    Effect.gen(function*() {
      const nowhere = { DATABASE_URL: "postgres://wristbank@127.0.0.1:1/wristbank" }
      assert.strictEqual((yield* run(["event", "list"], nowhere)).code, 4)
      for (const wrong of [["event", "lst"], ["event", "list", "--nope"], ["event", "list", "--limit", "0"]]) {
        const { code, stderr } = yield* run(wrong)
        assert.strictEqual(code, 2, stderr)
      }
      const asJson = yield* run(["event", "list", "--nope", "--json"])
      assert.include(JSON.parse(asJson.stdout).error, { id: "Usage" })
      assert.include(yield* printed("-h"), "event …")
      for (const help of [["event", "list", "-h"], ["event", "-h"]]) {
        assert.include(yield* printed(...help), "event list")
      }
      const version = yield* printed("--version")
      for (const same of ["-v", "version"]) assert.strictEqual(yield* printed(same), version)
    }))
})
