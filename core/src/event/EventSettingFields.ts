import { Schema } from "effect"
import { Currency } from "../base/Currency.ts"
import { StoredEmail } from "../base/Email.ts"
import { Id } from "../base/Id.ts"
import { integerBetween } from "../base/Integer.ts"
import { Link } from "../base/Link.ts"
import { Moment, TimeOfDay, TimeZone } from "../base/Moment.ts"
import * as Money from "../base/Money.ts"
import { nullOr } from "../base/OptionalField.ts"
import { atMost, LongText, PastedLine, SingleLine, Text } from "../base/Text.ts"
import { ShopIds } from "./ShopIds.ts"

/** Languages of texts for guests. */
export const Language = Schema.Literals(["en-US", "de-DE"])
export type Language = typeof Language.Type

const isLanguage = (text: string): text is Language => Language.literals.some((language) => language === text)

const CountryCode = Schema.String.check(
  atMost(2, "a country code of two capital letters"),
  Schema.isPattern(/^[A-Z]{2}$/, { expected: "a country code of two capital letters" })
)
export const Port = integerBetween({ minimum: 1, maximum: 65_535 })
export const HoldMinutes = integerBetween({ minimum: 0, maximum: 30 })
export const Count = integerBetween({ minimum: 1, maximum: 1_000_000 })

export const TranslationTexts = Schema.Record(SingleLine, Schema.Record(Text, LongText)).check(
  Schema.makeFilter((texts) => Object.keys(texts).every(isLanguage), {
    expected: "texts by the language en-US or de-DE"
  })
)

export const given = {
  /** The currency, as a code such as EUR; it must have two decimals. It is fixed once something was booked. */
  currency_identifier: Currency,
  /** The highest balance to which a booking may raise a guest's account; others are not limited by it. */
  max_account_balance: Money.NonNegativeCents,
  /** Whether guests top their wristband up by card in the portal. */
  sumup_topup_enabled: Schema.Boolean,
  /** Whether tills take card payments. */
  sumup_payment_enabled: Schema.Boolean,
  /** The address of the portal for guests, which no other event has; empty for none. */
  customer_portal_url: Link,
  /** A page about the organisers, to which the portal links; empty for none. */
  customer_portal_about_page_url: Link,
  /** A page about privacy, to which the portal links; empty for none. */
  customer_portal_data_privacy_url: Link,
  /** The address that the portal and mails name to guests for questions. */
  customer_portal_contact_email: StoredEmail,
  /** Whether tickets are imported from the ticket shop. */
  pretix_presale_enabled: Schema.Boolean,
  /** The address of the ticket shop, such as `https://pretix.eu`; null for none. */
  pretix_shop_url: nullOr(Link),
  /** The organiser's short name in the ticket shop; null for none. */
  pretix_organizer: nullOr(PastedLine),
  /** The event's short name in the ticket shop; null for none. Only one event may import from it. */
  pretix_event: nullOr(PastedLine),
  /** Products of the ticket shop that are tickets, by their numbers. */
  pretix_ticket_ids: ShopIds,
  /** The VAT id on receipts and reports. */
  ust_id: PastedLine,
  /** Who gives the receipts: the company or association. */
  bon_issuer: Text,
  /** The address of the issuer, with line breaks. */
  bon_address: Text,
  /** The heading of receipts. */
  bon_title: Text,
  /** Whether guests can have their balance paid to a bank account, and payout runs can be made. */
  sepa_enabled: Schema.Boolean,
  /** The owner of the account that pays, as bank files name it. */
  sepa_sender_name: PastedLine,
  /** The IBAN of the account that pays; spaces and hyphens do not matter. */
  sepa_sender_iban: Text,
  /** The text on the guest's bank statement; `{user_tag_uid}` in it becomes the number of the wristband's chip. */
  sepa_description: SingleLine,
  /** Countries of guests' bank accounts to which payouts go, as codes such as DE. */
  sepa_allowed_country_codes: Schema.Array(CountryCode),
  /** Whether guests get mail. While they do not, no mail is written, and mail that waits stays in the outbox. */
  email_enabled: Schema.Boolean
}

