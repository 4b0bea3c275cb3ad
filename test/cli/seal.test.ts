import { assert, layer } from "@effect/vitest"
import { DaySeal } from "@wristbank/core/report/DaySeal"
import { DaySeals } from "@wristbank/core/report/DaySeals"
import { Effect, Layer, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { mkdtempSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { sealed } from "../core/report/SealedDays.ts"
import { Festival } from "../support/Festival.ts"
import { evening } from "../support/FestivalSigning.ts"
import { runOnDatabase } from "./runCommand.ts"

const decode = Schema.decodeSync(Schema.fromJsonString(Schema.toCodecJson(Schema.Array(DaySeal))))

const seal = (...args: ReadonlyArray<string>) => runOnDatabase(["seal", ...args], { cwd: tmpdir() })

layer(Layer.provideMerge(DaySeals.layer, Festival.layer), { excludeTestServices: true })("wristbank seal", (it) => {
  it.effect("lists seals, and compares a list that was kept with the database", () =>
    Effect.gen(function*() {
      const { event } = yield* Festival
      const sql = yield* SqlClient.SqlClient
      const id = String(event)
      const none = yield* seal("show", id)
      assert.strictEqual(none.code, 0, none.stderr)
      assert.strictEqual(none.stdout.trimEnd(), "No day is sealed.")
      yield* evening
      yield* sealed

      const shown = yield* seal("show", id)
      const listed = yield* seal("show", id, "--json")
      const seals = decode(listed.stdout)
      const newest = seals.at(-1)!
      assert.strictEqual(shown.stdout.trimEnd().split("\n").length, seals.length + 1)
      for (const { day, hash } of seals) assert.include(shown.stdout, `${hash}`, day)
      assert.deepStrictEqual(decode((yield* seal("show", id, "--day", newest.day, "--json")).stdout), [newest])

      const file = join(mkdtempSync(join(tmpdir(), "seals-")), "seals.json")
      writeFileSync(file, listed.stdout)
      const good = yield* seal("check", id, "--file", file)
      assert.strictEqual(good.code, 0, good.stderr)
      assert.strictEqual(good.stdout.trimEnd(), "Everything is as it was sealed.")
      assert.strictEqual((yield* seal("check", id, "--hash", newest.hash.toUpperCase())).code, 0)
      const other = yield* seal("check", id, "--hash", "0".repeat(64))
      assert.strictEqual(other.code, 3)
      assert.include(other.stdout, "no such seal")
      assert.strictEqual((yield* seal("check", id)).code, 2)
      assert.include((yield* seal("show", "987654321")).stderr, "There is no event 987654321")

      writeFileSync(file, "[{}]")
      assert.include((yield* seal("check", id, "--file", file)).stderr, "is no list of seals")
      writeFileSync(file, listed.stdout)

      // Who has all rights changes an order, and lets every day be sealed anew.
      yield* sql.withTransaction(Effect.gen(function*() {
        yield* sql`set local session_replication_role = replica`
        yield* sql`update ordr set request_hash = md5(request_hash) where id = (select min(id) from ordr)`
      }))
      const changed = yield* seal("check", id, "--hash", newest.hash, "--json")
      assert.strictEqual(changed.code, 3)
      assert.lengthOf(JSON.parse(changed.stdout) as ReadonlyArray<unknown>, 1)
      yield* sql.withTransaction(Effect.gen(function*() {
        yield* sql`set local session_replication_role = replica`
        yield* sql`delete from day_seal_piece`
        yield* sql`delete from day_seal`
      }))
      yield* sealed
      const anew = yield* seal("check", id, "--file", file)
      assert.strictEqual(anew.code, 3)
      assert.include(anew.stdout, `kept seal of ${newest.day}`)
      assert.include(anew.stdout, `Found: ${seals.length}`)
    }))
})
