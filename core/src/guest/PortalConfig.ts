import { Option, Schema, Struct } from "effect"
import { Id } from "../base/Id.ts"
import * as Money from "../base/Money.ts"
import { nullOr } from "../base/OptionalField.ts"
import { EventDesign } from "../event/EventDesign.ts"
import { EventSettings } from "../event/EventSettings.ts"

/** The data that the portal of an event needs before a guest has signed in. */
export class PortalConfig extends Schema.Class<PortalConfig>("CustomerPortalApiConfig")({
  /** Whether it is a test system, whose money is not real. */
  test_mode: Schema.Boolean,
  /** What a test system shows everywhere; empty otherwise. */
  test_mode_message: Schema.String,
  /** Where the event's privacy policy is; empty without one. */
  data_privacy_url: Schema.String,
  /** Where guests can write to. */
  contact_email: EventSettings.fields.customer_portal_contact_email,
  /** Where guests can read about the event; empty without such a page. */
  about_page_url: Schema.String,
  /** Where guests are asked what they thought of the event; null if nowhere. */
  feedback_url: nullOr(Schema.String),
  /** Whether the remaining balance is paid out to bank accounts. */
  payout_enabled: Schema.Boolean,
  /** The countries whose bank accounts can receive payouts, as two letters (ISO 3166). Never null. */
  allowed_country_codes: nullOr(Schema.Array(Schema.String)),
  ...Struct.pick(EventSettings.fields, ["currency_identifier", "sumup_topup_enabled", "translation_texts"]),
  /** How the event looks to its guests. */
  event_design: EventDesign,
  /** The event. */
  node_id: Id,
  /** The name of the event. */
  event_name: Schema.String,
  /** The highest balance to which a top-up may raise an account. */
  max_account_balance: Money.Cents,
  time_zone: EventSettings.fields.time_zone,
  /** Where the source code of the running version is; null if the installation does not say. */
  source_url: nullOr(Schema.String)
}) {}

/** Settings of the installation that the portal shows. */
export interface Installation {
  readonly testMode: boolean
  readonly testModeMessage: string
  /** Whether guests may top up in the portal. */
  readonly sumupEnabled: boolean
  readonly sourceUrl: Option.Option<URL>
}

/** An event whose portal is asked for. */
export interface PortalEvent {
  readonly event_id: bigint
  readonly name: string
  readonly settings: EventSettings
}

/** The configuration of an event's portal: only settings that guests read or act on. */
export const portalConfig = (
  { event_id: eventId, name, settings }: PortalEvent,
  design: EventDesign,
  { sourceUrl, sumupEnabled, testMode, testModeMessage }: Installation
): PortalConfig =>
  new PortalConfig({
    test_mode: testMode,
    test_mode_message: testMode ? testModeMessage : "",
    data_privacy_url: settings.customer_portal_data_privacy_url,
    contact_email: settings.customer_portal_contact_email,
    about_page_url: settings.customer_portal_about_page_url,
    feedback_url: settings.customer_portal_feedback_url ?? null,
    payout_enabled: settings.sepa_enabled,
    allowed_country_codes: settings.sepa_allowed_country_codes,
    currency_identifier: settings.currency_identifier,
    sumup_topup_enabled: sumupEnabled && settings.sumup_topup_enabled,
    translation_texts: settings.translation_texts,
    event_design: design,
    node_id: eventId,
    event_name: name,
    max_account_balance: settings.max_account_balance,
    time_zone: settings.time_zone,
    source_url: Option.match(sourceUrl, { onNone: () => null, onSome: ({ href }) => href })
  })
