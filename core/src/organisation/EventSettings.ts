import { DateTime, Result, Schema, SchemaTransformation, Struct } from "effect"
import { Id } from "../ledger/Id.ts"
import { integerBetween } from "../ledger/Integer.ts"
import * as Money from "../ledger/Money.ts"
import { Currency } from "../primitives/Currency.ts"
import { Moment, TimeOfDay, TimeZone } from "../primitives/Moment.ts"
import { orElse, orNull } from "../primitives/OptionalField.ts"
import { type InvalidArgument, refuse } from "../primitives/Refusal.ts"
import { atMost, LongText, SingleLine, Text } from "../primitives/Text.ts"
import { maskedSecrets, type SealedSecrets, secretFields } from "./EventSecrets.ts"
import { NewNode } from "./Node.ts"
import { organisationRules } from "./OrganisationRules.ts"
import { OptionalShopIds, ShopIds } from "./ShopIds.ts"

/** Languages of texts for guests. */
export const Language = Schema.Literals(["en-US", "de-DE"])
export type Language = typeof Language.Type

const isLanguage = (text: string): text is Language => Language.literals.some((language) => language === text)

/** A domain is at least one character, then a full stop, then more. The pattern reads each character only once. */
const emailPattern =
  /^[^\s\u0000-\u001f\u007f@<>,;:"()[\]\\]+@[^\s\u0000-\u001f\u007f@<>,;:"()[\]\\][^.\s\u0000-\u001f\u007f@<>,;:"()[\]\\]*\.[^\s\u0000-\u001f\u007f@<>,;:"()[\]\\]+$/u

export const Email = Schema.String.annotate({ format: "email" }).check(
  atMost(1000),
  Schema.isPattern(emailPattern, { expected: "an e-mail address" })
)

export const isEmail = Schema.is(Email)

/** Guests' browsers follow these links, so only web addresses are allowed. */
export const Link = SingleLine.check(
  Schema.makeFilter((text) => text === "" || (/^https?:\/\//i.test(text) && URL.canParse(text)), {
    expected: "an address that begins with http:// or https://"
  })
)

const CountryCode = Schema.String.check(
  atMost(2, "a country code of two capital letters"),
  Schema.isPattern(/^[A-Z]{2}$/, { expected: "a country code of two capital letters" })
)
const Port = integerBetween({ minimum: 1, maximum: 65_535 })
const Count = integerBetween({ minimum: 1, maximum: 1_000_000 })

const TranslationTexts = Schema.Record(SingleLine, Schema.Record(Text, LongText)).check(
  Schema.makeFilter((texts) => Object.keys(texts).every(isLanguage), {
    expected: "texts by the language en-US or de-DE"
  })
)

const given = {
  currency_identifier: Currency,
  /** Highest balance (cents) to which a booking may raise a customer's account. */
  max_account_balance: Money.NonNegativeCents,
  sumup_topup_enabled: Schema.Boolean,
  sumup_payment_enabled: Schema.Boolean,
  /** Address of this event's portal; empty for none. */
  customer_portal_url: Link,
  customer_portal_about_page_url: Link,
  customer_portal_data_privacy_url: Link,
  customer_portal_contact_email: Email,
  pretix_presale_enabled: Schema.Boolean,
  pretix_shop_url: Schema.NullOr(Link),
  pretix_organizer: Schema.NullOr(SingleLine),
  pretix_event: Schema.NullOr(SingleLine),
  /** Shop products that are tickets. */
  pretix_ticket_ids: ShopIds,
  ust_id: SingleLine,
  bon_issuer: Text,
  bon_address: Text,
  bon_title: Text,
  sepa_enabled: Schema.Boolean,
  sepa_sender_name: SingleLine,
  sepa_sender_iban: SingleLine,
  sepa_description: SingleLine,
  sepa_allowed_country_codes: Schema.Array(CountryCode),
  email_enabled: Schema.Boolean
}

const nullable = {
  start_date: Schema.NullOr(Moment),
  end_date: Schema.NullOr(Moment),
  /** End of a business day, in the event's time zone. */
  daily_end_time: Schema.NullOr(TimeOfDay),
  email_default_sender: Schema.NullOr(SingleLine),
  email_smtp_host: Schema.NullOr(SingleLine),
  email_smtp_port: Schema.NullOr(Port),
  email_smtp_username: Schema.NullOr(SingleLine),
  payout_sender: Schema.NullOr(SingleLine)
}

/**
 * Settings that a request may leave out or set to null: they keep the stored value, and a new event gets the default.
 */
