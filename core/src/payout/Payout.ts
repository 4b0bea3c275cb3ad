import { Result, Schema } from "effect"
import type { SystemAccounts } from "../base/Account.ts"
import { Id } from "../base/Id.ts"
import * as Money from "../base/Money.ts"
import { nullOr } from "../base/OptionalField.ts"
import { type InvalidArgument, refuse } from "../base/Refusal.ts"
import { say, text } from "../base/Sentence.ts"
import { TagUid } from "../base/TagUid.ts"
import { SingleLine } from "../base/Text.ts"
import * as Ledger from "../journal/Ledger.ts"
import { payoutRules } from "./PayoutRules.ts"

/**
 * Where the money of a payout is. `reserved`: set aside for its run. `paid`: with the bank and the event. `returned`: back
 * on the customer's account, as the bank could not transfer it. `released`: back on the customer's account, as the run was
 * revoked.
 */
export const PayoutStatus = Schema.Literals(["reserved", "paid", "returned", "released"])
export type PayoutStatus = typeof PayoutStatus.Type

/** One customer's payment in a payout run. */
export class Payout extends Schema.Class<Payout>("Payout")({
  id: Id,
  /** The account of the guest who is paid. */
  customer_account_id: Id,
  /** The guest's bank account when the run was created; null if the whole balance is donated and the guest gave none. */
  iban: nullOr(Schema.String),
  /** The owner of that bank account; null if the whole balance is donated and the guest named none. */
  account_name: nullOr(Schema.String),
  /** The address that gets a mail when the run is set as done; null for no mail. */
  email: nullOr(Schema.String),
  /** The guest's wristband when the run was created; 0 for none, as published clients take no null here. */
  user_tag_id: Id,
  /** The number of that wristband's chip; 0 without one. */
  user_tag_uid: TagUid,
  /** What the bank transfers to the guest; 0 if the whole balance is donated. */
  amount: Money.Cents,
  /** What the guest gives to the event. */
  donation: Money.Cents,
  /** The run that it belongs to. */
  payout_run_id: Id,
  /** The PIN on that wristband; null without one. */
  user_tag_pin: nullOr(Schema.String),
  /** The number of that wristband's chip in upper-case hexadecimal; null without one. */
  user_tag_uid_hex: nullOr(Schema.String),
  /**
   * Where the money is: `reserved` for the run, `paid` to the bank and to the event, `returned` to the guest's account as the bank could
   * not transfer it, or `released` to the account as the run was revoked.
   */
  status: PayoutStatus
}) {}

/** A payout that the bank did not transfer. */
export class ReturnedPayout extends Schema.Class<ReturnedPayout>("ReturnedPayout")({
  /** Why the bank did not transfer it, as it says; one line. */
  reason: SingleLine
}) {}

/** The amounts of one payout and its status. */
export interface PayoutMoney {
  readonly customer_account_id: bigint
  /** To the bank, in cents. */
  readonly amount: Money.Cents
  /** To the event, in cents. */
  readonly donation: Money.Cents
  readonly status: PayoutStatus
}

type PayoutAccounts = Pick<SystemAccounts, "donation_exit" | "payout_reserve" | "sepa_exit">

/** Postings that reserve the money of a payout when its run is created. */
export const reserve = (payout: Omit<PayoutMoney, "status">, accounts: PayoutAccounts): ReadonlyArray<Ledger.Posting> =>
  Ledger.move(payout.customer_account_id, accounts.payout_reserve, totalOf(payout))

/** Postings that settle a payout; empty unless it is reserved. */
export const pay = (payout: PayoutMoney, accounts: PayoutAccounts): ReadonlyArray<Ledger.Posting> =>
  payout.status !== "reserved" ? [] : [
    ...Ledger.move(accounts.payout_reserve, accounts.sepa_exit, payout.amount),
    ...Ledger.move(accounts.payout_reserve, accounts.donation_exit, payout.donation)
  ]

/** Postings that give the money of a revoked payout back; empty unless it is reserved. */
export const release = (payout: PayoutMoney, accounts: PayoutAccounts): ReadonlyArray<Ledger.Posting> =>
  payout.status !== "reserved"
    ? []
    : Ledger.move(accounts.payout_reserve, payout.customer_account_id, totalOf(payout))

const settled = {
  returned: text({ en: "returned", de: "zurückgegeben" }),
  released: text({ en: "released", de: "freigegeben" })
}

/**
 * Decides which postings return the money of a payout that the bank did not transfer. While it is reserved, all of it
 * returns; once it is paid, all but the donation. `sent` is true when a file of the run was made or the run is done, so the
 * bank may have the order.
 */
export const giveBack = (
  payout: PayoutMoney,
  sent: boolean,
  accounts: PayoutAccounts
): Result.Result<ReadonlyArray<Ledger.Posting>, InvalidArgument> => {
  if (!sent) return refuse(payoutRules.not_sent)
  if (payout.amount === Money.zero) return refuse(payoutRules.donation_alone)
  switch (payout.status) {
    case "reserved":
      return Result.succeed(release(payout, accounts))
    case "paid":
      return Result.succeed(Ledger.move(accounts.sepa_exit, payout.customer_account_id, payout.amount))
    default:
      return refuse(payoutRules.payout_settled, { status: say(settled[payout.status]) })
  }
}

const totalOf = ({ amount, donation }: Omit<PayoutMoney, "status">) => Money.add(amount, donation)
