import { Result, Schema } from "effect"
import { isEmailAddress } from "../base/EmailAddress.ts"
import * as Iban from "../base/Iban.ts"
import * as Money from "../base/Money.ts"
import { nullOr, orElse } from "../base/OptionalField.ts"
import { type InvalidArgument, refuse, refuseTogether } from "../base/Refusal.ts"
import { type Problem, problem } from "../base/Rule.ts"
import { isNameable, nameLength, unwritable, visibleText } from "../base/SepaText.ts"
import { Text } from "../base/Text.ts"
import { visible } from "../base/VisibleText.ts"
import type { EventSettings } from "../event/EventSettings.ts"
import { portalRules } from "./PortalRules.ts"

/** The bank account for a guest's remaining balance, and the part that is donated. */
export class CustomerBank extends Schema.Class<CustomerBank>("CustomerBank")({
  /** The IBAN of the bank account, as it was typed or pasted. */
  iban: Text,
  /** The holder of the bank account. */
  account_name: Text,
  /** Where the guest is told of the payout. */
  email: Text,
  /** What is donated of the balance, from 0 to all of it, with further decimals than two cut off; 0 if left out. */
  donation: orElse(Money.CentsRoundedDown, Money.zero)
}) {}

/** A guest's choice for their remaining balance. */
export const PayoutPreference = Schema.Struct({
  /** Without spaces. */
  iban: nullOr(Schema.String),
  account_name: nullOr(Schema.String),
  email: nullOr(Schema.String),
  /** In cents; 0 if everything is donated. */
  donation: Money.Cents,
  donate_all: Schema.Boolean,
  has_entered_info: Schema.Boolean
})
export type PayoutPreference = typeof PayoutPreference.Type

/** The facts that decide about a preference. */
export interface PreferenceContext {
  readonly settings: Pick<EventSettings, "sepa_allowed_country_codes" | "sepa_enabled">
  /** In cents. */
  readonly balance: Money.Cents
  /** The unfinished payout run that includes the guest; null for none. */
  readonly openRun: bigint | null
}

type Decision = Result.Result<PayoutPreference, InvalidArgument>

/** Decides about new bank data. All faults are reported together, so that the guest can correct them at once. */
export const preferTransfer = (bank: CustomerBank, { balance, openRun, settings }: PreferenceContext): Decision => {
  if (openRun !== null) return underWay(openRun)
  const iban = Iban.parse(bank.iban)
  const account_name = visibleText(bank.account_name)
  const email = visible(bank.email)
  const { donation } = bank
  const problems = [
    ...ibanProblems(iban, settings),
    ...(donation >= 0n && donation <= balance
      ? []
      : [problem(portalRules.donation_out_of_range, ["donation"], { zero: Money.zero, balance })]),
    ...(isEmailAddress(email)
      ? []
      : [problem(portalRules.email_invalid, ["email"])]),
    ...nameProblems(account_name)
  ]
  return iban !== undefined && problems.length === 0
    ? Result.succeed({ iban, account_name, email, donation, donate_all: false, has_entered_info: true })
    : refuseTogether(portalRules.bank_data_invalid, problems)
}

/** Decides about donating everything; the bank data is kept in case the guest reconsiders. */
export const preferDonation = (before: PayoutPreference, { openRun, settings }: PreferenceContext): Decision => {
  if (openRun !== null) return underWay(openRun)
  if (!settings.sepa_enabled) return refuse(portalRules.payouts_off)
  return Result.succeed({ ...before, donation: Money.zero, donate_all: true, has_entered_info: true })
}

/** A preference as the audit log shows it: enough of the bank account to recognise it, not enough to use it. */
export const auditContent = ({ donate_all, donation, email, has_entered_info, iban }: PayoutPreference) => ({
  has_entered_info,
  donate_all,
  iban: iban === null ? null : `${iban.slice(0, 2)}…${iban.slice(-4)}`,
  email: email === null ? null : `${email.slice(0, 1)}…${email.slice(email.lastIndexOf("@"))}`,
  donation: Money.toJson(donation)
})

/** Whether the money, or the mail about it, would go elsewhere. */
export const isRedirected = (before: PayoutPreference, after: PayoutPreference): boolean =>
  before.iban !== after.iban || before.account_name !== after.account_name || before.email !== after.email

/** Whether the preference stays the same. */
export const isSame = (before: PayoutPreference, after: PayoutPreference): boolean =>
  !isRedirected(before, after) && before.donation === after.donation && before.donate_all === after.donate_all &&
  before.has_entered_info === after.has_entered_info

const ibanProblems = (iban: string | undefined, settings: PreferenceContext["settings"]): ReadonlyArray<Problem> => {
  if (iban === undefined) return [problem(portalRules.iban_invalid, ["iban"])]
  if (!settings.sepa_enabled) return [problem(portalRules.payouts_off, [])]
  return settings.sepa_allowed_country_codes.includes(Iban.countryOf(iban))
    ? []
    : [problem(portalRules.country_not_allowed, ["iban"], { countries: settings.sepa_allowed_country_codes })]
}

const nameProblems = (name: string): ReadonlyArray<Problem> => {
  if (name.length > nameLength) {
    return [problem(portalRules.account_name_too_long, ["account_name"], { characters: nameLength })]
  }
  const character = unwritable(name)
  if (character !== undefined) return [problem(portalRules.account_name_unwritable, ["account_name"], { character })]
  return isNameable(name) ? [] : [problem(portalRules.account_name_missing, ["account_name"])]
}

const underWay = (run: bigint) => refuse(portalRules.payout_under_way, { run })
