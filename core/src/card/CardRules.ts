import { defineRules } from "../base/Rule.ts"

/** Why connecting the card provider, and comparing its payments, is refused. */
export const cardRules = defineRules("card", {
  not_at_event: {
    en: "Cards are connected at the event itself",
    de: "Karten werden bei der Veranstaltung selbst angebunden",
    remedy: "Call with the event as `node_id`."
  },
  app_incomplete: {
    en: "Set the merchant code, client id and client secret of the card provider first",
    de: "Zuerst Händlercode, Client-ID und Client-Secret des Zahlungsdienstleisters eintragen",
    remedy: "Set `sumup_merchant_code`, `sumup_oauth_client_id` and `sumup_oauth_client_secret`."
  },
  authorisation_used: {
    en: "This authorisation has been used",
    de: "Diese Anbindung wurde schon benutzt",
    remedy: "Begin another authorisation."
  },
  other_merchant: {
    en: "This account at the card provider is not that of the merchant {merchant}",
    de: "Dieses Konto beim Zahlungsdienstleister ist nicht das des Händlers {merchant}",
    remedy: "Sign in at the provider with the merchant's account, or correct `sumup_merchant_code`."
  },
  authorisation_unknown: {
    en: "This is not the authorisation that you have begun, or it is over: begin anew",
    de: "Das ist nicht die begonnene Anbindung, oder sie ist abgelaufen: bitte neu beginnen",
    remedy: "Begin another authorisation and finish it in the same session."
  },
  cursor_invalid: {
    en: "The cursor is <timestamp>/<id> of the last entry that was answered",
    de: "Der Cursor ist <Zeitpunkt>/<ID> des letzten Eintrags der Antwort",
    remedy: "Send the cursor of the answer before, unchanged."
  },
  day_being_compared: {
    en: "{day} is being compared already",
    de: "{day} wird gerade schon abgeglichen",
    remedy: "Wait a minute and look at the day's reconciliation."
  },
  day_invalid: {
    en: "Give the day as YYYY-MM-DD",
    de: "Den Tag als JJJJ-MM-TT angeben",
    remedy: "Give a day of the calendar, such as 2026-06-30."
  },
  day_not_begun: {
    en: "This day has not begun",
    de: "Dieser Tag hat noch nicht begonnen",
    remedy: "Give today or a day before."
  },
  merchant_missing: {
    en: "This event has no key or merchant code of the card provider",
    de: "Diese Veranstaltung hat keinen Schlüssel oder Händlercode des Zahlungsdienstleisters",
    remedy: "Set `sumup_api_key` and `sumup_merchant_code`."
  },
  token_replaced: {
    en: "Another token was stored meanwhile",
    de: "Inzwischen wurde ein anderes Token gespeichert",
    remedy: "Send the call again."
  }
})
