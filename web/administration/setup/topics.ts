import { type Field, type FieldsOf, keep } from "../form/Field.ts"

/** The settings of an event by topic; those of no topic are not typed by people, or have screens of their own. */
export const topics = {
  general: [
    "currency_identifier",
    "max_account_balance",
    "start_date",
    "end_date",
    "daily_end_time",
    "time_zone",
    "allow_register_overdraft",
    "basket_hold_minutes"
  ],
  receipts: ["bon_title", "bon_issuer", "bon_address", "ust_id", "receipts_by_number"],
  portal: [
    "customer_portal_url",
    "customer_portal_contact_email",
    "customer_portal_about_page_url",
    "customer_portal_data_privacy_url",
    "customer_portal_feedback_url"
  ],
  card: [
    "sumup_topup_enabled",
    "sumup_payment_enabled",
    "sumup_merchant_code",
    "sumup_affiliate_key",
    "sumup_api_key",
    "sumup_oauth_client_id",
    "sumup_oauth_client_secret"
  ],
  payouts: [
    "sepa_enabled",
    "sepa_sender_name",
    "sepa_sender_iban",
    "sepa_description",
    "sepa_allowed_country_codes",
    "sepa_max_num_payouts_in_run",
    "payout_sender",
    "payout_registered_subject",
    "payout_registered_message",
    "payout_done_subject",
    "payout_done_message"
  ],
  mail: [
    "email_enabled",
    "email_default_sender",
    "email_smtp_host",
    "email_smtp_port",
    "email_smtp_username",
    "email_smtp_password"
  ],
  devices: ["headwind_enabled", "headwind_url", "headwind_username", "headwind_password"]
} as const
export type Topic = keyof typeof topics

export const topicNames = Object.keys(topics) as ReadonlyArray<Topic>

/** The fields of one topic; all other settings stay as they are. Texts for guests have no fields here. */
export const fieldsOfTopic = <Body extends object>(
  fields: FieldsOf<Body>,
  topic: Topic | "texts"
): FieldsOf<Body> => {
  const all = fields as unknown as Readonly<Record<string, Field<unknown> | typeof keep>>
  const names: ReadonlyArray<string> = topic === "texts" ? [] : topics[topic]
  // In the order of the topic, then all that is kept.
  const typed = names.map((name) => [name, all[name]!] as const)
  const kept = Object.keys(all).filter((name) => !names.includes(name)).map((name) => [name, keep] as const)
  return Object.fromEntries([...typed, ...kept]) as unknown as FieldsOf<Body>
}

/** The texts of an event for its guests: by page and language, as one flat record. */
export const textPages = ["faq", "agb", "privacypolicy"] as const
export const textLanguages = ["de-DE", "en-US"] as const

type Translations = Readonly<Record<string, Readonly<Record<string, string>>>>
export type FlatTexts = Readonly<Record<`${typeof textPages[number]} ${typeof textLanguages[number]}`, string>>

export const flat = (texts: Translations = {}): FlatTexts =>
  Object.fromEntries(
    textPages.flatMap((page) => textLanguages.map((language) => [`${page} ${language}`, texts[language]?.[page] ?? ""]))
  ) as FlatTexts

/** Puts flat texts into those of an event; a page without text is left out. */
export const nested = (texts: FlatTexts, before: Translations = {}): Translations => {
  const languages = [...new Set([...Object.keys(before), ...textLanguages])]
  return Object.fromEntries(languages.map((language) => {
    const pages = { ...before[language] }
    for (const page of textPages) {
      const text = (texts as Readonly<Record<string, string>>)[`${page} ${language}`]
      if (text === undefined) continue
      if (text.trim() === "") delete pages[page]
      else pages[page] = text
    }
    return [language, pages]
  }))
}
