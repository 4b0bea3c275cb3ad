import { Result } from "effect"
import { type DestinationRule, mayName } from "../base/Destination.ts"
import { isEmailAddress } from "../base/EmailAddress.ts"
import * as Iban from "../base/Iban.ts"
import { type InvalidArgument, refuse, refuseTogether } from "../base/Refusal.ts"
import { type Problem, problem, type Rule } from "../base/Rule.ts"
import { isSepaCode } from "../base/SepaCountry.ts"
import { isNameable, unwritable } from "../base/SepaText.ts"
import { withoutEndSlashes } from "../base/Text.ts"
import { eventRules } from "./EventRules.ts"
import type { SealedSecrets, SecretName } from "./EventSecrets.ts"
import type { EventSettings } from "./EventSettings.ts"
import { problemsOf } from "./MailTemplate.ts"

/** The settings that a feature requires when it is switched on. */
interface Needs {
  readonly rule: Rule<string, "Problem", `${string}{missing:list}`>
  readonly settings: ReadonlyArray<keyof EventSettings>
  readonly secrets: ReadonlyArray<SecretName>
}

const cards: Needs = {
  rule: eventRules.card_settings_missing,
  settings: ["sumup_merchant_code", "sumup_oauth_client_id"],
  secrets: ["sumup_api_key", "sumup_affiliate_key", "sumup_oauth_client_secret"]
}

const presale: Needs = {
  rule: eventRules.presale_settings_missing,
  settings: ["pretix_shop_url", "pretix_organizer", "pretix_event", "pretix_ticket_ids"],
  secrets: ["pretix_api_key"]
}

const payouts: Needs = {
  rule: eventRules.payout_settings_missing,
  settings: ["sepa_sender_name", "sepa_sender_iban", "sepa_description", "sepa_allowed_country_codes"],
  secrets: []
}

const mail: Needs = {
  rule: eventRules.mail_settings_missing,
  settings: ["email_default_sender", "email_smtp_host", "email_smtp_port"],
  secrets: []
}

const devices: Needs = {
  rule: eventRules.device_settings_missing,
  settings: ["headwind_url", "headwind_username"],
  secrets: ["headwind_password"]
}

/** The placeholder for the guest's chip number in a payment's description. */
export const uidPlaceholder = "{user_tag_uid}"

/**
 * Decides whether settings can be stored with the secrets that are set: enabled features have all they need, and each
 * value is usable. Brings the bank account number into the form that banks exchange, and removes and the final slash from the shop's address.
 */
export const complete = (
  settings: EventSettings,
  secrets: SealedSecrets
): Result.Result<EventSettings, InvalidArgument> => {
  const sepa_sender_iban = settings.sepa_sender_iban === "" ? "" : Iban.parse(settings.sepa_sender_iban)
  const problems = [
    ...(settings.sumup_topup_enabled || settings.sumup_payment_enabled ? lacking(cards, settings, secrets) : []),
    ...(settings.pretix_presale_enabled ? lacking(presale, settings, secrets) : []),
    ...(settings.sepa_enabled ? [...lacking(payouts, settings, secrets), ...unpayable(settings)] : []),
    ...(settings.email_enabled ? lacking(mail, settings, secrets) : []),
    ...(settings.headwind_enabled ? lacking(devices, settings, secrets) : []),
    ...(sepa_sender_iban === undefined ? [problem(eventRules.sender_iban_invalid, ["sepa_sender_iban"])] : []),
    ...ambiguousProducts(settings),
    ...noAddresses(settings),
    ...problemsOf(settings)
  ]
  return sepa_sender_iban !== undefined && problems.length === 0
    ? Result.succeed({
      ...settings,
      sepa_sender_iban,
      pretix_shop_url: settings.pretix_shop_url === null ? null : withoutEndSlashes(settings.pretix_shop_url),
      headwind_url: managementAddress(settings.headwind_url)
    })
    : refuseTogether(eventRules.settings_incomplete, problems)
}

/** The address of a device management in one form only, so that events that share it can be recognised. */
export const managementAddress = (address: string | null): string | null => {
  const url = URL.parse(address ?? "")
  return url === null ? null : withoutEndSlashes(url.origin + url.pathname)
}

/**
 * Decides whether the currency may change: not after the first booking, which would change the meaning of booked
 * amounts.
 */
