import { assert, layer } from "@effect/vitest"
import { follow, readOnce } from "@wristbank/cli/watch/WatchFeed"
import type { WatchState } from "@wristbank/cli/watch/WatchState"
import { CallRefused, callsOf, ServerAway } from "@wristbank/http/client/ServerCalls"
import { Effect, Exit, Fiber, Redacted } from "effect"
import { SqlClient } from "effect/sql"
import { TestClock } from "effect/testing"
import { mkdtempSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { administrator } from "../../support/administration.ts"
import { Festival } from "../../support/Festival.ts"
import { end, start } from "../Killable.ts"
import { examplesOf } from "../pageExamples.ts"
import { runCommand } from "../runCommand.ts"

const folder = mkdtempSync(join(tmpdir(), "wristbank-watch-"))

const command = (...args: ReadonlyArray<string>) =>
  Effect.promise(() =>
    runCommand(args, { cwd: folder, environment: { XDG_CONFIG_HOME: folder, SECRET: administrator.password } })
  )

const refused = Effect.fnUntraced(function*(expected: string, ...args: ReadonlyArray<string>) {
  const { code, stderr, stdout } = yield* command(...args)
  assert.oneOf(code, [1, 2], stdout)
  assert.include(stderr.replaceAll(/\s+/g, " "), expected)
})

layer(Festival.layer, { excludeTestServices: true })("wristbank watch", (it) => {
  it.effect("shows an event from the public API alone, by its name or number", () =>
    Effect.gen(function*() {
      const { address, bar, event, guest, press } = yield* Festival
      const server = `${address}/administration`
      yield* refused("You are not signed in anywhere: wristbank login https://…", "watch", "1")
      assert.strictEqual(
        (yield* command("login", server, "--as", administrator.login, "--password-env", "SECRET")).code,
        0
      )
      const { uid } = yield* guest()
      yield* bar.post("/order/book-sale", {
        uuid: "11111111-1111-4111-8111-111111111111",
        payment_method: "tag",
        customer_tag_uid: uid,
        buttons: [press("beerOnly", 4)]
      })

      const { code, stderr, stdout } = yield* command("watch", "Festival", "--once")
      assert.strictEqual(code, 0, stderr)
      assert.match(stdout, /^Festival · \d\d:\d\d:\d\d · /)
      assert.match(stdout, /Today +12\.00 EUR \(\+12\.00 against yesterday\) · top-ups 100\.00/)
      assert.match(stdout, /no signing device · queue 0 · unsent mail 0 · unconfirmed card payments \d/)
      assert.match(stdout, /Till ▼ +Who +Booking +Drawer +Seen +Terminal/)
      const json = JSON.parse((yield* command("watch", String(event), "--json")).stdout)
      assert.strictEqual(json.takings.total.sales, 12)
      assert.strictEqual(json.tills.length, stdout.trimEnd().split("\n").slice(-json.tills.length).length)

      const printing = yield* Effect.promise(() =>
        start(["watch", "1"], { cwd: folder, environment: { XDG_CONFIG_HOME: folder }, ready: "12.00 EUR today · " })
      )
      assert.strictEqual(yield* Effect.promise(() => end(printing, "SIGINT")), 0)

      const examples = examplesOf("watch.md").filter(([name]) => name === "watch").map((words) => words.join(" "))
      assert.deepStrictEqual(examples, ["watch 1", "watch 1 --once", "watch 1"])
      yield* refused("There is no event Nowhere that you may see", "watch", "Nowhere", "--once")
      yield* SqlClient.SqlClient.use((sql) => sql`delete from user_session where kind = 'bearer'`)
      yield* refused(`The session at ${server} has ended: wristbank login`, "watch", String(event), "--once")
    }))

  it.effect("goes on when the server answers again, and ends when the session has ended", () =>
    Effect.gen(function*() {
      const { address, admin, event } = yield* Festival
      const login = { username: administrator.login, password: administrator.password, node_id: null }
      const signedIn = yield* admin("POST", "/auth/login", login)
      const { token } = signedIn.body["success"] as { readonly token: string }
      const real = callsOf({ api: `${address}/administration`, token: Redacted.make(token), timeoutSeconds: 30 })
      let answers: "yes" | "away" | "ended" = "yes"
      const call: typeof real = (one) =>
        answers === "yes"
          ? real(one)
          : answers === "away"
          ? Effect.fail(new ServerAway({ message: "refused" }))
          : Effect.fail(new CallRefused({ status: 401, rule: null, message: "ended" }))
      const watched = { call, server: address, node: { id: BigInt(event), name: "Festival" } }
      const first = yield* readOnce(watched)
      assert.isAbove(first.minutes.size, 0)
      const shown: Array<WatchState> = []
      const script = ["away", "away", "yes", "ended"] as const
      const show = (state: WatchState) =>
        Effect.sync(() => {
          answers = script[shown.length] ?? "ended"
          shown.push(state)
        })
      const exit = yield* Effect.gen(function*() {
        const fiber = yield* Effect.forkChild(Effect.exit(follow(watched, first, show)))
        while (shown.length < 4) {
          yield* Effect.andThen(
            TestClock.adjust("5 seconds"),
            Effect.promise(() => new Promise(setImmediate))
          )
        }
        yield* TestClock.adjust("5 seconds")
        return yield* Fiber.join(fiber)
      }).pipe(Effect.provide(TestClock.layer()))
      assert.deepStrictEqual(shown.map(({ connection }) => connection.kind), ["live", "away", "away", "live"])
      const [, once, twice, again] = shown.map(({ connection }) => connection)
      assert.deepStrictEqual(twice, once, "away since the first call without an answer")
      assert.notDeepEqual(again, twice)
      assert.strictEqual(shown[1]!.eventStatus, first.eventStatus, "the last state stays")
      assert.isAbove(shown[3]!.minutes.size, first.minutes.size, "more minutes are read with each state")
      assert.isTrue(Exit.isFailure(exit))
    }))
})
