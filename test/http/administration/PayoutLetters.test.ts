import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { Festival } from "../../support/Festival.ts"
import { refused } from "../../support/FestivalLedger.ts"
import { iban, payoutOffice, tomorrow } from "../../support/FestivalPayouts.ts"
import { done } from "../../support/FestivalServer.ts"

const mailing = {
  sepa_enabled: true,
  email_enabled: true,
  email_default_sender: "desk@fest.example",
  email_smtp_host: "localhost",
  email_smtp_port: 1,
  payout_done_subject: "Payout {payout_run_id}",
  payout_done_message: "{account_name}, {iban}: {amount}, {donation} given, chip {user_tag_uid_hex}"
}

const letters = Effect.gen(function*() {
  const { event } = yield* Festival
  const sql = yield* SqlClient.SqlClient
  const rows = yield* sql<{ recipient: string; subject: string; body: string }>`
    select recipient, subject, body from mail where event_id = ${event} and template = 'payout_done' order by id`
  return rows.map(({ body, recipient, subject }) => [recipient, subject, body])
})

layer(Festival.layer, { excludeTestServices: true })("mail of paid payouts", (it) => {
  it.effect("who is paid and gave an address is written to, once, and no one else", () =>
    Effect.gen(function*() {
      const { configure } = yield* Festival
      const { created, payee } = yield* payoutOffice
      yield* configure(mailing)
      const anna = yield* payee(30, { donation: 500n, account_name: "Anna", email: "anna@example.org" })
      const berta = yield* payee(8, { donate_all: true, account_name: null, iban: null, email: "berta@example.org" })
      yield* payee(20, { account_name: "Carl", email: null })
      const dora = yield* payee(10, { account_name: "Dora", email: "dora@example.org" })
      const run = yield* created()
      done(yield* run.sepa(tomorrow))
      const [returned] = (yield* run.payouts).filter(({ customer_account_id }) =>
        customer_account_id === dora.accountId
      )
      done(yield* run.giveBack(returned!.id))
      assert.isEmpty(yield* letters)
      done(yield* run.done)
      const written = yield* letters
      const hex = (uid: bigint) => uid.toString(16).toUpperCase()
      assert.sameDeepMembers(written, [
        ["anna@example.org", `Payout ${run.id}`, `Anna, ${iban}: 25.00, 5.00 given, chip ${hex(anna.uid)}`],
        ["berta@example.org", `Payout ${run.id}`, `, : 0.00, 8.00 given, chip ${hex(berta.uid)}`]
      ])
      yield* refused(run.done, "payout.run_settled")
      assert.deepStrictEqual(yield* letters, written)
    }))

  it.effect("a run that is revoked writes to no one, nor does an event without mail", () =>
    Effect.gen(function*() {
      const { configure } = yield* Festival
      const { created, payee } = yield* payoutOffice
      const before = yield* letters
      yield* configure(mailing)
      yield* payee(5)
      done(yield* (yield* created()).revoke)
      yield* configure({ ...mailing, email_enabled: false })
      done(yield* (yield* created()).done)
      assert.deepStrictEqual(yield* letters, before)
    }))
})
