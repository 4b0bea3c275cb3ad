import { assert, layer } from "@effect/vitest"
import { bookColumns, rowArray } from "@wristbank/core/journal/JournalEntry"
import { unsignedOrders } from "@wristbank/core/journal/UnsignedOrders"
import { bookingSummary, dividedQuarters } from "@wristbank/core/sale/BookingSummary"
import { DateTime, Effect } from "effect"
import { SqlClient, type Statement } from "effect/sql"
import { databaseLayer } from "../../support/database.ts"

/** Rows added to the tables after the plans were made. */
const many = 20_000

/**
 * Largest number of pages that a look-up by key reads, whatever the tables contain; a scan of the event reads
 * thousands.
 */
const fewPages = 100

const uuid = "00000000-0000-4000-8000-000000000000"

/** Stores the sale of an account. */
const book = (n: number): string => {
  const order = {
    n: 1,
    event_id: 1,
    uuid: crypto.randomUUID(),
    request_hash: "",
    order_type: "sale",
    payment_method: "tag",
    z_nr: 1,
    till_id: 1,
    cashier_id: n,
    customer_account_id: n,
    item_count: 0,
    customer_guard: 1
  }
  const guard = { n: 1, event_id: 1, account_id: n, balance: 0, vouchers: 0, minimum: 0, user_tag_id: n }
  const posting = {
    n: 1,
    event_id: 1,
    source_account: n,
    target_account: many + 1,
    amount: 1,
    vouchers: 0,
    source_guard: 1
  }
  return `book(
    '${rowArray(bookColumns.journal_entry, [order])}'::journal_entry[], '${
    rowArray(bookColumns.guard, [guard])
  }'::guard[],
    '{}'::entry_line[], '${rowArray(bookColumns.entry_posting, [posting])}'::entry_posting[]
  )`
}

/** The queries of bookings, grants and sign-ins about the row with this number. */
const calls = (n: number): ReadonlyArray<string> => [
  book(n),
  `load_booking('{1}', '{${uuid}}', '{${n}}', '{${n}}')`,
  `load_cancel(1, ${n})`,
  `load_grant(1, '${uuid}', 'P${n}', ${n})`,
  `load_grant(1, null, null, ${n})`,
  `load_ticket_sale(1, '${uuid}', ${n}, '{P${n}}', '{${n}}', '{V${n}}')`,
  `hold_openings(1, '${uuid}', array[row(${n}, ${n}, ${n}, ${n}, 0)::tag_opening])`,
  `redeem_vouchers(1, '${uuid}', now(), array[row(${n}, ${n}, ${n}, ${n}, 0)::tag_opening])`,
  `sign_in_facts(1, ${n}, decode(md5('${n}'), 'hex'), ${n})`,
  `change_cashier(1, ${n}, decode(md5('${n}'), 'hex'), ${n}, '{}', '[]', '{}', null, null, null)`
]

/** Rows with these numbers, which refer to each other. */
const insert = (from: number, to: number): ReadonlyArray<string> =>
  [
    `ordr (event_id, id, uuid, request_hash, order_type, payment_method, booked_at, z_nr, till_id, cashier_id,
        customer_account_id, item_count)
      select 1, n, gen_random_uuid(), '', 'sale', 'tag', now(), 1, 1, 1, n, 1`,
    `line_item select 1, n, 0, 1, 1, n, 1, 1, '', 0, 1, 0, 0`,
    `product_revision (event_id, id, product_id, data) select 1, n, 1, '{}'`,
    `posting (event_id, id, order_id, source_account, target_account, amount, vouchers, booked_at)
      select 1, n, n, 1, 2, 1, 0, now()`,
    `account (event_id, id, node_id, type, user_tag_id) select 1, n, 1, 'private', n`,
    `user_tag (event_id, id, node_id, pin, uid, secret_id) select 1, n, 1, 'P' || n, n, 1`,
    `user_tag_history (event_id, id, account_id, user_tag_id) select 1, n, n + 1, n + 1`,
    `reserved_tag (event_id, user_tag_id, uid, ticket_voucher_id, order_uuid) select 1, n, n, n, '${uuid}'`,
    `ticket_voucher (event_id, id, node_id, customer_account_id, token) select 1, n, 1, n, 'V' || n`,
    `grant_request (event_id, request_id, request_hash, account_id) select 1, gen_random_uuid(), '', n`
  ].map((rows) => `insert into ${rows} from generate_series(${from}, ${to}) as n`)

