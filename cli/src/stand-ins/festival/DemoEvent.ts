import { UpdateFiscalSettings } from "@wristbank/core/fiscal/FiscalSettings"
import { NewEvent } from "@wristbank/core/organisation/EventSettings"
import { rootId } from "@wristbank/core/organisation/Node"
import { DateTime, Effect, Schema } from "effect"
import { SqlClient } from "effect/sql"

export const festivalName = "Demo Festival"

/** The description of the festival until it is complete; it marks an interrupted start. */
export const unfinished = "Is being set up"
export const finished = "A festival to try everything with; none of it is real."

/** Whether this database has or may get the demo. A database with other events may not. */
export const canHoldDemo = Effect.gen(function*() {
  const sql = yield* SqlClient.SqlClient
  const events = yield* sql<{ name: string; parent: bigint }>`
    select name, parent from node where event_id = id and not deleted`
  return events.length === 0 || events.some(({ name, parent }) => name === festivalName && parent === rootId)
})

/** The merchant at the stand-in of the card provider. */
export const merchantCode = "DEMO"

/** For how many hours the festival has been open when the demo is made: the two days of its past begin with noon. */
export const openFor = 38

/** Long enough that the festival still runs when a user returns to the demo after some days. */
const festivalDays = 14

const decode = Schema.decodeUnknownSync(Schema.toCodecJson(NewEvent))

/** The request that makes the event, from the day of its opening on, with amounts in euro. */
export const demoEvent = (now: DateTime.DateTime): NewEvent => {
  const start = DateTime.startOf(DateTime.subtract(DateTime.toUtc(now), { hours: openFor }), "day")
  return decode({
    ...settings,
    start_date: DateTime.formatIso(start),
    end_date: DateTime.formatIso(DateTime.add(start, { days: festivalDays })),
    daily_end_time: "06:00:00"
  })
}

const settings = {
  name: festivalName,
  description: unfinished,
  currency_identifier: "EUR",
  max_account_balance: 150,
  sumup_topup_enabled: true,
  sumup_payment_enabled: true,
  sumup_api_key: "demo",
  sumup_affiliate_key: "demo",
  sumup_merchant_code: merchantCode,
  sumup_oauth_client_id: "demo",
  sumup_oauth_client_secret: "demo",
  customer_portal_url: "",
  customer_portal_about_page_url: "https://festival.example/about",
  customer_portal_data_privacy_url: "https://festival.example/privacy",
  customer_portal_contact_email: "help@festival.example",
  customer_portal_feedback_url: "https://festival.example/feedback",
  pretix_presale_enabled: false,
  pretix_shop_url: null,
  pretix_organizer: null,
  pretix_event: null,
  pretix_api_key: null,
  pretix_ticket_ids: null,
  ust_id: "DE000000000",
  bon_issuer: "Demo Festival GmbH",
  bon_address: "Festivalwiese 1\n12345 Musterstadt",
  bon_title: "Demo Festival",
  sepa_enabled: true,
  sepa_sender_name: "Demo Festival GmbH",
  sepa_sender_iban: "DE89370400440532013000",
  sepa_description: "Demo Festival",
  sepa_allowed_country_codes: ["DE", "AT", "NL"],
  email_enabled: false
}

/** The fiscal settings. The limit is long, as the first orders are made before their device is connected. */
export const demoFiscalSettings = new UpdateFiscalSettings({
  outage_limit: 300,
  street: "Festivalwiese 1",
  zip: "12345",
  city: "Musterstadt",
  country: "DEU",
  tax_number: "00/000/00000"
})
