import { assert, layer } from "@effect/vitest"
import { refusalName } from "@wristbank/core/base/Rule"
import { CashRegisters } from "@wristbank/core/cash/CashRegisters"
import { Accounts } from "@wristbank/core/guest/Accounts"
import { Customers } from "@wristbank/core/guest/Customers"
import { Transactions } from "@wristbank/core/guest/Transactions"
import { RollUp } from "@wristbank/core/journal/RollUp"
import { Access } from "@wristbank/core/organisation/Access"
import { mayManage } from "@wristbank/core/organisation/Place"
import { OrderRepository } from "@wristbank/core/sale/OrderRepository"
import { Tills } from "@wristbank/core/till/Tills"
import { UserTags } from "@wristbank/core/wristband/UserTags"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { Festival } from "../../support/Festival.ts"

const many = 100_000

const large = ["ordr", "posting", "account", "customer", "user_tag", "user_tag_history"]

/**
 * Inserts many guests, each with a tag, an account, an order at the bar and its posting; booking them would take too
 * long for a test.
 */
const fill = Effect.gen(function*() {
  const { bar, event } = yield* Festival
  const sql = yield* SqlClient.SqlClient
  // Inserting all these rows takes long, mostly to check that their event exists.
  yield* sql`set local statement_timeout = 0`
  yield* sql`set local session_replication_role = replica`
  yield* sql`
    insert into user_tag (event_id, node_id, pin, uid, secret_id)
    select ${event}, ${event}, 'PIN-' || n, 9000000000000000 + n, secret.id
    from generate_series(1, ${many}::integer) as n, user_tag_secret secret where secret.event_id = ${event}`
  yield* sql`
    insert into account (event_id, node_id, type, name, user_tag_id)
    select event_id, node_id, 'private', 'Guest of ' || pin, id from user_tag tag
    where event_id = ${event} and pin like 'PIN-%' order by id`
  yield* sql`
    insert into customer (event_id, account_id, payout_export)
    select event_id, id, id % 1000 <> 0 from account where event_id = ${event} and name like 'Guest of %'`
  yield* sql`
    insert into ordr (event_id, uuid, request_hash, order_type, payment_method, booked_at, z_nr, till_id, cashier_id,
      customer_account_id, user_tag_id, item_count)
    select event_id, gen_random_uuid(), '', 'sale', 'tag', now(), 1, ${bar.id}, ${bar.cashier.id}, id,
      user_tag_id, 1
    from account where event_id = ${event} and name like 'Guest of %' order by id`
  const [register] = yield* sql<{ id: bigint }>`
    select account_id as id from cash_register where event_id = ${event} and id = ${bar.registerId}`
  yield* sql`
    insert into posting (event_id, order_id, source_account, target_account, amount, vouchers, booked_at)
    select ordr.event_id, ordr.id, customer_account_id,
      case when ordr.id % 100 = 0 then ${register!.id}::bigint else exit.id end, 1, 0, now()
    from ordr join account exit on exit.event_id = ordr.event_id and exit.type = 'sale_exit'
    where ordr.event_id = ${event} and ordr.request_hash = '' and ordr.order_type = 'sale' order by ordr.id`
  yield* sql`
    insert into user_tag_history (event_id, account_id, user_tag_id)
    select event_id, id, user_tag_id from account where event_id = ${event} and name like 'Guest of %'`
  yield* sql`analyze`
})

const crowd = Effect.gen(function*() {
  const { bar, event } = yield* Festival
  const sql = yield* SqlClient.SqlClient
  yield* sql.withTransaction(fill)
  const [admin] = yield* sql<{ id: bigint }>`select id from usr where login = 'admin'`
  const caller = yield* (yield* Access).atEvent({ userId: admin!.id }, BigInt(event), { privileges: mayManage })
  return { bar, caller, event: BigInt(event) }
})

const ascending = (limit: number) => ({ sort: { by: "id", descending: false }, limit, cursor: null })

/** Number of sequential scans of each large table by this connection. */
const scans = SqlClient.SqlClient.use((sql) =>
  sql`select relname, seq_scan from pg_stat_xact_user_tables where relname = any(${large}::text[]) order by relname`
)

/** Asserts that a call scans no large table sequentially. */
const indexed = Effect.fnUntraced(function*<A, E, R>(call: string, read: Effect.Effect<A, E, R>) {
  const sql = yield* SqlClient.SqlClient
  return yield* sql.withTransaction(Effect.gen(function*() {
    const before = yield* scans
    const answer = yield* read
    assert.deepStrictEqual(yield* scans, before, call)
    return answer
  }))
})