const kept = {
  time_zone: TimeZone,
  sepa_max_num_payouts_in_run: Count,
  /** Whether pay-outs and cash refunds may take more cash out of a register than it holds. */
  allow_register_overdraft: Schema.Boolean,
  /** Whether receipts are shown by order number without a token, as old applications request them. */
  receipts_by_number: Schema.Boolean,
  payout_done_subject: SingleLine,
  payout_done_message: LongText,
  payout_registered_subject: SingleLine,
  payout_registered_message: LongText
}

/** Settings of the ticket shop and of the device management that requests may leave out to keep the stored ones; null means none. */
const services = {
  /** Shop products that are credit for the wristband. */
  pretix_topup_ids: ShopIds,
  /** Dates of an event series in the shop whose tickets are imported; empty for all. */
  pretix_subevent_ids: ShopIds,
  /** The list of the shop at which guests are checked in; null for the only list that has their ticket. */
  pretix_check_in_list_id: Schema.NullOr(Id),
  /** Whether the terminals' devices are managed by a service of the organiser. */
  headwind_enabled: Schema.Boolean
}

/**
 * Where the portal asks guests for feedback. Requests that leave it out keep the stored address, null takes it away. Settings
 * without it lack the key, because published applications refuse null there.
 */
const feedback = { customer_portal_feedback_url: Schema.optionalKey(Link) }

/** Settings of services that are not secret but are no concern of guests. */
const internal = {
  sumup_merchant_code: SingleLine,
  sumup_oauth_client_id: SingleLine,
  headwind_url: Schema.NullOr(Link),
  headwind_username: Schema.NullOr(SingleLine)
}

/** The settings of an event without its secrets, which are stored separately. */
export const EventSettings = Schema.Struct({
  ...given,
  ...nullable,
  ...kept,
  ...services,
  ...feedback,
  ...internal,
  translation_texts: TranslationTexts
})
export interface EventSettings extends Schema.Schema.Type<typeof EventSettings> {}

const StoredCents = Schema.Int.pipe(
  Schema.decodeTo(
    Schema.toType(Money.NonNegativeCents),
    SchemaTransformation.transform({ decode: (cents) => Money.Cents.make(BigInt(cents)), encode: Number })
  )
)

/** Settings as stored in the database: JSON with amounts in cents. */
export const StoredSettings = Schema.toCodecJson(
  Schema.Struct({
    ...EventSettings.fields,
    max_account_balance: StoredCents,
    pretix_ticket_ids: OptionalShopIds,
    // Older rows were stored without these settings.
    pretix_topup_ids: orElse(ShopIds, []),
    pretix_subevent_ids: orElse(ShopIds, []),
    pretix_check_in_list_id: orNull(Id),
    receipts_by_number: orElse(Schema.Boolean, false),
    headwind_enabled: orElse(Schema.Boolean, false),
    headwind_url: orNull(Link),
    headwind_username: orNull(SingleLine)
  })
)

/** An operator's request. It replaces all settings except those that keep the stored value when absent. */
export class UpdateEvent extends Schema.Class<UpdateEvent>("UpdateEvent")({
  ...given,
  pretix_ticket_ids: OptionalShopIds,
  pretix_topup_ids: Schema.optionalKey(OptionalShopIds),
  pretix_subevent_ids: Schema.optionalKey(OptionalShopIds),
  pretix_check_in_list_id: Schema.optionalKey(Schema.NullOr(Id)),
  customer_portal_feedback_url: Schema.optionalKey(Schema.NullOr(Link)),
  start_date: orNull(Moment),
  end_date: orNull(Moment),
  daily_end_time: orNull(TimeOfDay),
  email_default_sender: orNull(SingleLine),
  email_smtp_host: orNull(SingleLine),
  email_smtp_port: orNull(Port),
  email_smtp_username: orNull(SingleLine),
  payout_sender: orNull(SingleLine),
  time_zone: orNull(TimeZone),
  sepa_max_num_payouts_in_run: orNull(Count),
  allow_register_overdraft: orNull(Schema.Boolean),
  receipts_by_number: orNull(Schema.Boolean),
  payout_done_subject: orNull(SingleLine),
  payout_done_message: orNull(LongText),
  payout_registered_subject: orNull(SingleLine),
  payout_registered_message: orNull(LongText),
  sumup_merchant_code: orElse(SingleLine, ""),
  sumup_oauth_client_id: orElse(SingleLine, ""),
  headwind_enabled: Schema.optionalKey(Schema.NullOr(Schema.Boolean)),
  headwind_url: Schema.optionalKey(Schema.NullOr(Link)),
  headwind_username: Schema.optionalKey(Schema.NullOr(SingleLine)),
  ...secretFields,
  translation_texts: orElse(TranslationTexts, {})
}) {}

export class NewEvent extends Schema.Class<NewEvent>("NewEvent")({ ...NewNode.fields, ...UpdateEvent.fields }) {}

