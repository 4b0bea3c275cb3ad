import { DateTime, Result, Schema, SchemaTransformation, Struct } from "effect"
import { Email } from "../base/Email.ts"
import { Id } from "../base/Id.ts"
import { Link } from "../base/Link.ts"
import { Moment, TimeOfDay, TimeZone } from "../base/Moment.ts"
import * as Money from "../base/Money.ts"
import { nullOr, orElse, orNull } from "../base/OptionalField.ts"
import { type InvalidArgument, refuse } from "../base/Refusal.ts"
import { LongText, SingleLine } from "../base/Text.ts"
import { NewNode } from "../organisation/Node.ts"
import { organisationRules } from "../organisation/OrganisationRules.ts"
import { maskedSecrets, type SealedSecrets, secretFields } from "./EventSecrets.ts"
import {
  Count,
  feedback,
  given,
  HoldMinutes,
  internal,
  kept,
  Language,
  nullable,
  Port,
  services,
  texts,
  TranslationTexts
} from "./EventSettingFields.ts"
import { OptionalShopIds, ShopIds } from "./ShopIds.ts"

/** The settings of an event without its secrets, which are stored separately. */
export const EventSettings = Schema.Struct({
  ...given,
  ...nullable,
  ...kept,
  ...services,
  ...feedback,
  ...internal,
  ...texts
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
  /** The address that the portal and mails name to guests for questions. */
  customer_portal_contact_email: Email,
  /** Products of the ticket shop that are tickets, by their numbers; null for none. */
  pretix_ticket_ids: OptionalShopIds,
  /** Products of the ticket shop that are credit for the wristband, by their numbers. Null for none; absent: as they are. */
  pretix_topup_ids: Schema.optionalKey(OptionalShopIds),
  /**
   * Dates of an event series in the ticket shop whose tickets are imported, by their numbers. Null or empty for all; absent: as they are.
   */
  pretix_subevent_ids: Schema.optionalKey(OptionalShopIds),
  /**
   * The list of the ticket shop at which guests are checked in, by its number. Null for the only list that has their ticket; absent: as it
   * is.
   */
  pretix_check_in_list_id: Schema.optionalKey(nullOr(Id)),
  /**
   * A page for feedback, to which the portal leads guests after they have entered their bank data. Null or empty for none; absent: as it
   * is.
   */
  customer_portal_feedback_url: Schema.optionalKey(nullOr(Link)),
  /** When the event begins, the bound of reports and statistics; given together with `end_date`, and before it, or neither. */
  start_date: orNull(Moment),
  /** When the event ends, the bound of reports and statistics; given together with `start_date`, or neither. */
  end_date: orNull(Moment),
  /**
   * The time at which a business day ends, as 05:00:00 in the event's time zone; a night belongs to the day on which it began. Null: no
   * business days.
   */
  daily_end_time: orNull(TimeOfDay),
  /** The sender of mail to guests, such as `festival@example.org`; null for none. */
  email_default_sender: orNull(SingleLine),
  /** The mail server through which mail goes out; null for none. */
  email_smtp_host: orNull(SingleLine),
  /** The port of the mail server, from 1 to 65535; null for none. */
  email_smtp_port: orNull(Port),
  /** The user name at the mail server; null for a server without sign-in. */
  email_smtp_username: orNull(SingleLine),
  /** The sender of mail about payouts; null for the sender of all mail. */
  payout_sender: orNull(SingleLine),
  /**
   * The time zone of the event, such as Europe/Berlin: for business days, reports and execution dates. Null or absent: as it is; a new
   * event gets Europe/Berlin.
   */
  time_zone: orNull(TimeZone),
  /**
   * The most payouts in a run, and the most transfers in a bank file; from 1 to 1,000,000. Null or absent: as it is; a new event gets 1000.
   */
  sepa_max_num_payouts_in_run: orNull(Count),
  /**
   * Whether pay-outs and cash refunds may take more cash out of a register than it holds. Null or absent: as it is; a new event gets false.
   */
  allow_register_overdraft: orNull(Schema.Boolean),
  /**
   * How many minutes baskets at tills keep the prices of their first press, from 0 to 30. Null or absent: as it is; a new event gets 10.
   */
  basket_hold_minutes: orNull(HoldMinutes),
  /**
   * Whether anyone may see a receipt by the number of its order, as old applications need it. Numbers can be guessed, so better not. Null
   * or absent: as it is; a new event gets false.
   */
  receipts_by_number: orNull(Schema.Boolean),
  /** The subject of the mail that tells guests that they were paid. Null or absent: as it is; a new event gets one in English. */
  payout_done_subject: orNull(SingleLine),
  /**
   * The text of that mail. Placeholders such as `{account_name}` and `{amount}` are filled in. Null or absent: as it is; a new event gets
   * one in English.
   */
  payout_done_message: orNull(LongText),
  /** The subject of the mail that confirms bank data a guest entered. Null or absent: as it is; a new event gets one in English. */
  payout_registered_subject: orNull(SingleLine),
  /**
   * The text of that mail. Placeholders such as `{account_name}` and `{balance}` are filled in. Null or absent: as it is; a new event gets
   * one in English.
   */
  payout_registered_message: orNull(LongText),
  /** The merchant account at the card provider; empty for none. */
  sumup_merchant_code: orElse(SingleLine, ""),
  /** The client id of the OAuth application that was made at the card provider; empty for none. */
  sumup_oauth_client_id: orElse(SingleLine, ""),
  /** Whether the terminals' devices are managed by a service of the organiser. Null: they are not; absent: as it is. */
  headwind_enabled: Schema.optionalKey(nullOr(Schema.Boolean)),
  /** The address of the device management, such as `https://mdm.example.org`. Null for none; absent: as it is. */
  headwind_url: Schema.optionalKey(nullOr(Link)),
  /** The user name at the device management. Null for none; absent: as it is. */
  headwind_username: Schema.optionalKey(nullOr(SingleLine)),
  ...secretFields,
  /**
   * Texts of the organisers for guests, in Markdown: by language (`en-US`, `de-DE`), then by page (`faq`, `agb`, `privacypolicy`). They
   * replace all texts of before.
   */
  translation_texts: orElse(TranslationTexts, {})
}) {}

