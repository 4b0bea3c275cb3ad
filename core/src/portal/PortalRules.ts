import { defineRules } from "../primitives/Rule.ts"

/** Why guests are refused in the portal. */
export const portalRules = defineRules("portal", {
  address_unknown: {
    en: "No event has its portal at this address",
    de: "Keine Veranstaltung hat ihr Gästeportal unter dieser Adresse",
    remedy: "Open the address that the event gives; organisers find it in the settings as `customer_portal_url`."
  },
  bank_data_invalid: {
    en: "{problems:sentences}",
    de: "{problems:sentences}",
    when: "Something of the bank data can't be used; the sentences of all problems.",
    remedy: "Correct what the sentences name."
  },
  payouts_off: {
    en: "This event pays nothing out to bank accounts",
    de: "Diese Veranstaltung zahlt nichts auf Bankkonten aus",
    remedy: "Ask the event how it pays out what remains."
  },
  payout_under_way: {
    en: "Your balance is in payout run {run}, so nothing can be changed until it is done",
    de: "Das Guthaben ist im Auszahlungslauf {run}, bis zu dessen Abschluss ist keine Änderung möglich",
    remedy: "Wait until the run is done."
  }
})
