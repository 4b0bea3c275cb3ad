import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { Festival } from "../../support/Festival.ts"
import { refused, untouched } from "../../support/FestivalLedger.ts"
import { payoutOffice, tomorrow } from "../../support/FestivalPayouts.ts"
import { type Body, done } from "../../support/FestivalServer.ts"

const rowsOf = (answer: { readonly text: string }) => JSON.parse(answer.text) as ReadonlyArray<Body>

layer(Festival.layer, { excludeTestServices: true })("what the office sees of payouts", (it) => {
  it.effect("names who is left out with the reason, page by page", () =>
    Effect.gen(function*() {
      const { office } = yield* Festival
      const { payee } = yield* payoutOffice
      yield* payee(20)
      const first = yield* payee(5, { iban: null })
      const second = yield* payee(7, { account_name: null })
      const all = rowsOf(done(yield* untouched(office("GET", "/payouts/left-out"))))
      assert.deepStrictEqual(
        all.map(({ customer_account_id, payout_amount, reason }) => [customer_account_id, reason, payout_amount]),
        [[first.accountId, "iban_missing", 5], [second.accountId, "name_missing", 7]]
      )
      const page = done(yield* office("GET", "/payouts/left-out?limit=1"))
      const rest = done(yield* office("GET", `/payouts/left-out?limit=1&cursor=${first.accountId}`))
      assert.deepStrictEqual([...rowsOf(page), ...rowsOf(rest)], all)
    }))

  it.effect("names guests whose payout is blocked, with who did it and since when", () =>
    Effect.gen(function*() {
      const { office } = yield* Festival
      const { payee, pending } = yield* payoutOffice
      const { accountId } = yield* payee(33)
      const path = `/customers/${accountId}`
      done(yield* office("POST", `${path}/prevent-payout`))
      const [blocked] = rowsOf(done(yield* untouched(office("GET", "/payouts/left-out"))))
      const me = done(yield* office("GET", "/users")).body
      const names = Object.values(me.entities as Record<string, Body>).map(({ display_name, login }) =>
        display_name === "" ? login : display_name
      )
      const { user_tag_pin } = done(yield* office("GET", path)).body
      assert.isString(user_tag_pin)
      assert.deepInclude(blocked, {
        customer_account_id: accountId,
        reason: "blocked",
        payout_amount: 33,
        user_tag_pin
      })
      assert.include(names, blocked!.blocked_by)
      assert.deepStrictEqual((yield* pending).left_out, [{
        reason: "blocked",
        n_customers: 1,
        payout_amount: 33,
        blocked_by: [blocked!.blocked_by],
        blocked_since: blocked!.blocked_since
      }])
      done(yield* office("POST", `${path}/prevent-payout`))
      assert.deepStrictEqual(
        rowsOf(done(yield* office("GET", "/payouts/left-out")))[0]?.blocked_since,
        blocked!.blocked_since
      )
      done(yield* office("POST", `${path}/allow-payout`))
      assert.deepStrictEqual(rowsOf(done(yield* office("GET", "/payouts/left-out"))), [])
      assert.deepInclude(yield* pending, { n_payouts: 1, total_payout_amount: 33, left_out: [] })
    }))

  it.effect("previews a run within limits without reserving anything", () =>
    Effect.gen(function*() {
      const { office } = yield* Festival
      const { payee } = yield* payoutOffice
      yield* payee(20)
      yield* payee(50)
      const limited = { max_payout_sum: 30, max_num_payouts: 10 }
      const preview = done(yield* untouched(office("POST", "/payouts/preview", limited))).body
      assert.deepInclude(preview, { total_payout_amount: 20, n_payouts: 1 })
      assert.deepInclude((preview.payouts as ReadonlyArray<object>)[0], { amount: 20, donation: 0 })
      assert.deepStrictEqual(preview.left_out, [{ reason: "sum_reached", n_customers: 1, payout_amount: 50 }])
      yield* refused(
        office("POST", "/payouts/preview", { max_payout_sum: 1, max_num_payouts: 10 }),
        "payout.nobody_to_pay"
      )
    }))

  it.effect("lists every file of a run, the newest first, as it was handed out", () =>
    Effect.gen(function*() {
      const { office } = yield* Festival
      const { created, payee } = yield* payoutOffice
      yield* payee(20)
      const run = yield* created()
      const path = `/payouts/${run.id}/files`
      assert.deepStrictEqual(rowsOf(done(yield* office("GET", path))), [])
      const csv = done(yield* run.csv).text
      const xml = done(yield* run.sepa(tomorrow)).text
      const files = rowsOf(done(yield* office("GET", path)))
      assert.deepStrictEqual(files.map(({ kind }) => kind), ["sepa", "csv"])
      assert.isTrue(files.every((file) => !("content" in file)))
      const contents = yield* Effect.forEach(files, ({ id }) => office("GET", `${path}/${Number(id)}`))
      assert.deepStrictEqual(contents.map((answer) => done(answer).text), [xml, csv])
      const strange = yield* untouched(office("GET", `/payouts/${run.id + 1000}/files/${Number(files[0]!.id)}`))
      assert.strictEqual(strange.status, 404)
    }))
})
