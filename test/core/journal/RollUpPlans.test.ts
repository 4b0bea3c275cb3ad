import { assert, layer } from "@effect/vitest"
import { RollUp } from "@wristbank/core/journal/RollUp"
import { SystemBalances } from "@wristbank/core/journal/SystemBalances"
import { Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { databaseLayer } from "../../support/database.ts"

/** Number of postings that are already rolled up. */
const many = 100_000

/** Number of postings that reading the balances may touch: those of the pages with the newest ones. */
const few = 20_000

const insert = (from: number, to: number, transaction: string) =>
  SqlClient.SqlClient.use((sql) =>
    sql.unsafe(
      `insert into posting (event_id, conducting_user_id, source_account, target_account, amount, vouchers, booked_at,
        transaction_id)
      select 1, 1, 1 + n % 2, 2 - n % 2, 1, 0, now(), ${transaction} from generate_series(${from}, ${to}) as n`
    )
  )

/** Number of postings that an effect reads, with any plan. */
const lookedAt = <A, E, R>(effect: Effect.Effect<A, E, R>) =>
  SqlClient.SqlClient.use((sql) => {
    const read = Effect.map(
      sql<{ rows: bigint }>`select (seq_tup_read + coalesce(idx_tup_fetch, 0))::bigint as rows
        from pg_stat_xact_user_tables where relname = 'posting'`,
      ([row]) => Number(row!.rows)
    )
    return Effect.gen(function*() {
      const before = yield* read
      const answer = yield* effect
      return { answer, rows: (yield* read) - before }
    })
  })

layer(Layer.mergeAll(RollUp.layer, SystemBalances.layer).pipe(Layer.provideMerge(databaseLayer)))(
  "the balances of derived accounts",
  (it) => {
    it.effect(
      "are read from the newest postings, whatever the statistics say of how many there are",
      () =>
        Effect.gen(function*() {
          const sql = yield* SqlClient.SqlClient
          const balances = SystemBalances.use((service) => service.of(1n))
          yield* sql`insert into node (id, parent, name, description, parent_ids, event_id) values (1, 0, 'e', '', '{0}', 1)`
          yield* sql`insert into event (event_id, settings) values (1, '{}')`
          yield* sql`insert into account (event_id, id, node_id, type) values (1, 1, 1, 'sale_exit'), (1, 2, 1, 'cash_entry')`
          yield* insert(1, 1, "1")
          yield* sql`analyze posting`
          yield* insert(2, many, "1 + n / 1000")
          yield* sql`update rollup_cursor set up_to = 2 + ${many} / 1000`
          yield* sql`select brin_summarize_new_values('posting_transaction')`
          yield* insert(many + 1, many + 9, "pg_current_xact_id()::text::bigint")
          yield* Effect.gen(function*() {
            const told = yield* lookedAt(balances)
            assert.deepStrictEqual(told.answer.map(({ balance }) => Number(balance)), [1, -1])
            assert.isBelow(told.rows, few)
            const advanced = yield* lookedAt(RollUp.use((rollUp) => rollUp.advance()))
            assert.isBelow(advanced.rows, few)
          }).pipe(sql.withTransaction)
        })
    )
  }
)