export const nullable = {
  /** When the event begins, the bound of reports and statistics; null together with `end_date`. */
  start_date: nullOr(Moment),
  /** When the event ends, the bound of reports and statistics; null together with `start_date`. */
  end_date: nullOr(Moment),
  /**
   * The time at which a business day ends, as 05:00:00 in the event's time zone; a night belongs to the day on which it began. Null: no
   * business days.
   */
  daily_end_time: nullOr(TimeOfDay),
  /** The sender of mail to guests, such as `festival@example.org`. */
  email_default_sender: nullOr(PastedLine),
  /** The mail server through which mail goes out. */
  email_smtp_host: nullOr(PastedLine),
  /** The port of the mail server, from 1 to 65535. */
  email_smtp_port: nullOr(Port),
  /** The user name at the mail server; null for a server without sign-in. */
  email_smtp_username: nullOr(PastedLine),
  /** The sender of mail about payouts; null for the sender of all mail. */
  payout_sender: nullOr(PastedLine)
}

/**
 * Settings that a request may leave out or set to null: they keep the stored value, and a new event gets the default.
 */
export const kept = {
  /** The time zone of the event, such as Europe/Berlin: for business days, reports and execution dates. */
  time_zone: TimeZone,
  /** The most payouts in a run, and the most transfers in a bank file; from 1 to 1,000,000. */
  sepa_max_num_payouts_in_run: Count,
  /** Whether pay-outs and cash refunds may take more cash out of a register than it holds. */
  allow_register_overdraft: Schema.Boolean,
  /** How many minutes baskets at tills keep the prices of their first press, from 0 to 30. */
  basket_hold_minutes: HoldMinutes,
  /** Whether anyone may see a receipt by the number of its order, as old applications need it. Numbers can be guessed, so better not. */
  receipts_by_number: Schema.Boolean,
  /** The subject of the mail that tells guests that they were paid. */
  payout_done_subject: SingleLine,
  /** The text of that mail. Placeholders such as `{account_name}` and `{amount}` are filled in. */
  payout_done_message: LongText,
  /** The subject of the mail that confirms bank data a guest entered. */
  payout_registered_subject: SingleLine,
  /** The text of that mail. Placeholders such as `{account_name}` and `{balance}` are filled in. */
  payout_registered_message: LongText
}

/** Settings of the ticket shop and of the device management that requests may leave out to keep the stored ones; null means none. */
export const services = {
  /** Products of the ticket shop that are credit for the wristband, by their numbers. */
  pretix_topup_ids: ShopIds,
  /** Dates of an event series in the ticket shop whose tickets are imported, by their numbers; empty for all. */
  pretix_subevent_ids: ShopIds,
  /** The list of the ticket shop at which guests are checked in, by its number; null for the only list that has their ticket. */
  pretix_check_in_list_id: nullOr(Id),
  /** Whether the terminals' devices are managed by a service of the organiser. */
  headwind_enabled: Schema.Boolean
}

/**
 * Requests that leave it out keep the stored address, null takes it away. Settings without it lack the key, because published
 * applications refuse null there.
 */
export const feedback = {
  /** A page for feedback, to which the portal leads guests after they have entered their bank data; absent for none. */
  customer_portal_feedback_url: Schema.optionalKey(Link)
}

/** Settings of services that are not secret but are no concern of guests. */
export const internal = {
  /** The merchant account at the card provider. */
  sumup_merchant_code: PastedLine,
  /** The client id of the OAuth application that was made at the card provider. */
  sumup_oauth_client_id: PastedLine,
  /** The address of the device management, such as `https://mdm.example.org`; null for none. */
  headwind_url: nullOr(Link),
  /** The user name at the device management; null for none. */
  headwind_username: nullOr(PastedLine)
}

/** What organisers write for their guests. */
export const texts = {
  /** Texts of the organisers for guests, in Markdown: by language (`en-US`, `de-DE`), then by page (`faq`, `agb`, `privacypolicy`). */
  translation_texts: TranslationTexts
}
