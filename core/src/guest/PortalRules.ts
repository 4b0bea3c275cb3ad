import { defineRules } from "../base/Rule.ts"

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
  donation_out_of_range: {
    id: "Problem",
    en: "The donation must lie between {zero:amount} and the balance of {balance:amount}",
    de: "Die Spende muss zwischen {zero:amount} und dem Guthaben von {balance:amount} liegen",
    remedy: "Enter an amount in that range."
  },
  email_invalid: {
    id: "Problem",
    en: "This is not an e-mail address",
    de: "Das ist keine E-Mail-Adresse",
    remedy: "Enter an address such as `robin@mail.example`."
  },
  iban_invalid: {
    id: "Problem",
    en: "This is not an IBAN: its country, its length or its check digits are wrong",
    de: "Das ist keine IBAN: Land, Länge oder Prüfziffern stimmen nicht",
    remedy: "Copy the IBAN from the bank card or a statement."
  },
  country_not_allowed: {
    id: "Problem",
    en: "The bank account must be in {countries:list}",
    de: "Das Bankkonto muss in einem dieser Länder sein: {countries:list}",
    remedy: "Enter an account in one of them."
  },
  account_name_missing: {
    id: "Problem",
    en: "Name who the bank account belongs to",
    de: "Bitte angeben, wem das Bankkonto gehört",
    remedy: "Enter the name of the account's owner."
  },
  account_name_too_long: {
    id: "Problem",
    en: "The name of who the bank account belongs to may have {characters} characters",
    de: "Der Name des Kontoinhabers darf {characters} Zeichen haben",
    remedy: "Shorten the name."
  },
  account_name_unwritable: {
    id: "Problem",
    en: "Banks can't write “{character}” in the name of who the bank account belongs to",
    de: "Banken können „{character}“ im Namen des Kontoinhabers nicht schreiben",
    remedy: "Leave the character out, or write it in letters."
  },
  no_tag_to_block: {
    en: "There is no wristband to block: you have none yet, or it is blocked already",
    de: "Es gibt kein Armband zum Sperren: Du hast noch keins, oder es ist schon gesperrt",
    remedy: "Ask the help desk for another wristband."
  },
  tag_of_staff: {
    en: "This wristband is for work as well, so only the office can block it",
    de: "Dieses Armband dient auch der Arbeit, deshalb kann nur das Büro es sperren",
    remedy: "Ask the office to take the tag away."
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
