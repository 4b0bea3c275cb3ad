import { assert, layer } from "@effect/vitest"
import * as Database from "@wristbank/core/sql/Database"
import { TimeoutScale } from "@wristbank/core/sql/Deadline"
import { DatabaseAnswers } from "@wristbank/core/sql/Outages"
import { Context, Effect, Fiber, Layer, Logger, References, Schedule } from "effect"
import { SqlClient } from "effect/sql"
import { DatabaseProxy } from "../support/DatabaseProxy.ts"
import { Festival } from "../support/Festival.ts"
import { send } from "../support/ServedApi.ts"
import { servedFestival, startServer } from "../support/Servers.ts"

interface Line {
  readonly message: string
  readonly facts: { readonly [name: string]: unknown }
}

/** A server that reaches its database through the proxy, and its log. */
class Logging extends Context.Service<Logging, { readonly address: string; readonly lines: ReadonlyArray<Line> }>()(
  "test/Logging"
) {}

const logging = Layer.effect(
  Logging,
  Effect.gen(function*() {
    const { url } = yield* DatabaseProxy
    const lines: Array<Line> = []
    const logger = Logger.make(({ fiber, message }) => {
      lines.push({ message: String(message), facts: fiber.getRef(References.CurrentLogAnnotations) })
    })
    return { address: yield* startServer(url, [logger]), lines }
  })
)

layer(Layer.provideMerge(logging, servedFestival), { excludeTestServices: true })("outages", (it) => {
  it.effect("however many calls fail for want of the database, its outage is two lines", () =>
    Effect.gen(function*() {
      const { address, lines } = yield* Logging
      const { bar } = yield* Festival
      const proxy = yield* DatabaseProxy
      const call = send("GET", `${address}/terminal/order`, { token: bar.token })
      assert.strictEqual((yield* call).status, 200)
      const before = lines.length
      yield* proxy.cut
      const answers = yield* Effect.forEach(Array.from({ length: 400 }), () => call, { concurrency: 20 })
      for (const { status } of answers) assert.strictEqual(status, 503)
      yield* proxy.heal
      yield* Effect.repeat(Effect.sync(() => lines.at(-1)?.message), {
        until: (message) => message === "The database is available again",
        schedule: Schedule.spaced("100 millis")
      })
      assert.strictEqual((yield* call).status, 200)
      const [began, ended] = lines.slice(before)
      assert.lengthOf(lines.slice(before), 2)
      assert.strictEqual(began?.message, "The database is unavailable")
      assert.match(String(began?.facts["call"]), /^GET .*\/order$/)
      assert.match(String(began?.facts["reason"]), /\w/)
      assert.include(ended?.facts, { failed_calls: 400, failed_worker_rounds: 0 })
    }))

  it.effect("a database that is silent answers no one, one that works answers beside a slow statement", () =>
    Effect.gen(function*() {
      const proxy = yield* DatabaseProxy
      const answers = Effect.flatten(DatabaseAnswers)
      yield* Effect.gen(function*() {
        const sql = yield* SqlClient.SqlClient
        const slow = yield* Effect.forkChild(sql`select pg_sleep(60)`, { startImmediately: true })
        assert.isTrue(yield* Effect.repeat(answers, { while: (found) => !found }))
        assert.isUndefined(slow.pollUnsafe())
        yield* proxy.stall
        // An answer is reused for a second.
        assert.isFalse(yield* Effect.repeat(answers, { while: (found) => found }))
        yield* proxy.cut
        yield* proxy.heal
        yield* Fiber.interrupt(slow)
      }).pipe(
        Effect.provide(Database.layer({ url: proxy.url, connections: 1 })),
        Effect.provideService(TimeoutScale, 1)
      )
    }))
})