export const allowCurrencyChange = (
  before: Pick<EventSettings, "currency_identifier">,
  after: Pick<EventSettings, "currency_identifier">,
  booked: boolean
): Result.Result<void, InvalidArgument> =>
  booked && before.currency_identifier !== after.currency_identifier
    ? refuse(eventRules.currency_fixed, { currency: before.currency_identifier })
    : Result.void

/** Settings with the secrets that they were stored with. */
export interface StoredSettings {
  readonly settings: EventSettings
  readonly secrets: SealedSecrets
}

/**
 * Whether the ticket shop may answer otherwise than to the settings before: other tickets or other credit, or at all where it refused
 * readings and check-ins.
 */
export const changesShop = (before: StoredSettings, after: StoredSettings): boolean =>
  before.secrets.pretix_api_key !== after.secrets.pretix_api_key ||
  shopNames.some((name) => String(before.settings[name]) !== String(after.settings[name]))

const shopNames = [
  "pretix_presale_enabled",
  "pretix_shop_url",
  "pretix_organizer",
  "pretix_event",
  "pretix_ticket_ids",
  "pretix_topup_ids",
  "pretix_subevent_ids",
  "pretix_check_in_list_id",
  "currency_identifier"
] as const

/** Decides whether an event may begin to send mail through a server. */
export const allowMailServer = (
  before: Pick<EventSettings, "email_smtp_host" | "email_smtp_port"> | null,
  { email_smtp_host: host, email_smtp_port: port }: Pick<EventSettings, "email_smtp_host" | "email_smtp_port">,
  rule: DestinationRule
): Result.Result<void, InvalidArgument> =>
  host === null || (before?.email_smtp_host === host && before.email_smtp_port === port)
    ? Result.void
    : mayName({ host, port: port ?? 0 }, "email_smtp_host", rule)

const lacking = (needs: Needs, settings: EventSettings, secrets: SealedSecrets): ReadonlyArray<Problem> => {
  const missing = [
    ...needs.settings.filter((name) => isMissing(settings[name])),
    ...needs.secrets.filter((name) => secrets[name] === undefined)
  ]
  return missing.length === 0 ? [] : [problem(needs.rule, missing, { missing })]
}

const isMissing = (value: unknown): boolean =>
  value === null || (typeof value === "string" && value.trim() === "") || (Array.isArray(value) && value.length === 0)

const unpayable = (settings: EventSettings): ReadonlyArray<Problem> => {
  const sender = settings.sepa_sender_name
  const outside = settings.sepa_allowed_country_codes.filter((code) => !isSepaCode(code))
  const description = settings.sepa_description.replaceAll(uidPlaceholder, "")
  // Braces are another placeholder, which nothing would fill in, and of $ and % only full stops would remain.
  const character = /[{}$%]/.exec(description)?.[0] ?? unwritable(description)
  return [
    ...(settings.currency_identifier === "EUR"
      ? []
      : [problem(eventRules.payouts_not_in_euro, ["currency_identifier"])]),
    ...(outside.length === 0
      ? []
      : [problem(eventRules.countries_outside_sepa, ["sepa_allowed_country_codes"], { outside })]),
    ...(isMissing(sender) || isNameable(sender)
      ? []
      : [problem(eventRules.sender_name_unwritable, ["sepa_sender_name"])]),
    ...(character === undefined
      ? []
      : [
        problem(eventRules.transfer_description_invalid, ["sepa_description"], {
          character,
          placeholder: uidPlaceholder
        })
      ])
  ]
}

const ambiguousProducts = (
  { pretix_ticket_ids: tickets, pretix_topup_ids: credit }: EventSettings
): ReadonlyArray<Problem> => {
  const products = tickets.filter((id) => credit.includes(id)).map(String)
  return products.length === 0
    ? []
    : [problem(eventRules.presale_product_twice, ["pretix_ticket_ids", "pretix_topup_ids"], { products })]
}

const noAddresses = (settings: EventSettings): ReadonlyArray<Problem> =>
  (["email_default_sender", "payout_sender"] as const)
    .filter((name) => settings[name] !== null && settings[name] !== "" && !isEmailAddress(settings[name]))
    .map((name) => problem(eventRules.email_invalid, [name], { name }))
