import { assert, layer } from "@effect/vitest"
import { DaySealRepository } from "@wristbank/core/report/DaySealRepository"
import { DaySeals } from "@wristbank/core/report/DaySeals"
import { sealHash } from "@wristbank/core/report/SealHashes"
import { DateTime, Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { Festival, sale } from "../../support/Festival.ts"
import { created } from "../../support/FestivalServer.ts"
import { evening, signingFestival } from "../../support/FestivalSigning.ts"
import { broken, diagnose, diagnosedAfter, findingsOf } from "../journal/Diagnosed.ts"
import { sealed } from "./SealedDays.ts"

const dayAgo = (days: number) =>
  SqlClient.SqlClient.use((sql) =>
    Effect.forEach(
      [
        "ordr set booked_at = booked_at",
        "posting set booked_at = booked_at",
        "signing_job set created_at = created_at"
      ],
      (columns) =>
        sql.withTransaction(Effect.andThen(
          sql`set local session_replication_role = replica`,
          sql.unsafe(`update ${columns} - interval '${days} days'`)
        )),
      { discard: true }
    )
  )

layer(
  Layer.mergeAll(DaySealRepository.layer, DaySeals.layer).pipe(Layer.provideMerge(Festival.layer)),
  { excludeTestServices: true }
)("seals of days", (it) => {
  it.effect("wait for the end of the day, chain the days, and name what comes late", () =>
    Effect.gen(function*() {
      const { bar, event, press } = yield* Festival
      const sql = yield* SqlClient.SqlClient
      const repository = yield* DaySealRepository
      const { sweep } = yield* DaySeals
      const { failAll } = yield* signingFestival
      const sell = Effect.suspend(() =>
        created(bar.post("/order/book-sale", sale([press("food")], null, { payment_method: "cash" })))
      )
      const seals = repository.seals(BigInt(event))

      yield* evening
      yield* dayAgo(2)
      yield* sell
      yield* sweep()
      yield* sweep()
      assert.deepStrictEqual(yield* seals, [], "orders wait for their signature")
      yield* failAll
      yield* sealed
      const made = yield* seals
      assert.isAtLeast(made.length, 2)
      const [counted] = yield* sql<{ orders: number }>`select count(*)::int as orders from ordr`
      assert.strictEqual(made.reduce((sum, { orders }) => sum + orders, 0), counted!.orders)
      for (const [at, seal] of made.entries()) {
        const pieces = yield* repository.pieces({ eventId: seal.event_id, number: seal.number })
        assert.strictEqual(seal.hash, sealHash(seal, pieces))
        assert.strictEqual(seal.previous_hash, made[at - 1]?.hash ?? null)
        if (at > 0) assert.isTrue(DateTime.Equivalence(seal.covers_from, made[at - 1]!.covers_until))
      }
      assert.strictEqual(yield* repository.hashOf(BigInt(event), made[0]!.day), made[0]!.hash)
      assert.isNull(yield* repository.hashOf(BigInt(event), "2001-01-01"))
      assert.deepStrictEqual(findingsOf(yield* diagnose(), "day-seals"), [])

      // Two processes at once, and a run again, change nothing.
      yield* sql`update day_seal_mark set marked_at = now() + interval '2 days'`
      yield* Effect.all([sweep(), sweep()], { concurrency: 2 })
      assert.deepStrictEqual(yield* seals, made)

      const late = yield* sell
      yield* sealed
      assert.deepStrictEqual(yield* seals, made, "a sealed day is not sealed again")
      const [finding, ...others] = findingsOf(yield* diagnose(), "day-seals")
      assert.deepStrictEqual(others, [])
      assert.match(finding!.object, /^orders with their lines.* of \d{4}-\d{2}-\d{2}, piece 1, from id to id$/)
      assert.isAbove(late, Number(finding!.ids[1]))
    }))

  it.effect("are named themselves when one was changed, is missing, or was made anew", () =>
    Effect.gen(function*() {
      yield* sealed
      const changes = [
        "update day_seal set hash = sha256('other')",
        "update day_seal set orders = orders + 1",
        "update day_seal set sealed_by = 'another'",
        "update day_seal set covers_from = covers_from + interval '1 second' where number = 2",
        "delete from day_seal where number = 1",
        "update day_seal_piece set hash = sha256('other') where kind = 'audit' and piece = 0",
        "delete from day_seal_piece where kind = 'orders'",
        "update day_seal_piece set last_id = last_id + 1 where kind = 'orders'",
        "update day_seal set format = format + 1"
      ]
      const found = yield* Effect.forEach(
        changes,
        (change) => Effect.map(diagnosedAfter((sql) => sql.unsafe(change)), (diagnosis) => [change, broken(diagnosis)])
      )
      assert.deepStrictEqual(found, changes.map((change) => [change, ["day-seals"]]))
    }))
})
