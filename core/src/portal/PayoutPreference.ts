import { Result, Schema } from "effect"
import * as Money from "../ledger/Money.ts"
import type { EventSettings } from "../organisation/EventSettings.ts"
import * as Iban from "../primitives/Iban.ts"
import { orElse } from "../primitives/OptionalField.ts"
import { InvalidArgument } from "../primitives/Refusal.ts"
import { isNameable, nameLength } from "../primitives/SepaText.ts"
import { Text } from "../primitives/Text.ts"

/** The bank account a guest names for what remains of the balance, and how much of it is donated. */
export class CustomerBank extends Schema.Class<CustomerBank>("CustomerBank")({
  iban: Text,
  account_name: Text,
  email: Text,
  /** In cents. */
  donation: orElse(Money.Cents, Money.zero)
}) {}

/** What becomes of a guest's remaining balance, as they prefer it. */
export const PayoutPreference = Schema.Struct({
  /** Without spaces. */
  iban: Schema.NullOr(Schema.String),
  account_name: Schema.NullOr(Schema.String),
  email: Schema.NullOr(Schema.String),
  /** In cents; 0 where all is donated. */
  donation: Money.Cents,
  donate_all: Schema.Boolean,
  has_entered_info: Schema.Boolean
})
export type PayoutPreference = typeof PayoutPreference.Type

/** What a wish is decided on. */
export interface PreferenceContext {
  readonly settings: Pick<EventSettings, "sepa_allowed_country_codes" | "sepa_enabled">
  /** In cents. */
  readonly balance: Money.Cents
  /** The payout run that has taken the guest up and is not done yet; null for none. */
  readonly openRun: bigint | null
}

type Decision = Result.Result<PayoutPreference, InvalidArgument>

/** Decides about bank data. What is wrong with it is said in full, so that nobody has to try again and again. */
export const preferTransfer = (bank: CustomerBank, { balance, openRun, settings }: PreferenceContext): Decision => {
  if (openRun !== null) return underWay(openRun)
  const iban = Iban.parse(bank.iban.replaceAll(/\s/g, ""))
  const account_name = bank.account_name.normalize("NFC").trim()
  const email = bank.email.trim()
  const { donation } = bank
  const problems = [
    ...ibanProblems(iban, settings),
    ...(donation >= 0n && donation <= balance
      ? []
      : [`The donation must lie between 0.00 and the balance of ${Money.format(balance)}`]),
    ...(email.length <= longestEmail && emailPattern.test(email) ? [] : ["This is not an e-mail address"]),
    ...nameProblems(account_name)
  ]
  return iban !== undefined && problems.length === 0
    ? Result.succeed({ iban, account_name, email, donation, donate_all: false, has_entered_info: true })
    : refuse(problems.join("; "))
}

/** Decides about giving everything away; the bank data stays for a change of mind. */
export const preferDonation = (before: PayoutPreference, { openRun, settings }: PreferenceContext): Decision => {
  if (openRun !== null) return underWay(openRun)
  if (!settings.sepa_enabled) return refuse(payoutsOff)
  return Result.succeed({ ...before, donation: Money.zero, donate_all: true, has_entered_info: true })
}

/** A preference as the audit log shows it: enough to recognise the bank account, not enough to use it. */
export const auditContent = ({ donate_all, donation, email, has_entered_info, iban }: PayoutPreference) => ({
  has_entered_info,
  donate_all,
  iban: iban === null ? null : `${iban.slice(0, 2)}…${iban.slice(-4)}`,
  email: email === null ? null : `${email.slice(0, 1)}…${email.slice(email.lastIndexOf("@"))}`,
  donation: Money.toJson(donation)
})

/** Whether the money would go elsewhere, or word of it to somebody else. */
export const isRedirected = (before: PayoutPreference, after: PayoutPreference): boolean =>
  before.iban !== after.iban || before.account_name !== after.account_name || before.email !== after.email

/** Whether somebody asked for what was wished already. */
export const isSame = (before: PayoutPreference, after: PayoutPreference): boolean =>
  !isRedirected(before, after) && before.donation === after.donation && before.donate_all === after.donate_all &&
  before.has_entered_info === after.has_entered_info

const ibanProblems = (iban: string | undefined, settings: PreferenceContext["settings"]): ReadonlyArray<string> => {
  if (iban === undefined) return ["This is not an IBAN: its country, its length or its check digits are wrong"]
  if (!settings.sepa_enabled) return [payoutsOff]
  return settings.sepa_allowed_country_codes.includes(Iban.countryOf(iban))
    ? []
    : [`The bank account must be in ${settings.sepa_allowed_country_codes.join(", ")}`]
}

const nameProblems = (name: string): ReadonlyArray<string> => {
  if (name === "") return ["Name who the bank account belongs to"]
  if (name.length > nameLength) {
    return [`The name of who the bank account belongs to may have ${nameLength} characters`]
  }
  return namePattern.test(name) && isNameable(name)
    ? []
    : ["The name of who the bank account belongs to has characters that banks don't take"]
}

/** Letters of any script, as those of the bank file are made of them, digits and signs in names of companies. */
const namePattern = /^(?=.*[\p{L}\d])[\p{L}\p{M}\d .':?,\-()/&$%]+$/u

/** RFC 5321, 4.5.3.1.3. */
const longestEmail = 254

/** A local part of RFC 5321 without quotes at a domain with a dot, whose letters may be those of any language. */
const emailPattern =
  /^(?=[^@]{1,64}@)[\w!#$%&'*+/=?^`{|}~-]+(?:\.[\w!#$%&'*+/=?^`{|}~-]+)*@(?:[\p{L}\d](?:[\p{L}\d-]{0,61}[\p{L}\d])?\.)+\p{L}(?:[\p{L}\d-]{0,61}[\p{L}\d])$/u

const payoutsOff = "This event pays nothing out to bank accounts"

const underWay = (run: bigint) =>
  refuse(`Your balance is in payout run ${run}, so nothing can be changed until it is done`)

const refuse = (message: string) => Result.fail(new InvalidArgument({ message }))
