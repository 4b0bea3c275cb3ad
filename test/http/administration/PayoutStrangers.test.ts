import { assert, layer } from "@effect/vitest"
import { Privilege } from "@wristbank/core/organisation/Privilege"
import { Effect } from "effect"
import { everyTable } from "../../support/everyTable.ts"
import { Festival } from "../../support/Festival.ts"
import { clerk } from "../../support/FestivalClerk.ts"
import { payoutOffice, tomorrow } from "../../support/FestivalPayouts.ts"
import { done } from "../../support/FestivalServer.ts"

/** All requests about a run. */
const requests = (run: number, payout: number) => {
  const day = { execution_date: tomorrow }
  return [
    ["GET", `/payouts/${run}/payouts`],
    ["POST", `/payouts/${run}/csv`],
    ["POST", `/payouts/${run}/sepa_xml`, day],
    ["POST", `/payouts/${run}/sepa_xml?version=pain.001.001.03`, day],
    ["POST", `/payouts/${run}/previous_sepa_xml`],
    ["POST", `/payouts/${run}/payouts/${payout}/return`, { reason: "AC04" }],
    ["POST", `/payouts/${run}/revoke`],
    ["POST", `/payouts/${run}/revoke?force=true`],
    ["POST", `/payouts/${run}/set-as-done`]
  ] as const
}

layer(Festival.layer, { excludeTestServices: true })("the runs of another event", (it) => {
  it.effect("are not found by its office: no file is read, made or replaced, and nothing is done, returned or revoked", () =>
    Effect.gen(function*() {
      const { at, event, neighbour } = yield* Festival
      const { created: made, payee } = yield* payoutOffice
      const [open, ordered] = yield* Effect.forEach([10, 20], (balance) => Effect.andThen(payee(balance), made()))
      const xml = done(yield* ordered!.sepa(tomorrow)).text
      const { event: elsewhere } = yield* neighbour
      const stranger = yield* clerk(elsewhere, elsewhere, Privilege.literals)
      const payer = yield* clerk(event, event, ["payout_management"])
      const offices = [
        { who: "a stranger's own", status: 404, call: stranger },
        { who: "the administrator's there", status: 404, call: at(elsewhere) },
        {
          who: "a stranger's here",
          status: 403,
          call: (...[method, path, body]: Parameters<typeof stranger>) => stranger(method, path, body, event)
        },
        {
          who: "a payer's there",
          status: 403,
          call: (...[method, path, body]: Parameters<typeof payer>) => payer(method, path, body, elsewhere)
        }
      ]
      for (const run of [open!, ordered!]) {
        const [payout] = yield* run.payouts
        const before = yield* everyTable
        for (const { call, status, who } of offices) {
          for (const [method, path, body] of requests(run.id, Number(payout!.id))) {
            const answer = yield* call(method, path, body)
            assert.strictEqual(answer.status, status, `${who}: ${method} ${path}: ${answer.text}`)
            assert.notInclude(answer.text, "pain.001")
          }
        }
        assert.deepStrictEqual(yield* everyTable, before)
      }
      assert.strictEqual(done(yield* ordered!.previous).text, xml)
      assert.strictEqual(done(yield* payer("POST", `/payouts/${ordered!.id}/previous_sepa_xml`)).text, xml)
      for (const run of [open!, ordered!]) done(yield* run.force)
    }))

  it.effect("are neither counted nor taken up by its own runs", () =>
    Effect.gen(function*() {
      const { admin, at, neighbour } = yield* Festival
      const { payee, pending } = yield* payoutOffice
      yield* payee(10)
      const { event: elsewhere } = yield* neighbour
      const there = at(elsewhere)
      const { text } = done(yield* admin("GET", `/tree/events/${elsewhere}/settings`))
      const settings = { ...JSON.parse(text), sepa_enabled: true }
      done(yield* admin("POST", `/tree/events/${elsewhere}/event-settings`, settings))
      assert.deepInclude(done(yield* there("GET", "/payouts/pending-payout-detail")).body, { n_payouts: 0 })
      const refused = yield* there("POST", "/payouts/", { max_payout_sum: 1000, max_num_payouts: 10 })
      assert.deepStrictEqual([refused.status, refused.body.rule], [400, "payout.nobody_to_pay"])
      assert.strictEqual((yield* pending).n_payouts, 1)
    }))
})
