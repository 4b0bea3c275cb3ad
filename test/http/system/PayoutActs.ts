import { DateTime, Effect } from "effect"
import { bankData } from "../../support/FestivalPortal.ts"
import { type Body, listOf } from "../../support/FestivalServer.ts"
import { accountFields, type Act, cents, outcomeOf } from "./SystemAnswer.ts"
import { signIn, type SystemRun } from "./SystemServer.ts"

export const account: Act<"account"> = Effect.fnUntraced(function*({ guests, system }, { guest }) {
  const { answer, portal } = yield* signIn(system, guests[guest]!)
  if (answer.status !== 200) return outcomeOf(answer)
  return outcomeOf(yield* portal("GET", "/customer"), (body) => ({
    ...accountFields(body),
    donation: cents(body.donation),
    hasBank: body.has_entered_info
  }))
})

export const bank: Act<"bank"> = Effect.fnUntraced(function*({ guests, system }, { donation, guest }) {
  const { answer, portal } = yield* signIn(system, guests[guest]!)
  if (answer.status !== 200) return outcomeOf(answer)
  return outcomeOf(yield* portal("POST", "/customer_info", { ...bankData, donation: donation / 100 }))
})

/** The payouts of a run, by account. */
const payoutsOf = ({ system }: SystemRun, id: unknown) =>
  Effect.map(system.office("GET", `/payouts/${String(id)}/payouts`), (answer) =>
    listOf(answer)
      .toSorted((a, b) => Number(a.customer_account_id) - Number(b.customer_account_id))
      .map((payout) => Number(payout.id)))

export const newRun: Act<"newRun"> = Effect.fnUntraced(function*(run, { cents: sum, count }) {
  const answer = yield* run.system.office("POST", "/payouts/", { max_payout_sum: sum / 100, max_num_payouts: count })
  if (answer.status === 200) {
    run.payoutRuns.push({ id: Number(answer.body.id), payouts: yield* payoutsOf(run, answer.body.id) })
  }
  return outcomeOf(answer, ({ n_payouts, total_donation_amount, total_payout_amount }) => ({
    payouts: n_payouts,
    paid: cents(total_payout_amount),
    given: cents(total_donation_amount)
  }))
})

const at = (run: SystemRun, back: number, path: string, body?: Body) =>
  Effect.map(
    run.system.office("POST", `/payouts/${run.payoutRuns.at(-1 - back)?.id ?? 0}/${path}`, body),
    (answer) => outcomeOf(answer)
  )

export const bankFile: Act<"bankFile"> = Effect.fnUntraced(function*(run, { run: back }) {
  const tomorrow = DateTime.add(yield* DateTime.now, { days: 1 })
  return yield* at(run, back, "sepa_xml", { execution_date: DateTime.formatIsoDateUtc(tomorrow) })
})

export const runDone: Act<"runDone"> = (run, { run: back }) => at(run, back, "set-as-done")

export const revoke: Act<"revoke"> = (run, { force, run: back }) => at(run, back, `revoke?force=${force}`)

export const giveBack: Act<"giveBack"> = (run, { payout, run: back }) =>
  at(run, back, `payouts/${run.payoutRuns.at(-1 - back)?.payouts[payout] ?? 0}/return`, { reason: "account closed" })
