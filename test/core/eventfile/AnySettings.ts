import type { Draw } from "./Draw.ts"

const given = {
  currency_identifier: "EUR",
  customer_portal_about_page_url: "",
  customer_portal_data_privacy_url: "https://example.org/privacy",
  customer_portal_contact_email: "help@example.org",
  ust_id: "",
  bon_issuer: "",
  bon_address: "Pier 1\n12345 Musterstadt",
  bon_title: "",
  sepa_enabled: false,
  sepa_sender_name: "",
  sepa_sender_iban: "",
  sepa_description: "",
  sepa_allowed_country_codes: []
}

const payouts = ({ isSo, one }: Draw) => ({
  sepa_enabled: isSo(),
  sepa_sender_name: "Harbour Club e. V.",
  sepa_sender_iban: one(["DE89 3704 0044 0532 0130 00", "DE02120300000000202051"]),
  sepa_description: "Refund of {user_tag_uid}",
  sepa_allowed_country_codes: ["DE", "AT"],
  sepa_max_num_payouts_in_run: one([1000, 1]),
  payout_done_subject: one(["Paid", ""])
})

const shop = ({ isSo, one }: Draw) => ({
  pretix_presale_enabled: isSo(),
  pretix_shop_url: one(["https://tickets.example.org", "https://tickets.example.org/shop/"]),
  pretix_organizer: "harbour",
  pretix_event: "festival",
  pretix_ticket_ids: [2, 1],
  pretix_topup_ids: one([[], [3]]),
  pretix_subevent_ids: one([[], [7, 8]]),
  pretix_check_in_list_id: one([null, 9]),
  pretix_api_key: "${PRETIX_API_KEY}"
})

const cards = ({ isSo }: Draw) => ({
  sumup_topup_enabled: isSo(),
  sumup_payment_enabled: isSo(),
  sumup_merchant_code: "MCODE",
  sumup_oauth_client_id: "client",
  sumup_api_key: "${SUMUP_API_KEY}",
  sumup_affiliate_key: "${SUMUP_AFFILIATE_KEY}",
  sumup_oauth_client_secret: "${SUMUP_OAUTH_CLIENT_SECRET}"
})

const mail = ({ isSo, one, secret }: Draw) => ({
  email_enabled: isSo(),
  email_default_sender: "festival@example.org",
  email_smtp_host: "mail.example.org",
  email_smtp_port: one([25, 587]),
  email_smtp_username: one([null, "festival"]),
  email_smtp_password: secret("EMAIL_SMTP_PASSWORD"),
  payout_sender: one([null, "money@example.org"])
})

const devices = ({ isSo, one }: Draw) => ({
  headwind_enabled: isSo(),
  headwind_url: one(["https://mdm.example.org", "https://mdm.example.org/hmdm/?a=1"]),
  headwind_username: "admin",
  headwind_password: "${HEADWIND_PASSWORD}"
})

const days = {
  start_date: "2027-07-02T14:00:00Z",
  end_date: "2027-07-04T22:00:00+02:00",
  daily_end_time: "06:00",
  time_zone: "Europe/Vienna"
}

/** Any settings of an event. */
export const anySettings = (draw: Draw) => {
  const { isSo, one, secret } = draw
  const parts = [payouts, shop, cards, mail, devices, () => days].map((part) => isSo() ? part(draw) : {})
  return {
    ...given,
    max_account_balance: one([100, 150]),
    customer_portal_url: one(["", "https://pay.example.org"]),
    customer_portal_feedback_url: one([null, "https://example.org/feedback"]),
    email_smtp_password: secret("EMAIL_SMTP_PASSWORD"),
    allow_register_overdraft: isSo(),
    basket_hold_minutes: one([0, 10, 30]),
    receipts_by_number: isSo(),
    translation_texts: one([{}, { "en-US": { faq: "# Questions\n\nNone." }, "de-DE": {} }]),
    ...Object.assign({}, ...parts)
  }
}

/** Any settings for the tax office; signing devices switch signing on. */
export const anyFiscalSettings = ({ isSo, one }: Draw, hasDevices: boolean) => ({
  signing: hasDevices || isSo(),
  outage_limit: one([10, 60]),
  cash_movements: one(["slot_five", "payment_only"]),
  tag_payments: one(["redemption", "revenue"]),
  payment_types: one(["detailed", "plain"]),
  street: one(["", "Pier 1"]),
  zip: one(["", "01234"]),
  city: one(["", "Musterstadt"]),
  country: one(["DEU", "AUT"]),
  tax_number: one(["", "21/815/08150"])
})
