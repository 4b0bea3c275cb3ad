import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { Festival } from "../../support/Festival.ts"
import { payoutOffice } from "../../support/FestivalPayouts.ts"
import { type Body, done } from "../../support/FestivalServer.ts"

/** In cents: more than any allowed amount, less than JSON numbers can hold to the cent. */
const fortune = 900_000_000_000_077n

layer(Festival.layer, { excludeTestServices: true })("customers with more money than any amount may be", (it) => {
  it.effect("are left out of runs with what they have, and the runs are listed, done and revoked as ever", () =>
    Effect.gen(function*() {
      const { office } = yield* Festival
      const sql = yield* SqlClient.SqlClient
      const { created, payee, pending } = yield* payoutOffice
      const left_out = [
        { reason: "iban_missing", n_customers: 1, payout_amount: 9_000_000_000_000.77 },
        { reason: "amount_too_high", n_customers: 2, payout_amount: 18_000_000_000_001.54 }
      ]
      const rich = yield* Effect.forEach([{}, {}, { iban: null }], (details) => payee(1, details))
      yield* sql`update account set balance = ${fortune} where id = any(${rich.map(({ accountId }) => accountId)})`
      yield* payee(10)
      const all = yield* pending
      assert.deepStrictEqual([all.n_payouts, all.total_payout_amount, all.left_out], [1, 10, left_out])
      const shown = ({ id }: { readonly id: number }) =>
        Effect.map(office("GET", "/payouts/"), (answer) => {
          const run = (done(answer).body.entities as { readonly [id: string]: Body })[String(id)]!
          return { done: run.done, revoked: run.revoked, left_out: run.left_out, sum: run.total_payout_amount }
        })
      const first = yield* created()
      assert.deepStrictEqual(yield* shown(first), { done: false, revoked: false, left_out, sum: 10 })
      done(yield* first.revoke)
      assert.deepStrictEqual(yield* shown(first), { done: false, revoked: true, left_out, sum: 0 })
      const second = yield* created()
      done(yield* second.csv)
      done(yield* second.done)
      assert.deepStrictEqual(yield* shown(second), { done: true, revoked: false, left_out, sum: 10 })
    }))

  it.effect("are left out of runs that were kept with sums as numbers", () =>
    Effect.gen(function*() {
      const { office } = yield* Festival
      const sql = yield* SqlClient.SqlClient
      const { created, payee } = yield* payoutOffice
      yield* payee(10)
      const { id } = yield* created()
      const left_out = [{ reason: "iban_missing", n_customers: 1, payout_amount: 12.5 }]
      yield* sql`update payout_run set left_out = ${JSON.stringify(left_out)}::jsonb where id = ${id}`
      const { entities } = done(yield* office("GET", "/payouts/")).body
      assert.deepStrictEqual((entities as Record<string, Body>)[String(id)]!.left_out, left_out)
    }))
})
