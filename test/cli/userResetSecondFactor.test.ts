import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { tmpdir } from "node:os"
import { databaseLayer } from "../support/database.ts"
import { runOnDatabase } from "./runCommand.ts"

const run = (...args: ReadonlyArray<string>) =>
  runOnDatabase(["user", "reset-second-factor", ...args], { cwd: tmpdir() })

/** A user with a second factor, a recovery code and a session. */
const person = Effect.fnUntraced(function*(login: string, node: bigint) {
  const sql = yield* SqlClient.SqlClient
  const [user] = yield* sql<{ id: bigint }>`insert into usr (node_id, event_id, login, password_hash, second_factor_at)
    values (${node}, 0, ${login}, 'hash', now()) returning id`
  yield* sql`insert into second_factor (user_id, secret) values (${user!.id}, 'sealed')`
  yield* sql`insert into recovery_code (user_id, code_hash) values (${user!.id}, '\\x00')`
  yield* sql`insert into user_session (token_hash, user_id, expires_at)
    values (sha256(${login + String(node)}::text::bytea), ${user!.id}, now() + interval '1 hour')`
  return user!.id
})

const stateOf = (id: bigint) =>
  SqlClient.SqlClient.use((sql) =>
    Effect.map(
      sql`select second_factor_at is not null as counts,
        (select count(*) from second_factor where user_id = usr.id)::int4 as factors,
        (select count(*) from recovery_code where user_id = usr.id)::int4 as codes,
        (select count(*) from user_session where user_id = usr.id)::int4 as sessions from usr where id = ${id}`,
      ([row]) => ({ ...row })
    )
  )

const untouched = { counts: true, factors: 1, codes: 1, sessions: 1 }

layer(databaseLayer, { excludeTestServices: true })("a second factor that was lost with its recovery codes", (it) => {
  it.effect("is reset from the shell, for the one user that is named, with an entry in the audit log", () =>
    Effect.gen(function*() {
      const sql = yield* SqlClient.SqlClient
      const [node] = yield* sql<{ id: bigint }>`insert into node (parent, name, description, parent_ids)
        values (0, 'Harbour', '', '{0}') returning id`
      const alone = yield* person("alone", 0n)
      const [first, second] = [yield* person("twin", 0n), yield* person("twin", node!.id)]
      const nobody = yield* run("nobody")
      assert.strictEqual(nobody.code, 1)
      assert.include(nobody.stderr, "There is no user nobody with a second factor")
      const several = yield* run("twin")
      assert.strictEqual(several.code, 1)
      assert.include(several.stderr, `${node!.id} (Harbour)`)
      assert.isEmpty(yield* sql`select from audit_log`)
      for (const id of [alone, first, second]) assert.deepStrictEqual(yield* stateOf(id), untouched)
      const done = yield* run("alone")
      assert.strictEqual(done.code, 0, done.stderr)
      const unknown = yield* run("twin", "--node", "Harbor")
      assert.deepStrictEqual([unknown.code, unknown.stdout], [1, ""])
      assert.include(unknown.stderr, `There is no node Harbor. There is Harbour (${node!.id})`)
      assert.strictEqual((yield* run("twin", "--node", "Harbour")).code, 0)
      const reset = { counts: false, factors: 0, codes: 0, sessions: 0 }
      assert.deepStrictEqual(yield* stateOf(alone), reset)
      assert.deepStrictEqual(yield* stateOf(second), reset)
      assert.deepStrictEqual(yield* stateOf(first), untouched)
      const entries = yield* sql<{ log_type: string; node_id: bigint; content: { readonly by?: string } }>`
        select log_type, node_id, content from audit_log order by id`
      assert.deepStrictEqual(entries.map(({ log_type, node_id }) => [log_type, node_id]), [
        ["user_second_factor_reset", 0n],
        ["user_second_factor_reset", node!.id]
      ])
      assert.include(entries[0]?.content.by, "@")
      assert.strictEqual((yield* run("alone")).code, 1, "it was removed already")
    }))
})
