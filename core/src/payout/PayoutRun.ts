import { Result, Schema } from "effect"
import { Id } from "../base/Id.ts"
import { Integer } from "../base/Integer.ts"
import type { Language } from "../base/Language.ts"
import * as Money from "../base/Money.ts"
import { nullOr } from "../base/OptionalField.ts"
import { type InvalidArgument, refuse } from "../base/Refusal.ts"
import { say, text } from "../base/Sentence.ts"
import { isNameable } from "../base/SepaText.ts"
import type { EventSettings } from "../event/EventSettings.ts"
import type { Privilege } from "../organisation/Privilege.ts"
import { payoutRules } from "./PayoutRules.ts"
import { type Chosen, LeftOut, type Limits, type Selection, summary } from "./PayoutSelection.ts"

/** Privileges that allow payouts. */
export const mayPayOut: ReadonlyArray<Privilege> = ["payout_management"]

/** Privileges that allow seeing payouts. */
export const maySeePayouts: ReadonlyArray<Privilege> = ["node_administration", "payout_management"]

/** The limits of a new run. */
export class NewPayoutRun extends Schema.Class<NewPayoutRun>("NewPayoutRun")({
  /** The most that the bank transfers in this run, 0 or more; donations do not count. Guests whose payout exceeds what is left are skipped. */
  max_payout_sum: Money.Cents,
  /** The most guests in this run, from 1 to `sepa_max_num_payouts_in_run` of the event. */
  max_num_payouts: Integer
}) {}

/** The totals of a run, if it were created now. */
export class PendingPayoutDetail extends Schema.Class<PendingPayoutDetail>("PendingPayoutDetail")({
  /** What the bank would transfer. */
  total_payout_amount: Money.Cents,
  /** What guests would give to the event. */
  total_donation_amount: Money.Cents,
  /** Balances of all guests and users of the event that the run would neither pay out nor give to the event. */
  total_unclaimed_payout_amount: Money.Cents,
  /** Guests in the run, including those who donate everything. */
  n_payouts: Schema.Int,
  /** Guests with money whom the run would leave out, as a user blocked the payout or what they entered is not enough, by reason; a reason without guests is absent. */
  left_out: Schema.Array(LeftOut)
}) {}

/** A guest whom a run would pay. */
export class PreviewedPayout extends Schema.Class<PreviewedPayout>("PreviewedPayout")({
  /** The account of the guest. */
  customer_account_id: Id,
  /** The owner of the bank account; null if the whole balance is donated and the guest named none. */
  account_name: nullOr(Schema.String),
  /** The guest's bank account; null if the whole balance is donated and the guest gave none. */
  iban: nullOr(Schema.String),
  /** The PIN on the guest's wristband; null if they have none. */
  user_tag_pin: nullOr(Schema.String),
  /** What the bank would transfer to the guest; 0 if the whole balance is donated. */
  amount: Money.Cents,
  /** What the guest would give to the event. */
  donation: Money.Cents
}) {}

/** The totals of a run and whom it would pay, if it were created now. */
export class PayoutRunPreview extends Schema.Class<PayoutRunPreview>("PayoutRunPreview")({
  ...PendingPayoutDetail.fields,
  /** The guests in the run, in the order in which they are chosen. */
  payouts: Schema.Array(PreviewedPayout)
}) {}

/** A payout run with its totals; payouts that were returned or released do not count. */
export class PayoutRunWithStats extends Schema.Class<PayoutRunWithStats>("PayoutRunWithStats")({
  id: Id,
  /** The event. */
  node_id: Id,
  /** The user who created it. */
  created_by: nullOr(Id),
  /** When it was created. */
  created_at: Schema.DateTimeUtc,
  /** The user who set it as done; null before. */
  set_done_by: nullOr(Id),
  /** When it was set as done; null before. */
  set_done_at: nullOr(Schema.DateTimeUtc),
  /** Whether it was set as done: the money is booked as paid to the bank and to the event. */
  done: Schema.Boolean,
  /** Whether it was revoked: the money is back on the guests' accounts. */
  revoked: Schema.Boolean,
  /** Whether a bank file of it was made, so that the bank may have the order. */
  sepa_was_generated: Schema.Boolean,
  /** What guests give to the event, without payouts that were returned or released. */
  total_donation_amount: Money.Cents,
  /** What the bank transfers, without payouts that were returned or released. */
  total_payout_amount: Money.Cents,
  /** Payouts that are reserved or paid. */
  n_payouts: Schema.Int,
  /** Guests with money whom it left out, as a user had blocked the payout or what they had entered was not enough, when it was created, by reason. */
  left_out: Schema.Array(LeftOut)
}) {}

/** The state of a run; `exported` is an open run with a bank file that the bank may have. */
export type RunState = "open" | "exported" | "done" | "revoked"

