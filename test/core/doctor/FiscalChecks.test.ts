import { assert, layer } from "@effect/vitest"
import type { InvariantName } from "@wristbank/core/doctor/Invariants"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { newTse } from "../../http/calls/OfficeFiscalCalls.ts"
import { Festival, sale } from "../../support/Festival.ts"
import { created } from "../../support/FestivalServer.ts"
import { broken, diagnose, diagnosedAfter } from "../ledger/Diagnosed.ts"

/** Two orders with signatures as a device's worker stores them, and a second device. */
const signed = Effect.gen(function*() {
  const { bar, event, office, press } = yield* Festival
  const sql = yield* SqlClient.SqlClient
  const device = yield* created(office("POST", "/tses/", newTse()))
  const spare = yield* created(office("POST", "/tses/", newTse()))
  yield* sql`update tse set status = 'active', public_key = 'BA==', epoch = 3 where id = ${device}`
  yield* sql`update till set tse_id = ${device} where event_id = ${event} and id = ${bar.id}`
  const sell = (quantity: number) =>
    created(bar.post("/order/book-sale", sale([press("food", quantity)], null, { payment_method: "sumup" })))
  const orders = [yield* sell(1), yield* sell(2)]
  for (const [n, id] of orders.entries()) {
    const text = `${4 * (n + 1)}.00`
    yield* sql`
      update signing_job set status = 'done', tse_id = ${device}, tse_epoch = 3, process_type = 'Kassenbeleg-V1',
        process_data = ${`Beleg^0.00_0.00_0.00_0.00_${text}^${text}:Unbar`}, transaction_number = ${n + 1},
        started_at = now(), start_counter = ${2 * n + 1}, finished_at = now(), signature_counter = ${2 * n + 2},
        signature = decode(repeat('ab', 96), 'hex'), duration = 0.5, result_message = 'success'
      where event_id = ${event} and order_id = ${id}`
  }
  return { device, first: orders[0]!, second: orders[1]!, spare }
})

layer(Festival.layer, { excludeTestServices: true })("the doctor", (it) => {
  it.effect("finds signatures that are not their orders', and devices that are not what they should be", () =>
    Effect.gen(function*() {
      const { bar, event } = yield* Festival
      const { device, first, second, spare } = yield* signed
      assert.deepStrictEqual(broken(yield* diagnose()), [])
      const job = (change: string) => `update signing_job set ${change} where order_id = ${first}`
      const changes: ReadonlyArray<readonly [InvariantName, string]> = [
        ["signatures", job("process_data = replace(process_data, '4.00', '4.01')")],
        ["signatures", job("process_data = replace(process_data, 'Unbar', 'Karte')")],
        ["signatures", job("process_data = replace(process_data, '4.00', '-0.0')")],
        ["signatures", job("process_type = 'SonstigerVorgang'")],
        ["signatures", job("signature = 'ab'")],
        ["signatures", job("signature_counter = start_counter")],
        ["signatures", job("finished_at = started_at - interval '1 second'")],
        ["signatures", job("tse_epoch = 4")],
        ["signatures", job("tse_id = 999999")],
        ["signatures", `update tse set public_key = null where id = ${device}`],
        [
          "signatures",
          `drop index signing_job_transaction; ${
            job(
              `(transaction_number, signature_counter, finished_at, started_at) = (
                select transaction_number, signature_counter, finished_at, started_at from signing_job
                where order_id = ${second})`
            )
          }`
        ],
        ["signing-devices", `update tse set status = 'disabled' where id = ${device}`],
        [
          "signing-devices",
          `update tse set serial = upper((select serial from tse where id = ${device})), event_id = (
            select event_id from event where event_id <> ${event} order by event_id limit 1) where id = ${spare}`
        ],
        [
          "signing-devices",
          `update till set tse_id = ${spare} where id = ${bar.id}; update tse set status = 'disabled'
          where id = ${spare}`
        ]
      ]
      yield* Festival.use(({ neighbour }) => neighbour)
      for (const [invariant, change] of changes) {
        const statements = change.split(";")
        const diagnosis = yield* diagnosedAfter((sql) =>
          Effect.forEach(statements, (statement) => sql.unsafe(statement))
        )
        assert.include(broken(diagnosis), invariant, change)
      }
    }))

  it.effect("takes payments in parts and in another currency", () =>
    Effect.gen(function*() {
      const { bar, event, press } = yield* Festival
      const sql = yield* SqlClient.SqlClient
      const { device } = yield* signed
      const order = yield* created(
        bar.post("/order/book-sale", sale([press("food")], null, { payment_method: "sumup" }))
      )
      yield* sql`
        update signing_job set status = 'done', tse_id = ${device}, tse_epoch = 3, process_type = 'Kassenbeleg-V1',
          process_data = 'Beleg^0.00_0.00_0.00_0.00_4.00^1.50:Bar:USD_2.50:Unbar:USD', transaction_number = 77,
          started_at = now(), start_counter = 90, finished_at = now(), signature_counter = 91,
          signature = decode(repeat('ab', 96), 'hex'), duration = 0.5, result_message = 'success'
        where event_id = ${event} and order_id = ${order}`
      assert.deepStrictEqual(broken(yield* diagnose()), [])
    }))
})
