import { assert, layer } from "@effect/vitest"
import { ReconciliationDayRepository } from "@wristbank/core/card/ReconciliationDayRepository"
import { ReconciliationRepository } from "@wristbank/core/card/ReconciliationRepository"
import { DateTime, Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { databaseLayer } from "../../support/database.ts"

/** Number of card payments and of orders in each of two events, one per second; a third event has cash orders. */
const many = 20_000

/** Largest number of pages read to find the days; the rows of one event fill more. */
const fewPages = 200

/** Largest number of table and index pages read for one order. */
const pagesEach = 30

/** Number of movements in a day's history, each known by its number only. */
const movements = 1000

const began = DateTime.makeUnsafe("2026-07-01T10:00:00Z")

const settlingSeconds = 3600

/** An event in a zone without daylight saving time, with cash orders followed by card orders. */
const event = (id: number, orders: { readonly cash: number; readonly card: number }) =>
  SqlClient.SqlClient.use((sql) =>
    Effect.gen(function*() {
      yield* sql`insert into node (id, parent, name, description, parent_ids, event_id)
        values (${id}, 0, 'event ' || ${id}::integer, '', '{0}', ${id})`
      yield* sql`insert into event (event_id, settings) values (${id}, '{"time_zone": "UTC"}')`
      yield* insertOrders(id, "cash", orders.cash, DateTime.subtract(began, { days: 3 }))
      yield* insertOrders(id, "sumup", orders.card, began)
      yield* sql`insert into card_payment (event_id, uuid, order_type, payment_type, amount, currency, status, verification,
          evidence, till_id, cashier_id, z_nr, request_hash, created_at, check_interval)
        select event_id, uuid, order_type, 'sumup_terminal', 700, 'EUR', 'booked', 'verified', jsonb_build_object(
            'id', 'p' || n, 'transactionCode', 'T' || n, 'status', 'successful', 'amount', 7, 'currency', 'EUR'
          ), till_id, cashier_id, 1, '', booked_at, 1
        from (select *, row_number() over (order by id) as n from ordr where event_id = ${id} and payment_method = 'sumup')`
    })
  )

const insertOrders = (eventId: number, method: string, count: number, from: DateTime.Utc) =>
  SqlClient.SqlClient.use((sql) =>
    sql`insert into ordr (event_id, uuid, request_hash, order_type, payment_method, booked_at, z_nr, till_id, cashier_id,
        item_count)
      select ${eventId}, gen_random_uuid(), '', 'top_up', ${method}, ${
      DateTime.formatIso(from)
    }::timestamptz + n * interval '1 second', 1, 1, 1, 1 from generate_series(1, ${count}::integer) as n`
  )

/** Number of table and index pages that an effect reads of the tables that bookings write. */
const pagesRead = <A, E, R>(effect: Effect.Effect<A, E, R>) =>
  SqlClient.SqlClient.use((sql) => {
    const read = Effect.map(
      sql<{ pages: bigint }>`select sum(pg_stat_get_xact_blocks_fetched(oid))::bigint as pages from (
          select unnest('{ordr, card_payment}'::regclass[])::oid as oid
          union all select indexrelid from pg_index where indrelid = any('{ordr, card_payment}'::regclass[])
        ) as relation`,
      ([row]) => Number(row!.pages)
    )
    return sql.withTransaction(Effect.gen(function*() {
      const before = yield* read
      const answer = yield* effect
      return { answer, pages: (yield* read) - before }
    }))
  })

const repositories = Layer.mergeAll(ReconciliationDayRepository.layer, ReconciliationRepository.layer)

layer(Layer.provideMerge(repositories, databaseLayer))("what is to be compared", (it) => {
  it.effect("is found among many card payments of an event and of others, at once", () =>
    Effect.gen(function*() {
      const sql = yield* SqlClient.SqlClient
      yield* event(1, { cash: 100, card: many })
      yield* event(2, { cash: 100, card: many })
      yield* event(3, { cash: many, card: 0 })
      yield* event(4, { cash: 0, card: 0 })
      const { due, events, measured } = yield* ReconciliationDayRepository
      const { orders } = yield* ReconciliationRepository
      const [newest] = yield* sql<{ uuid: string }>`
        select uuid from card_payment where event_id = 1 order by created_at desc limit 1`
      const [size] = yield* sql<{ pages: number }>`select (pg_relation_size('card_payment') / 8192)::integer as pages`
      assert.isAbove(size!.pages, 4 * fewPages)
      const over = { now: DateTime.add(began, { days: 2 }), settlingSeconds }
      const numbers = Array.from({ length: movements }, (_, n) => n + 1)
      const asked = {
        eventId: 1n,
        from: DateTime.add(began, { seconds: movements }),
        to: DateTime.add(began, { seconds: 2 * movements }),
        uuids: [newest!.uuid],
        ids: numbers.map((n) => `p${n}`),
        codes: numbers.map((n) => `T${n + movements / 2}`)
      }
      // From the sixth run on plans are cached.
      yield* sql`analyze`
      for (let time = 0; time < 7; time++) {
        const days = yield* pagesRead(due(over))
        assert.sameMembers(days.answer.map((one) => `${one.event_id} ${one.day}`), [
          "1 2026-07-01",
          "1 2026-07-02",
          "2 2026-07-01",
          "2 2026-07-02"
        ])
        const told = yield* pagesRead(measured(over))
        assert.deepStrictEqual(told.answer.map(({ compared, event_id, overdue }) => [event_id, compared, overdue]), [
          [1n, 0, 2],
          [2n, 0, 2]
        ])
        const some = yield* pagesRead(events)
        assert.deepStrictEqual(some.answer, [1n, 2n])
        for (const { pages } of [days, told, some]) assert.isBelow(pages, fewPages)
        const found = yield* pagesRead(orders(asked))
        // The orders up to the last that a movement or the day names, and the newest ones.
        assert.lengthOf(found.answer, 2 * movements)
        assert.isBelow(found.pages, size!.pages + movements * pagesEach)
      }
    }))
})
