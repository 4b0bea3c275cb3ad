import { currencyCodes } from "@wristbank/core/base/CurrencyCode"
import { sepaCodes } from "@wristbank/core/base/SepaCountry"
import { useFormats } from "../../kit/EventFormats.ts"
import type { OfficeBody } from "../calls.ts"
import {
  amount,
  choice,
  choices,
  count,
  type Field,
  type FieldsOf,
  flag,
  keep,
  longText,
  moment,
  optional,
  secret,
  text,
  time
} from "../form/Field.ts"
import { useTexts } from "./texts.ts"

/** All settings of an event, as one call replaces them. */
export type SettingsBody = OfficeBody<"POST /tree/events/:node_id/event-settings">

/** Settings for tickets sold elsewhere, which have screens of their own. */
const presale = {
  pretix_presale_enabled: keep,
  pretix_shop_url: keep,
  pretix_organizer: keep,
  pretix_event: keep,
  pretix_ticket_ids: keep,
  pretix_topup_ids: keep,
  pretix_subevent_ids: keep,
  pretix_check_in_list_id: keep,
  pretix_api_key: keep
} as const

/** A text whose key is absent while it is unset; null takes it away. */
const orAbsent = (field: Field<string>): Field<string | null> => ({
  ...optional(field),
  draftOf: (value: string | null | undefined) => value ?? ""
})

const useEntries = () => {
  const { settings: say, hints } = useTexts()
  const about = (name: keyof typeof say) => ({
    label: say[name],
    hint: (hints as Partial<Record<string, string>>)[name]
  })
  return { about, line: (name: keyof typeof say) => text(about(name)) }
}

const useDeviceManagement = () => {
  const { about, line } = useEntries()
  return {
    headwind_enabled: orFalse(flag(about("headwind_enabled"))),
    headwind_url: optional(line("headwind_url")),
    headwind_username: optional(line("headwind_username")),
    headwind_password: optional(secret(about("headwind_password")))
  }
}

/** Every setting of an event with how it is typed. A new setting does not compile until it has its place here. */
export const useSettingsFields = (): FieldsOf<SettingsBody> => {
  const formats = useFormats()
  const { about, line } = useEntries()
  const deviceManagement = useDeviceManagement()
  return {
    ...presale,
    currency_identifier: choice(about("currency_identifier"), useCurrencies()) as Field<
      SettingsBody["currency_identifier"]
    >,
    max_account_balance: amount(about("max_account_balance")),
    start_date: optional(moment(about("start_date"), formats)),
    end_date: optional(moment(about("end_date"), formats)),
    daily_end_time: optional(time(about("daily_end_time"))),
    time_zone: optional(line("time_zone")),
    allow_register_overdraft: orFalse(flag(about("allow_register_overdraft"))),
    basket_hold_minutes: optional(count(about("basket_hold_minutes"))),
    bon_title: line("bon_title"),
    bon_issuer: line("bon_issuer"),
    bon_address: longText(about("bon_address")),
    ust_id: line("ust_id"),
    receipts_by_number: orFalse(flag(about("receipts_by_number"))),
    customer_portal_url: line("customer_portal_url"),
    customer_portal_contact_email: line("customer_portal_contact_email"),
    customer_portal_about_page_url: line("customer_portal_about_page_url"),
    customer_portal_data_privacy_url: line("customer_portal_data_privacy_url"),
    customer_portal_feedback_url: orAbsent(line("customer_portal_feedback_url")),
    sumup_topup_enabled: flag(about("sumup_topup_enabled")),
    sumup_payment_enabled: flag(about("sumup_payment_enabled")),
    sumup_merchant_code: line("sumup_merchant_code"),
    sumup_affiliate_key: secret(about("sumup_affiliate_key")),
    sumup_api_key: secret(about("sumup_api_key")),
    sumup_oauth_client_id: line("sumup_oauth_client_id"),
    sumup_oauth_client_secret: secret(about("sumup_oauth_client_secret")),
    sepa_enabled: flag(about("sepa_enabled")),
    sepa_sender_name: line("sepa_sender_name"),
    sepa_sender_iban: line("sepa_sender_iban"),
    sepa_description: line("sepa_description"),
    sepa_allowed_country_codes: choices(about("sepa_allowed_country_codes"), useSepaCountries()),
    sepa_max_num_payouts_in_run: optional(count(about("sepa_max_num_payouts_in_run"))),
    payout_sender: optional(line("payout_sender")),
    payout_registered_subject: optional(line("payout_registered_subject")),
    payout_registered_message: optional(longText(about("payout_registered_message"))),
    payout_done_subject: optional(line("payout_done_subject")),
    payout_done_message: optional(longText(about("payout_done_message"))),
    email_enabled: flag(about("email_enabled")),
    email_default_sender: optional(line("email_default_sender")),
    email_smtp_host: optional(line("email_smtp_host")),
    email_smtp_port: optional(count(about("email_smtp_port"))),
    email_smtp_username: optional(line("email_smtp_username")),
    email_smtp_password: optional(secret(about("email_smtp_password"))),
    ...deviceManagement,
    translation_texts: keep
  }
}

/** A tick that the call takes as `null` too. */
const orFalse = (field: Field<boolean>): Field<boolean | null> => ({ ...field, draftOf: (value) => value === true })

/** Codes by their names in the reader's language. */
const named = (codes: ReadonlyArray<string>, language: string, type: "currency" | "region") => {
  const names = new Intl.DisplayNames(language, { type })
  return codes.map((value) => ({ value, name: `${names.of(value)} (${value})` }))
    .toSorted((one, other) => one.name.localeCompare(other.name, language))
}

/** Countries whose banks take part in SEPA. */
const useSepaCountries = () => named(sepaCodes, useTexts().language, "region")

/** Every currency that an event may have. */
const useCurrencies = () => named(currencyCodes, useTexts().language, "currency")
