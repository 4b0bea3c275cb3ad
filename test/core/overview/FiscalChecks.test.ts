import { assert, layer } from "@effect/vitest"
import type { InvariantName } from "@wristbank/core/overview/Invariants"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { newTse } from "../../http/calls/OfficeFiscalCalls.ts"
import { Festival, sale } from "../../support/Festival.ts"
import { created } from "../../support/FestivalServer.ts"
import { signingFestival } from "../../support/FestivalSigning.ts"
import { broken, diagnose, diagnosedAfter } from "../journal/Diagnosed.ts"

/** Two orders that a device signed, and a second device. */
const signed = Effect.gen(function*() {
  const { bar, event, office, press } = yield* Festival
  const sql = yield* SqlClient.SqlClient
  const { device, signAll } = yield* signingFestival
  const tse = yield* device(crypto.randomUUID())
  const spare = yield* created(office("POST", "/tses/", newTse()))
  yield* sql`update till set tse_id = ${tse.id} where event_id = ${event} and id = ${bar.id}`
  const sell = (quantity: number) =>
    created(bar.post("/order/book-sale", sale([press("food", quantity)], null, { payment_method: "sumup" })))
  const orders = [yield* sell(1), yield* sell(2)]
  yield* signAll(tse)
  yield* sql`update tse set epoch = 3 where id = ${tse.id}`
  yield* sql`update signing_job set tse_epoch = 3, start_counter = signature_counter - 1
    where event_id = ${event} and tse_id = ${tse.id}`
  return { device: tse.id, first: orders[0]!, second: orders[1]!, spare, tse }
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

  it.effect("takes payments in parts and in another currency, and no others than were made", () =>
    Effect.gen(function*() {
      const { first } = yield* signed
      const paidAs = (payments: string) =>
        Effect.map(
          diagnosedAfter((sql) =>
            sql`update signing_job
              set process_data = split_part(process_data, '^', 1) || '^' || split_part(process_data, '^', 2) || '^' || ${payments}
              where order_id = ${first}`
          ),
          broken
        )
      // The device signed another text.
      assert.deepStrictEqual(yield* paidAs("1.50:Unbar:USD_2.50:Unbar:USD"), ["genuine-signatures"])
      for (const payments of ["4.00:Bar", "1.50:Bar_2.50:Unbar", "1.50:Unbar_2.51:Unbar", ""]) {
        assert.deepStrictEqual(yield* paidAs(payments), ["signatures", "genuine-signatures"], payments)
      }
    }))
})
