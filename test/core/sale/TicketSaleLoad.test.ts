import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { databaseLayer } from "../../support/database.ts"

const event = 1n

/** Rows of each table, so that a scan of a whole table would show. */
const many = 2000

const look = SqlClient.SqlClient.use((sql) =>
  sql`select * from load_ticket_sale(${event}::bigint, gen_random_uuid(), 1::bigint,
    '{p1,p2,none}'::text[], '{1,2,999999}'::numeric[], array['t1', 't2', ''])`
)

/** Rows that this transaction has read so far. */
const read = Effect.map(
  SqlClient.SqlClient.use((sql) =>
    sql<{ rows: bigint }>`select coalesce(sum(seq_tup_read + idx_tup_fetch), 0)::bigint as rows
      from pg_stat_xact_user_tables`
  ),
  ([found]) => Number(found!.rows)
)

/** Tags, half of them with accounts and with a voucher or a tag switch, all reserved; and card payments. */
const fill = SqlClient.SqlClient.use((sql) =>
  Effect.gen(function*() {
    const numbers = sql`generate_series(1, ${many}) as n`
    // Foreign keys are switched off here.
    yield* sql`set local session_replication_role = replica`
    yield* sql`insert into event (event_id, settings) values (${event}, '{}')`
    yield* sql`insert into user_tag (event_id, id, node_id, pin, uid, secret_id)
      select ${event}, n, ${event}, 'p' || n, n, 1 from ${numbers}`
    yield* sql`insert into account (event_id, id, node_id, type, user_tag_id)
      select ${event}, n, ${event}, 'private', n from ${numbers} where n % 2 = 0`
    yield* sql`insert into ticket_voucher (event_id, node_id, customer_account_id, token)
      select ${event}, ${event}, n, 't' || n from ${numbers} where n % 2 = 0`
    yield* sql`insert into user_tag_history (event_id, account_id, user_tag_id)
      select ${event}, n, n from ${numbers} where n % 2 = 0`
    yield* sql`insert into reserved_tag (event_id, user_tag_id, uid, order_uuid)
      select ${event}, n, n, gen_random_uuid() from ${numbers}`
    yield* sql`insert into card_payment (event_id, uuid, order_type, payment_type, amount, currency, status,
        verification, till_id, z_nr, customer_account_id, request_hash, content, created_at, check_interval)
      select ${event}, gen_random_uuid(), 'top_up', 'sumup_terminal', 1, 'EUR', 'pending', 'unverified', 1, 1, n, '',
        '{}', now(), 1 from ${numbers}`
  })
)

layer(databaseLayer)("loading a ticket sale", (it) => {
  it.effect("reads rows by their keys alone, also when it was planned on empty tables", () =>
    Effect.gen(function*() {
      const sql = yield* SqlClient.SqlClient
      yield* sql.withTransaction(Effect.gen(function*() {
        for (let n = 0; n < 6; n++) yield* look
        yield* fill
        const before = yield* read
        const found = yield* look
        const looked = (yield* read) - before
        assert.deepStrictEqual(
          found.map(({ pending_top_ups, reserved, tag_used }) => [tag_used, reserved, pending_top_ups]),
          [[false, true, 0n], [true, true, 1n], [false, false, 0n]]
        )
        assert.isAbove(looked, 0)
        assert.isBelow(looked, 60)
        yield* sql`select count(*) from reserved_tag`
        assert.isAtLeast((yield* read) - before, many, "a look at a whole table would be noticed")
      }))
    }))
})
