import { assert, layer } from "@effect/vitest"
import { Diagnosis } from "@wristbank/core/overview/Invariants"
import { Effect, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { tmpdir } from "node:os"
import { databaseLayer } from "../support/database.ts"
import { runOnDatabase } from "./runCommand.ts"

const decode = Schema.decodeSync(Schema.fromJsonString(Schema.toCodecJson(Diagnosis)))

const doctor = (...args: ReadonlyArray<string>) => runOnDatabase(["doctor", ...args], { cwd: tmpdir() })

layer(databaseLayer)("wristbank doctor", (it) => {
  it.effect("says that everything holds, or what does not, and ends accordingly", () =>
    Effect.gen(function*() {
      const well = yield* doctor()
      assert.strictEqual(well.code, 0, well.stderr)
      assert.match(well.stdout, /^ holds {2}account-balance /m)
      assert.strictEqual(well.stdout.trimEnd().split("\n").at(-1), "Everything holds.")

      const sql = yield* SqlClient.SqlClient
      yield* sql.withTransaction(Effect.gen(function*() {
        yield* sql`set local session_replication_role = replica`
        yield* sql`insert into node (id, parent, name, description, parent_ids, event_id)
          values (7, 0, 'Festival', '', array[0], 7)`
        yield* sql`insert into user_tag (event_id, node_id, pin, secret_id) values (7, 7, 'PIN', 1)`
      }))
      const warned = yield* doctor()
      assert.strictEqual(warned.code, 0, "it is no failure")
      assert.match(warned.stdout, /^Event 7: the PINs of its 1 wristbands can be guessed: /m)
      yield* sql`delete from user_tag where event_id = 7`
      yield* sql`delete from node where id = 7`

      const job = (id: number, signed: string) =>
        sql`insert into signing_job
            (event_id, order_id, till_id, tse_id, status, failure_reason, result_message, start_signature, started_at, created_at)
          values (7, ${id}, 1, 1, 'failure', 'timeout', 'none', '\\x00', ${signed}::timestamptz, now())`
      yield* sql.withTransaction(Effect.gen(function*() {
        yield* sql`set local session_replication_role = replica`
        yield* job(1, "2026-07-10T18:00:00Z")
        yield* job(2, "2026-07-11T18:00:00Z")
      }))
      const skipped = yield* doctor("--skip-signatures")
      assert.match(skipped.stdout, /^partly {2}genuine-signatures /m)
      assert.include(skipped.stdout, "\nThe signatures of 2 orders were not verified.\n")
      const since = yield* doctor("--signatures-since", "2026-07-11T00:00:00+02:00")
      assert.include(
        since.stdout,
        "\nThe signatures of 1 order from before 2026-07-10T22:00:00.000Z were not verified.\n"
      )
      const both = yield* doctor("--skip-signatures", "--signatures-since", "2026-07-11T00:00:00Z")
      assert.strictEqual(both.code, 2, both.stdout)
      assert.strictEqual(both.stdout, "")
      yield* sql`delete from signing_job where event_id = 7`
      const stray = yield* sql<{ id: bigint }>`
        insert into posting (event_id, conducting_user_id, source_account, target_account, amount, vouchers, booked_at)
        select 7, 8, n, n + 1, 100, 0, now() from generate_series(1, 3) as n returning id`
      const ill = yield* doctor("--limit", "1")
      assert.strictEqual(ill.code, 3, ill.stderr)
      assert.match(ill.stdout, /^ {5}3 {2}posting-references /m)
      const named = `event 7, posting ${
        stray[0]!.id
      }: expected all it refers to; found no account 1; no account 2; no user 8`
      assert.include(ill.stdout, named)
      assert.include(ill.stdout, "and 2 more")

      const json = yield* doctor("--json")
      assert.strictEqual(json.code, 3, json.stderr)
      const diagnosis = decode(json.stdout)
      const references = diagnosis.examinations.find(({ invariant }) => invariant === "posting-references")
      assert.deepStrictEqual(references?.findings.map(({ ids }) => ids), stray.map(({ id }) => [id]))
      assert.strictEqual(diagnosis.count, 3)
    }))
})
