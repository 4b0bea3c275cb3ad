import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import type { SqlClient, SqlError } from "effect/sql"
import { Festival } from "../../support/Festival.ts"
import { type Body, done, listOf } from "../../support/FestivalServer.ts"
import { FestivalTickets, scanOf, ticketSale } from "../../support/FestivalTickets.ts"
import { broken, diagnose, diagnosedAfter, findingsOf } from "../journal/Diagnosed.ts"

/** Sells tickets in cash and by card, for money and for a ticket voucher; returns the last order and its customers. */
const entranceDay = Effect.gen(function*() {
  const { tills } = yield* Festival
  const { entrance, presale } = yield* FestivalTickets
  const sell = Effect.fnUntraced(function*(scans: ReadonlyArray<Body>, method: string) {
    const request = ticketSale(scans, { payment_method: method })
    done(yield* entrance.post("/order/book-ticket-sale", request))
    const listed = listOf(yield* entrance.get("/order"))
    return BigInt(listed.find((order) => order.uuid === request.uuid)!.id as number)
  })
  const voucher = yield* presale
  yield* presale
  yield* sell([scanOf(yield* tills.tag(), { voucher_token: voucher.token })], "cash")
  yield* sell([scanOf(yield* tills.tag("under_16")), scanOf(yield* tills.tag(), { top_up_amount: 7 })], "cash")
  const order = yield* sell([
    scanOf(yield* tills.tag(), { top_up_amount: 4 }),
    scanOf(yield* tills.tag("under_18"))
  ], "sumup")
  return { order, voucher }
})

type ByHand = (sql: SqlClient.SqlClient) => Effect.Effect<unknown, SqlError.SqlError>

layer(FestivalTickets.layer, { excludeTestServices: true })("the doctor on tickets", (it) => {
  it.effect("finds nothing wrong with what was sold", () =>
    Effect.gen(function*() {
      yield* entranceDay
      assert.deepStrictEqual((yield* diagnose()).examinations.flatMap(({ findings }) => findings), [])
    }))

  it.effect("names the sale whose postings are not what its lines come to", () =>
    Effect.gen(function*() {
      const { order } = yield* entranceDay
      const changes: ReadonlyArray<ByHand> = [
        (sql) =>
          sql`update posting set amount = amount + 1 where order_id = ${order} and target_account in (
            select id from account where type = 'sale_exit'
          )`,
        (sql) =>
          sql`delete from posting where id = (
            select max(posting.id) from posting join account on account.id = posting.target_account
            where posting.order_id = ${order} and account.type = 'private'
          )`,
        (sql) => sql`update posting set vouchers = 1 where order_id = ${order}`,
        (sql) =>
          sql`update line_item set product_price = product_price + 1, total_price = total_price + 1
            where order_id = ${order} and item_id = 1`,
        (sql) => sql`delete from line_item where order_id = ${order} and item_id = 3`
      ]
      for (const change of changes) {
        const findings = findingsOf(yield* diagnosedAfter(change), "ticket-lines")
        assert.isNotEmpty(findings)
        for (const { ids } of findings) assert.deepStrictEqual(ids, [order])
      }
    }))

  it.effect("finds two customers whose top-ups went to one of them", () =>
    Effect.gen(function*() {
      const { order } = yield* entranceDay
      const diagnosis = yield* diagnosedAfter((sql) =>
        sql`update posting set target_account = (
            select max(other.target_account) from posting other join account on account.id = other.target_account
            where other.order_id = ${order} and account.type = 'private'
          )
          where order_id = ${order} and target_account in (select id from account where type = 'private')`
      )
      const [finding] = findingsOf(diagnosis, "ticket-lines")
      assert.deepStrictEqual(
        [finding?.ids, finding?.expected, finding?.found],
        [[order], "top-ups of 800, 1200 cents", "2000 cents at customers"]
      )
      assert.include(broken(diagnosis), "account-balance")
    }))

  it.effect("finds vouchers whose redemption is not what the book tells", () =>
    Effect.gen(function*() {
      const { voucher } = yield* entranceDay
      const changes: ReadonlyArray<ByHand> = [
        (sql) => sql`update ticket_voucher set redeemed_at = null, order_uuid = null where id = ${voucher.id}`,
        (sql) => sql`update ticket_voucher set order_uuid = gen_random_uuid() where id = ${voucher.id}`,
        (sql) => sql`update ticket_voucher set customer_account_id = 1 where id = ${voucher.id}`
      ]
      for (const change of changes) {
        const diagnosis = yield* diagnosedAfter(change)
        assert.deepStrictEqual(broken(diagnosis), ["ticket-vouchers"])
        assert.deepStrictEqual(findingsOf(diagnosis, "ticket-vouchers")[0]?.ids, [BigInt(voucher.id)])
      }
    }))
})
