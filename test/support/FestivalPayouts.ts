import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { Festival, type Guest } from "./Festival.ts"
import { type Body, done, listOf } from "./FestivalServer.ts"

/** A bank account of the tests. */
export const iban = "DE89370400440532013000"

/** A day on which banks can pay, in every time zone. */
export const tomorrow = new Date(Date.now() + 86_400_000).toISOString().slice(0, 10)

/** A festival with payouts, and its payout runs; no customer has been paid. */
export const payoutOffice = Effect.gen(function*() {
  const { configure, guest, office } = yield* Festival
  const sql = yield* SqlClient.SqlClient
  yield* sql`update customer set has_entered_info = false`
  /** Payout data that a guest enters in the portal, as columns of `customer`. */
  const enter = ({ accountId }: Guest, details: Body = {}) => {
    const said = { iban, account_name: "Anna Öz", email: "anna@example.org", ...details, has_entered_info: true }
    return Effect.orDie(sql`update customer set ${sql.update(said)} where account_id = ${accountId}`)
  }
  const enable = configure({ sepa_enabled: true, sepa_description: "Festival {user_tag_uid}" })
  yield* enable
  /** A guest with a balance (in major units) and a bank account. */
  const payee = Effect.fnUntraced(function*(balance: number, details: Body = {}) {
    const made = yield* guest({ balance })
    yield* enter(made, details)
    return made
  })
  const create = (max_payout_sum = 100_000, max_num_payouts = 1000) =>
    office("POST", "/payouts/", { max_payout_sum, max_num_payouts })
  /** Marks a run as exported, as its first bank file does. */
  const exported = (id: unknown) =>
    Effect.orDie(
      sql`update payout_run set exported_at = now(), sepa_max_per_file = 1000, sepa_sender_name = 'Fest', sepa_spelling = 'national',
      sepa_sender_iban = ${iban} where id = ${Number(id)}`
    )
  const run = (id: unknown) => {
    const to = (path: string, body?: Body) => office("POST", `/payouts/${Number(id)}/${path}`, body)
    return {
      id: Number(id),
      done: to("set-as-done"),
      csv: to("csv"),
      sepa: (execution_date: string, query = "") => to(`sepa_xml${query}`, { execution_date }),
      previous: to("previous_sepa_xml"),
      revoke: to("revoke"),
      force: to("revoke?force=true"),
      giveBack: (payoutId: unknown) => to(`payouts/${Number(payoutId)}/return`, { reason: "AC04 closed account" }),
      payouts: Effect.map(
        office("GET", `/payouts/${Number(id)}/payouts`),
        (answer) => listOf(answer)
      ),
      stats: Effect.map(office("GET", "/payouts/"), (answer) => {
        const { n_payouts, total_donation_amount, total_payout_amount } =
          (done(answer).body.entities as { readonly [id: string]: Body })[String(id)]!
        return [n_payouts, total_payout_amount, total_donation_amount]
      }),
      exported: exported(id)
    }
  }
  const pending = Effect.map(office("GET", "/payouts/pending-payout-detail"), (answer) => done(answer).body)
  /** Creates a run, which must be allowed. */
  const created = (sum?: number, count?: number) =>
    Effect.map(create(sum, count), (answer) => run(done(answer).body.id))
  return { create, created, enable, enter, exported, payee, pending, run }
})
