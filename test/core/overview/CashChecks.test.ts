import { assert, layer } from "@effect/vitest"
import type { InvariantName } from "@wristbank/core/overview/Invariants"
import { Effect } from "effect"
import { SqlClient, type SqlError } from "effect/sql"
import { Festival, sale } from "../../support/Festival.ts"
import { cashOffice, signIn, signOut } from "../../support/FestivalCash.ts"
import { done } from "../../support/FestivalServer.ts"
import { broken, diagnose, diagnosedAfter } from "../journal/Diagnosed.ts"

/** A shift in which cash is brought, earned, taken away, handed over and counted. */
const shift = Effect.gen(function*() {
  const { press, tills } = yield* Festival
  const office = yield* cashOffice
  const { bar, bring, closeOut, officeTill, equipped, take, transfer } = office
  const cashier = yield* equipped(40)
  yield* signIn(bar, cashier)
  done(yield* take(officeTill.cashier, 100))
  done(yield* bring(cashier, 60))
  done(yield* bar.post("/order/book-sale", sale([press("meal")], null, { payment_method: "cash" })))
  done(yield* bring(cashier, -10))
  const next = yield* tills.colleague()
  done(yield* transfer(cashier, next))
  done(yield* closeOut(next, 94))
  return cashier
})

const nothing = Effect.map(diagnose(5), broken)

layer(Festival.layer, { excludeTestServices: true })("the doctor on cash", (it) => {
  it.effect("finds nothing wrong at any time of a shift", () =>
    Effect.gen(function*() {
      yield* shift
      assert.deepStrictEqual(yield* nothing, [])
      const { bar, equipped } = yield* cashOffice
      yield* signIn(bar, yield* equipped(12))
      assert.deepStrictEqual(yield* nothing, [])
      yield* signOut(bar)
      assert.deepStrictEqual(yield* nothing, [])
    }))

  it.effect("finds lines, postings, registers and shifts that were changed by hand", () =>
    Effect.gen(function*() {
      yield* shift
      const { bar, equipped } = yield* cashOffice
      const open = yield* equipped(12)
      yield* signIn(bar, open)
      const latest = (orderType: string, posted: boolean) =>
        SqlClient.SqlClient.use((sql) =>
          Effect.map(
            sql<{ id: bigint }>`select max(id) as id from ordr where order_type = ${orderType}
              and exists (select from posting where posting.order_id = ordr.id) = ${posted}`,
            ([row]) => row!.id
          )
        )
      const handed = yield* latest("money_transfer", true)
      const moved = yield* latest("money_transfer", false)
      const difference = yield* latest("money_transfer_imbalance", true)
      const end = yield* latest("cashier_shift_end", false)
      const raise = (orderId: bigint) => (sql: SqlClient.SqlClient) =>
        sql`update line_item set product_price = product_price + 1, total_price = total_price + 1 where order_id = ${orderId}`
      const cases: ReadonlyArray<
        readonly [
          ReadonlyArray<InvariantName>,
          (sql: SqlClient.SqlClient) => Effect.Effect<unknown, SqlError.SqlError>
        ]
      > = [
        [["cash-orders", "till-cash", "shifts"], raise(handed)],
        [["till-cash"], raise(moved)],
        [["cash-orders", "till-cash", "shifts"], raise(difference)],
        [["cash-orders"], (sql) => sql`update posting set amount = amount + 1 where order_id = ${handed}`],
        [["cash-orders"], (sql) => sql`delete from posting where order_id = ${difference}`],
        [["cash-orders"], (sql) => sql`update posting set order_id = ${end} where order_id = ${handed}`],
        [["cash-orders"], (sql) =>
          sql`update posting set target_account =
            (select id from account where type = 'sale_exit' and event_id = posting.event_id)
            where order_id = ${handed}`],
        [["cash-orders", "shifts"], (sql) =>
          sql`update line_item set order_id = ${end}, product_price = 1, total_price = 1 where order_id = ${moved}`],
        [["till-cash"], (sql) =>
          sql`update till set cash_register_id = null where cash_register_id = ${open.register.id}`],
        [["shifts"], (sql) =>
          sql`update cashier_shift set cash_drawer_imbalance = 5, expected_cash_drawer_balance = actual_cash_drawer_balance - 5`],
        [["shifts"], (sql) =>
          sql`update cashier_shift set shift_end_order_id = ${handed}`],
        [["shifts"], (sql) =>
          sql`update ordr set cashier_id = 1 where id = ${end}`]
      ]
      for (const [index, [expected, change]] of cases.entries()) {
        assert.includeMembers(Array.from(broken(yield* diagnosedAfter(change))), Array.from(expected), `case ${index}`)
      }
      assert.deepStrictEqual(yield* nothing, [])
    }))
})