/** As `insert`, of what an event has few of: of these numbers the first and every hundredth. */
const insertFew = (from: number, to: number): ReadonlyArray<string> =>
  [
    `cash_register (event_id, id, node_id, name, account_id) select 1, n, 1, 'Register', n`,
    `terminal (event_id, id, node_id, name, session_hash, session_uuid)
      select 1, n, 1, 'Bar', decode(md5(n::text), 'hex'), gen_random_uuid()`,
    `till (event_id, id, node_id, name, active_profile_id, terminal_id, cash_register_id) select 1, n, 1, 'Bar', 1, n, n`,
    `usr (node_id, event_id, login, user_tag_id, cash_register_id) select 1, 1, 'cashier ' || n, n, n`
  ].map((rows) => `insert into ${rows} from generate_series(${from}, ${to}) as n where n = 1 or n % 100 = 0`)

/** Migrations of other databases beside this one make PostgreSQL read its catalogs again, which counts as pages of one try. */
const tries = [0, 1, 2]

/** The fewest pages that one of these queries reads; the others are not run once one reads few. */
const leastPages = Effect.fnUntraced(function*(queries: ReadonlyArray<string>) {
  const sql = yield* SqlClient.SqlClient
  let least = Number.POSITIVE_INFINITY
  for (const query of queries) {
    const [read] = yield* sql.unsafe<{ "QUERY PLAN": ReadonlyArray<{ Plan: { "Shared Hit Blocks": number } }> }>(
      `explain (analyze, buffers, format json) select * from ${query}`
    )
    least = Math.min(least, read!["QUERY PLAN"][0]!.Plan["Shared Hit Blocks"])
    if (least < fewPages) break
  }
  return least
})

/** Large tables are read by several processes, which makes reading all of them look cheap. */
const asInLargeTables = SqlClient.SqlClient.use((sql) =>
  Effect.all([
    sql`set local min_parallel_table_scan_size = 0`,
    sql`set local parallel_setup_cost = 0`,
    sql`set local parallel_tuple_cost = 0`
  ])
)

interface PlanNode {
  readonly "Relation Name"?: string
  readonly "Actual Rows": number
  readonly "Actual Loops": number
  readonly "Rows Removed by Filter"?: number
  readonly "Rows Removed by Index Recheck"?: number
  readonly Plans?: ReadonlyArray<PlanNode>
}

/** As `rowsRead`, below a step of the plan. */
const rowsReadOf = (table: string, node: PlanNode): number => {
  const { "Actual Loops": loops, "Actual Rows": rows, Plans: plans = [] } = node
  const removed = (node["Rows Removed by Filter"] ?? 0) + (node["Rows Removed by Index Recheck"] ?? 0)
  const own = node["Relation Name"] === table ? (rows + removed) * loops : 0
  return plans.reduce((sum, plan) => sum + rowsReadOf(table, plan), own)
}

/** How many rows of a table a query looks at, also those that it then leaves out. PostgreSQL rounds them for steps that are repeated. */
const rowsRead = Effect.fnUntraced(function*(table: string, query: Statement.Fragment) {
  const sql = yield* SqlClient.SqlClient
  const [read] = yield* sql<{ readonly "QUERY PLAN": readonly [{ readonly Plan: PlanNode }] }>`
    explain (analyze, format json) ${query}`
  return rowsReadOf(table, read!["QUERY PLAN"][0].Plan)
})

/** Runs a test that fills tables with rows of its own, whose foreign keys are not checked, and takes them back. */
const onFilled = <A, E, R>(test: (sql: SqlClient.SqlClient) => Effect.Effect<A, E, R>) =>
  SqlClient.SqlClient.use((sql) =>
    sql.withTransaction(Effect.andThen(sql`set local session_replication_role = replica`, test(sql)))
  )