const exported = text({
  en:
    "A bank file was made of payout run {payout_run_id}: make sure that the bank does not execute it, then revoke with force",
  de:
    "Zum Auszahlungslauf {payout_run_id} gibt es eine Überweisungsdatei: sicherstellen, dass die Bank sie nicht ausführt, dann mit force widerrufen"
})

/** The run can't be revoked without `force`, as a bank file of it was made and the bank may execute it. */
export class PayoutRunExported extends Schema.TaggedError<PayoutRunExported>()(
  "PayoutRunExported",
  { payout_run_id: Id },
  { httpApiStatus: 400 }
) {
  override readonly message = this.messageIn("en")

  messageIn(language: Language): string {
    return say(exported, this)(language)
  }
}

export const stateOf = (run: Pick<PayoutRunWithStats, "done" | "revoked" | "sepa_was_generated">): RunState =>
  run.done ? "done" : run.revoked ? "revoked" : run.sepa_was_generated ? "exported" : "open"

/** Decides whether a run can be created with these limits. */
export const allowCreation = (
  { max_num_payouts, max_payout_sum }: NewPayoutRun,
  settings: Pick<EventSettings, "sepa_enabled" | "sepa_max_num_payouts_in_run" | "sepa_sender_name">
): Result.Result<Limits, InvalidArgument> => {
  const most = settings.sepa_max_num_payouts_in_run
  if (!settings.sepa_enabled) return refuse(payoutRules.switched_off)
  // Settings may be older than the rule for sender names. The money would be reserved, but no bank file could be made.
  if (!isNameable(settings.sepa_sender_name)) return refuse(payoutRules.sender_name_unusable)
  if (max_payout_sum < 0n) return refuse(payoutRules.sum_limit_negative)
  if (max_num_payouts < 1) return refuse(payoutRules.count_limit_not_positive)
  if (max_num_payouts > most) return refuse(payoutRules.count_limit_too_high, { maximum: most })
  return Result.succeed({ sum: max_payout_sum, count: max_num_payouts })
}

/** Decides whether a selection is enough for a run. */
export const allowSelection = (chosen: ReadonlyArray<Chosen>): Result.Result<void, InvalidArgument> =>
  chosen.length > 0 ? Result.void : refuse(payoutRules.nobody_to_pay)

/** The totals of a selection. `balances` is the sum of all private accounts of the event, in cents. */
export const pendingDetail = ({ chosen, leftOut }: Selection, balances: Money.Cents): PendingPayoutDetail => {
  const paid = Money.sum(chosen.map(({ amount }) => amount))
  const donated = Money.sum(chosen.map(({ donation }) => donation))
  return new PendingPayoutDetail({
    total_payout_amount: paid,
    total_donation_amount: donated,
    total_unclaimed_payout_amount: Money.subtract(balances, Money.add(paid, donated)),
    n_payouts: chosen.length,
    left_out: summary(leftOut)
  })
}

/** The totals of a selection, and whom it pays. */
export const previewOf = (selection: Selection, balances: Money.Cents): PayoutRunPreview =>
  new PayoutRunPreview({
    ...pendingDetail(selection, balances),
    payouts: selection.chosen.map(({ amount, candidate, donation }) =>
      new PreviewedPayout({
        customer_account_id: candidate.account_id,
        account_name: candidate.account_name,
        iban: candidate.iban,
        user_tag_pin: candidate.user_tag_pin,
        amount,
        donation
      })
    )
  })

/** The fields of a run in the audit log. Its payouts are kept with the run. */
export const auditContent = (run: Pick<PayoutRunWithStats, AuditedField>) => ({
  id: run.id,
  n_payouts: run.n_payouts,
  total_payout_amount: Money.toJson(run.total_payout_amount),
  total_donation_amount: Money.toJson(run.total_donation_amount),
  sepa_was_generated: run.sepa_was_generated
})

type AuditedField = "id" | "n_payouts" | "sepa_was_generated" | "total_donation_amount" | "total_payout_amount"

const settled = {
  done: text({ en: "done", de: "abgeschlossen" }),
  revoked: text({ en: "revoked", de: "widerrufen" })
}

/** Decides whether a run can be set as done. */
export const allowDone = (state: RunState): Result.Result<void, InvalidArgument> =>
  state === "done" || state === "revoked"
    ? refuse(payoutRules.run_settled, { state: say(settled[state]) })
    : Result.void

/** Decides whether a run can be revoked; after a bank file was made, only with `force`. */
export const allowRevocation = (
  id: bigint,
  state: RunState,
  force: boolean
): Result.Result<void, InvalidArgument | PayoutRunExported> =>
  state === "exported" && !force ? Result.fail(new PayoutRunExported({ payout_run_id: id })) : allowDone(state)

/** The end-to-end id of a payout; the same in every file. */
export const endToEndId = (eventId: bigint, runId: bigint, payoutId: bigint): string =>
  `E${eventId}-R${runId}-P${payoutId}`