/** The settings shown to everyone who may see the event's node; mail settings are left empty. */
export class PublicEventSettings extends Schema.Class<PublicEventSettings>("PublicEventSettings")({
  ...given,
  ...nullable,
  ...kept,
  ...services,
  ...feedback,
  translation_texts: TranslationTexts,
  id: Id,
  languages: Schema.Array(Language)
}) {}

/** The settings shown to administrators of the event: everything, with a marker for each secret. */
export class RestrictedEventSettings extends Schema.Class<RestrictedEventSettings>("RestrictedEventSettings")({
  ...PublicEventSettings.fields,
  ...internal,
  sumup_api_key: Schema.String,
  sumup_affiliate_key: Schema.String,
  sumup_oauth_client_secret: Schema.String,
  sumup_oauth_refresh_token: Schema.String,
  pretix_api_key: Schema.NullOr(Schema.String),
  email_smtp_password: Schema.NullOr(Schema.String),
  headwind_password: Schema.NullOr(Schema.String)
}) {}

/** The settings of a new event for which nothing else was asked. */
export const defaults: Pick<EventSettings, keyof typeof kept> = {
  time_zone: "Europe/Berlin",
  sepa_max_num_payouts_in_run: 1000,
  allow_register_overdraft: false,
  receipts_by_number: false,
  payout_done_subject: "Your payout is on its way",
  payout_done_message: "We have transferred the balance of your wristband to your bank account.",
  payout_registered_subject: "Your payout is registered",
  payout_registered_message:
    "We have your bank account and will transfer the balance of your wristband after the event."
}

/** Returns the settings after a request; `stored` is null for a new event. */
export const resolve = (
  update: UpdateEvent,
  stored: EventSettings | null
): Result.Result<EventSettings, InvalidArgument> => {
  const { end_date, start_date } = update
  if ((start_date === null) !== (end_date === null)) {
    return refuse(organisationRules.event_half_dated)
  }
  if (start_date !== null && end_date !== null && !DateTime.isLessThan(start_date, end_date)) {
    return refuse(organisationRules.event_ends_before)
  }
  const before = stored ?? defaults
  const { customer_portal_feedback_url: asked, ...request } = update
  const feedbackUrl = asked === undefined ? stored?.customer_portal_feedback_url : asked
  const settings = Struct.pick({
    ...request,
    pretix_topup_ids: update.pretix_topup_ids ?? stored?.pretix_topup_ids ?? [],
    pretix_subevent_ids: update.pretix_subevent_ids ?? stored?.pretix_subevent_ids ?? [],
    pretix_check_in_list_id: after(update.pretix_check_in_list_id, stored?.pretix_check_in_list_id),
    headwind_enabled: after(update.headwind_enabled, stored?.headwind_enabled) ?? false,
    headwind_url: after(update.headwind_url, stored?.headwind_url),
    headwind_username: after(update.headwind_username, stored?.headwind_username),
    time_zone: update.time_zone ?? before.time_zone,
    sepa_max_num_payouts_in_run: update.sepa_max_num_payouts_in_run ?? before.sepa_max_num_payouts_in_run,
    allow_register_overdraft: update.allow_register_overdraft ?? before.allow_register_overdraft,
    receipts_by_number: update.receipts_by_number ?? before.receipts_by_number,
    payout_done_subject: update.payout_done_subject ?? before.payout_done_subject,
    payout_done_message: update.payout_done_message ?? before.payout_done_message,
    payout_registered_subject: update.payout_registered_subject ?? before.payout_registered_subject,
    payout_registered_message: update.payout_registered_message ?? before.payout_registered_message
  }, settingNames)
  return Result.succeed(feedbackUrl ? { ...settings, customer_portal_feedback_url: feedbackUrl } : settings)
}

/** A setting that a request removes by null and keeps by its absence. */
const after = <T>(asked: T | undefined, stored: T | undefined) => (asked === undefined ? stored : asked) ?? null

/** The settings that every event has. */
const settingNames = Struct.keys(Struct.omit(EventSettings.fields, ["customer_portal_feedback_url"]))

export const publicView = (id: bigint, settings: EventSettings): PublicEventSettings =>
  new PublicEventSettings({
    ...settings,
    email_smtp_host: null,
    email_smtp_port: null,
    email_smtp_username: null,
    ...identity(id)
  })

export const restrictedView = (id: bigint, settings: EventSettings, sealed: SealedSecrets): RestrictedEventSettings =>
  new RestrictedEventSettings({ ...settings, ...maskedSecrets(sealed), ...identity(id) })

/** All languages, even those without texts: applications offer them for texts that are still to be written. */
const identity = (id: bigint) => ({ id, languages: Language.literals })