/** A new event: its node and its settings. */
export class NewEvent extends Schema.Class<NewEvent>("NewEvent")({ ...NewNode.fields, ...UpdateEvent.fields }) {}

/** The settings shown to everyone who may see the event's node; mail settings are left empty. */
export class PublicEventSettings extends Schema.Class<PublicEventSettings>("PublicEventSettings")({
  ...given,
  ...nullable,
  ...kept,
  ...services,
  ...feedback,
  ...texts,
  /** The node of the event. */
  id: Id,
  /** The languages in which texts can be written. */
  languages: Schema.Array(Language)
}) {}

/** The settings shown to administrators of the event: everything, with a marker for each secret. */
export class RestrictedEventSettings extends Schema.Class<RestrictedEventSettings>("RestrictedEventSettings")({
  ...PublicEventSettings.fields,
  ...internal,
  /** A marker if the API key of the card provider is set, else empty. */
  sumup_api_key: Schema.String,
  /** A marker if the affiliate key of the card provider is set, else empty. */
  sumup_affiliate_key: Schema.String,
  /** A marker if the client secret of the OAuth application is set, else empty. */
  sumup_oauth_client_secret: Schema.String,
  /** A marker if the event is connected to the card provider, else empty. */
  sumup_oauth_refresh_token: Schema.String,
  /** A marker if the API token of the ticket shop is set, else null. */
  pretix_api_key: nullOr(Schema.String),
  /** A marker if the password of the mail server is set, else null. */
  email_smtp_password: nullOr(Schema.String),
  /** A marker if the password of the device management is set, else null. */
  headwind_password: nullOr(Schema.String)
}) {}

/** The settings of a new event for which nothing else was asked. */
export const defaults: Pick<EventSettings, keyof typeof kept> = {
  time_zone: "Europe/Berlin",
  sepa_max_num_payouts_in_run: 1000,
  allow_register_overdraft: false,
  basket_hold_minutes: 10,
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
    basket_hold_minutes: update.basket_hold_minutes ?? before.basket_hold_minutes,
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
