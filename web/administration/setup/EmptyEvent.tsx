import { fromCents } from "../../kit/Amount.ts"
import { atNode } from "../address.ts"
import { call, type OfficeBody } from "../calls.ts"
import { type FieldsOf, keep, longText, text } from "../form/Field.ts"
import { NewPage } from "../form/RecordPage.tsx"
import { useNodeId } from "../tree.ts"
import { useTexts } from "./texts.ts"
import { fieldsOfTopic } from "./topics.ts"
import { useSettingsFields } from "./useSettingsFields.ts"

type Body = OfficeBody<"POST /tree/nodes/:node_id/create-event">

/** The settings of a new event, until they are changed under its topics. */
const initial: Body = {
  name: "",
  description: "",
  forbidden_objects_at_node: [],
  forbidden_objects_in_subtree: [],
  currency_identifier: "EUR",
  max_account_balance: fromCents(15_000),
  start_date: null,
  end_date: null,
  daily_end_time: "06:00",
  basket_hold_minutes: 10,
  time_zone: Intl.DateTimeFormat().resolvedOptions().timeZone,
  sumup_topup_enabled: false,
  sumup_payment_enabled: false,
  customer_portal_url: "",
  customer_portal_about_page_url: "",
  customer_portal_data_privacy_url: "",
  customer_portal_contact_email: "",
  pretix_presale_enabled: false,
  pretix_shop_url: null,
  pretix_organizer: null,
  pretix_event: null,
  pretix_ticket_ids: null,
  pretix_api_key: null,
  ust_id: "",
  bon_issuer: "",
  bon_address: "",
  bon_title: "",
  sepa_enabled: false,
  sepa_sender_name: "",
  sepa_sender_iban: "",
  sepa_description: "",
  sepa_allowed_country_codes: ["DE"],
  email_enabled: false
}

/** An event that is not there yet: only what nothing works without is asked for. */
export const EmptyEvent = () => {
  const say = useTexts()
  const params = { node_id: useNodeId() }
  const settings = useSettingsFields()
  const { customer_portal_contact_email, customer_portal_url } = settings
  const fields: FieldsOf<Body> = {
    name: text({ label: say.name }),
    description: longText({ label: say.description }),
    ...fieldsOfTopic(settings, "general"),
    customer_portal_url,
    customer_portal_contact_email,
    forbidden_objects_at_node: keep,
    forbidden_objects_in_subtree: keep
  }
  return (
    <NewPage
      label={say.emptyEvent}
      fields={fields}
      initial={initial}
      save={(body) => call("POST /tree/nodes/:node_id/create-event", { params, body })}
      submit={say.createEvent}
      doneAt={({ id }) => atNode(id, "/setup/checklist")}
    />
  )
}
