import { assert, layer } from "@effect/vitest"
import { Effect, Schedule } from "effect"
import { SqlClient } from "effect/sql"
import { tmpdir } from "node:os"
import { databaseLayer } from "../support/database.ts"
import { end, worker } from "./Killable.ts"
import { runOnDatabase } from "./runCommand.ts"

const settings = { currency_identifier: "EUR", max_account_balance: 15_000, customer_portal_url: "" }

/** An event with two system accounts, and a posting of 100 cents from one to the other. */
const event = SqlClient.SqlClient.use((sql) =>
  Effect.gen(function*() {
    const [node] = yield* sql<{ id: bigint }>`insert into node (parent, name, description, parent_ids)
      values (0, gen_random_uuid()::text, '', '{0}') returning id`
    yield* sql`insert into event (event_id, settings) values (${node!.id}, ${JSON.stringify(settings)}::jsonb)`
    const accounts = yield* sql<{ id: bigint }>`insert into account (event_id, node_id, type)
      select ${node!.id}, ${node!.id}, type from unnest('{cash_entry,sale_exit}'::text[]) as type returning id`
    const [from, to] = accounts.map(({ id }) => id)
    const post = sql`insert into posting
      (event_id, conducting_user_id, source_account, target_account, amount, vouchers, booked_at)
      values (${node!.id}, 1, ${from!}, ${to!}, 100, 0, now())`
    return { id: node!.id, post }
  })
)

/** The roll-up of an event by account, as soon as one account has this many cents. */
const rolledUp = (eventId: bigint, cents: number) =>
  SqlClient.SqlClient.use((sql) =>
    Effect.repeat(
      sql<{ balance: bigint }>`select balance from account_rollup where event_id = ${eventId} order by balance`,
      {
        until: (rows) => (rows.at(-1)?.balance ?? 0n) >= cents,
        schedule: Schedule.spaced("50 millis")
      }
    )
  )

layer(databaseLayer, { excludeTestServices: true })(
  "wristbank work",
  (it) => {
    it.effect("does the work in any number of processes, and ends cleanly on a signal", () =>
      Effect.gen(function*() {
        const { id, post } = yield* event
        const [first, second] = yield* Effect.all([worker("roll-up"), worker("roll-up")], { concurrency: 2 })
        for (let n = 0; n < 50; n++) yield* post
        const twice = yield* rolledUp(id, 5_000)
        assert.deepStrictEqual(twice.map(({ balance }) => balance), [-5_000n, 5_000n])

        assert.strictEqual(yield* Effect.promise(() => end(first, "SIGTERM")), 0)
        yield* post
        const once = yield* rolledUp(id, 5_100)
        assert.deepStrictEqual(once.map(({ balance }) => balance), [-5_100n, 5_100n])
        assert.strictEqual(yield* Effect.promise(() => end(second, "SIGINT")), 0)
        for (const { stderr } of [first, second]) {
          assert.isEmpty(stderr.filter((line) => /"level":"(WARN|ERROR|FATAL)"/.test(line)))
        }
      }).pipe(Effect.scoped))

    it.effect("needs the key that the servers share", () =>
      Effect.gen(function*() {
        const outcome = yield* runOnDatabase(["work"], { cwd: tmpdir() })
        assert.strictEqual(outcome.code, 1, outcome.stderr)
        assert.include(outcome.stderr, "WRISTBANK_SECRET_KEY")
      }))
  }
)