layer(Festival.layer, { excludeTestServices: true })("with a hundred thousand guests", (it) => {
  it.effect("lists and searches are answered from an index", () =>
    Effect.gen(function*() {
      const { bar, caller, event } = yield* crowd
      const first = { limit: 100, cursor: null }
      const tags = yield* UserTags
      const accounts = yield* Accounts
      const customers = yield* Customers
      const orders = yield* OrderRepository
      const transactions = yield* Transactions
      // The configuration is read once, in a transaction of its own; that must not be counted.
      yield* Effect.flip(transactions.find(caller, 0n))

      assert.lengthOf(yield* indexed("tags.search", tags.search(caller, "pin-", first)), 100)
      const [last] = yield* indexed("tags.search", tags.search(caller, "PIN-99999", first))
      assert.deepInclude({ ...last }, { pin: "PIN-99999", uid: 9000000000099999n })
      assert.lengthOf(yield* indexed("tags.search", tags.search(caller, "pin-", { limit: 10, cursor: last!.id })), 0)
      assert.deepInclude({ ...(yield* indexed("tags.find", tags.find(caller, last!.id))) }, { pin: "PIN-99999" })

      const found = yield* indexed("accounts.search", accounts.search(caller, "guest of pin-77777", first))
      assert.lengthOf(found, 1)
      assert.lengthOf(yield* indexed("accounts.search", accounts.search(caller, "nobody at all", first)), 0)
      const page = yield* indexed(
        "accounts.search",
        accounts.search(caller, "guest of", { limit: 1000, cursor: found[0]!.id })
      )
      assert.lengthOf(page, 1000)
      assert.isTrue(page.every(({ id }) => id > found[0]!.id))
      const [{ id } = { id: 0n }] = yield* indexed("customers.search", customers.search(caller, "PIN-77777", first))
      assert.strictEqual(id, found[0]!.id)
      assert.lengthOf(yield* indexed("customers.search", customers.search(caller, "nobody at all", first)), 0)
      assert.lengthOf(yield* indexed("customers.blocked", customers.blocked(caller, first)), 100)
      assert.strictEqual((yield* indexed("customers.find", customers.find(caller, id))).id, id)
      assert.strictEqual((yield* indexed("accounts.find", accounts.find(caller, id))).id, id)

      const [order] = yield* indexed(
        "orders.list",
        orders.list({ eventId: event, customerAccountId: id, tillNodes: [event] })
      )
      assert.strictEqual(order?.customer_account_id, id)
      const sold = yield* indexed(
        "orders.list",
        orders.list({ eventId: event, tillId: BigInt(bar.id), tillNodes: [event], page: { limit: 1000, cursor: null } })
      )
      assert.lengthOf(sold, 1000)
      const older = yield* indexed(
        "orders.list",
        orders.list({ eventId: event, tillId: BigInt(bar.id), page: { limit: 10, cursor: sold[999]!.id } })
      )
      assert.isTrue(older.every((row) => row.id < sold[999]!.id))
      const registerId = BigInt(bar.registerId ?? 0)
      const moved = yield* indexed(
        "transactions.ofRegister",
        Effect.flatMap(transactions.ofRegister(caller, registerId, {}), ({ read }) => read(ascending(1000)))
      )
      assert.lengthOf(moved, 1000)
      const rest = yield* indexed(
        "transactions.ofRegister",
        Effect.flatMap(
          transactions.ofRegister(caller, registerId, {}),
          ({ read }) => read({ ...ascending(1000), cursor: { value: null, id: moved[999]!.id } })
        )
      )
      assert.isTrue(rest.length > 0 && rest.every((row) => row.id > moved[999]!.id))
      assert.strictEqual((yield* indexed("transactions.find", transactions.find(caller, rest[0]!.id))).id, rest[0]!.id)

      yield* (yield* RollUp).advance()
      assert.isAbove((yield* indexed("accounts.internal", accounts.internal(caller, null, first))).length, 10)
      yield* indexed(
        "CashRegisters.list",
        (yield* CashRegisters).list({ eventId: event, nodeId: event, pathIds: [event] })
      )
      const refusal = yield* indexed(
        "CashRegisters.remove",
        Effect.flip((yield* CashRegisters).remove(caller, registerId))
      )
      assert.strictEqual(refusalName(refusal), "till.register_held")
      assert.strictEqual(
        refusalName(yield* indexed("Tills.remove", Effect.flip((yield* Tills).remove(caller, BigInt(bar.id))))),
        "till.till_holds_register"
      )
    }))
})