layer(databaseLayer)("plans", (it) => {
  it.effect("read few pages, even if they were made when every table had one row", () =>
    onFilled(Effect.fnUntraced(function*(sql) {
      yield* sql`insert into node (id, parent, name, description, parent_ids, event_id) values (1, 0, 'e', '', '{0}', 1)`
      yield* sql`insert into event (event_id, settings) values (1, '{}')`
      for (const statement of [...insert(1, 1), ...insertFew(1, 1)]) yield* sql.unsafe(statement)
      yield* sql`analyze`
      for (const call of calls(1)) yield* sql.unsafe(`select * from ${call}`)
      for (const statement of [...insert(2, many), ...insertFew(2, many)]) yield* sql.unsafe(statement)
      for (const [place, name] of calls(many / 2).entries()) {
        assert.isBelow(yield* leastPages(tries.map((n) => calls(many / 2 + n)[place]!)), fewPages, name)
      }
    })))

  it.effect("find the orders of guests by what they moved, as no index has all orders of a guest", () =>
    onFilled(Effect.fnUntraced(function*(sql) {
      for (
        const rows of [
          `ordr (event_id, id, uuid, request_hash, order_type, payment_method, booked_at, z_nr, till_id, cashier_id,
                customer_account_id, item_count, old_balance, new_balance, old_vouchers, new_vouchers)
              select 2, n, gen_random_uuid(), '', 'sale', 'tag', now(), 1, 1, 1, 10 + n % 1000, 1, 5, 5 - n % 2, 0, 0`,
          `posting (event_id, order_id, source_account, target_account, amount, vouchers, booked_at)
              select 2, n, 10 + n % 1000, 2, 1, 0, now()`
        ]
      ) yield* sql.unsafe(`insert into ${rows} from generate_series(1, ${many}) as n`)
      yield* sql`analyze ordr, posting`
      const call = "orders_of(2, array[17])"
      const found = yield* sql.unsafe(`select * from ${call}`)
      assert.lengthOf(found, many / 1000)
      assert.isBelow(yield* leastPages(tries.map(() => call)), fewPages)
    })))

  it.effect("sum a period up from its quarters of an hour, and read orders only of those that a moment divides", () =>
    onFilled(Effect.fnUntraced(function*(sql) {
      // An order every ten seconds.
      for (
        const rows of [
          `ordr (event_id, id, uuid, request_hash, order_type, payment_method, booked_at, z_nr, till_id, cashier_id,
                item_count)
              select 3, n, gen_random_uuid(), '', 'sale', 'tag', '2027-07-01Z'::timestamptz + n * interval '10 seconds',
                1, n % 10, 1, 1`,
          "line_item select 3, n, 0, 1, 1, 1, 1, 1, '', 0, 1, 0, 0"
        ]
      ) yield* sql.unsafe(`insert into ${rows} from generate_series(1, ${many}) as n`)
      yield* sql`select brin_summarize_new_values('ordr_booked'), brin_summarize_new_values('ordr_transaction')`
      yield* sql`analyze ordr, line_item`
      yield* asInLargeTables
      const moment = (text: string) => DateTime.makeUnsafe(text)
      const [from, to] = [moment("2027-07-01T06:00:00Z"), moment("2027-07-03T05:20:00Z")]
      const upTo = Number.MAX_SAFE_INTEGER
      const at = {
        eventId: 3,
        from: DateTime.toDate(from),
        to: DateTime.toDate(to),
        upTo,
        divided: dividedQuarters([from, to, moment("2027-07-02T05:20:00Z")]).map(DateTime.toDate)
      }
      const orders = yield* rowsRead(
        "ordr",
        sql`select till_id, sum(total) from ${bookingSummary(sql).lines(at)}
            where till_id = any(${[0, 1, 2, 3, 4, 5, 6, 7, 8, 9]}::bigint[]) group by till_id`
      )
      assert.isAbove(orders, 0)
      assert.isBelow(orders, many / 4)
    })))

  it.effect("count the orders that wait for a signature without reading those that are never signed", () =>
    onFilled(Effect.fnUntraced(function*(sql) {
      yield* sql`insert into till (event_id, id, node_id, name, active_profile_id)
          select 4, n, 1, 'Bar ' || n, 1 from generate_series(1, 200) as n`
      yield* sql`insert into signing_job (event_id, order_id, till_id, created_at)
          select 4, n, 1 + n % 200, now() from generate_series(1, ${many}::integer) as n`
      yield* sql`insert into fiscal_settings (event_id, settings, signing_from)
          values (4, '{"signing": true}', ${many - 7}::bigint)`
      yield* sql`analyze till, signing_job, fiscal_settings`
      yield* asInLargeTables
      const tillIds = Array.from({ length: 200 }, (_, n) => n + 1)
      const jobs = yield* rowsRead(
        "signing_job",
        sql`select sum(unsigned.orders) from ${sql.literal(unsignedOrders)}
            where fiscal.event_id = 4 and till.id = any(${tillIds}::bigint[])`
      )
      assert.isBelow(jobs, 10)
    })))

  it.effect("find the terminals where a user is signed in by an index, as lists of users ask for each of them", () =>
    Effect.gen(function*() {
      const sql = yield* SqlClient.SqlClient
      yield* Effect.gen(function*() {
        // Plans of a small table read all of it otherwise.
        yield* sql`set local enable_seqscan = off`
        const rows = yield* sql.unsafe<{ readonly "QUERY PLAN": string }>(
          "explain select id from terminal where active_user_id = 7"
        )
        assert.include(rows.map((row) => row["QUERY PLAN"]).join(), "terminal_active_user")
      }).pipe(sql.withTransaction)
    }))
})
