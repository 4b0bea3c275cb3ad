import { defineRules } from "../base/Rule.ts"

/** Why an event, its settings and its logos are refused. */
export const eventRules = defineRules("event", {
  settings_incomplete: {
    en: "{problems:sentences}",
    de: "{problems:sentences}",
    when: "Something is switched on without what it needs, or a setting can't be used; the sentences of all problems.",
    remedy: "Set what is missing and correct what can't be used, or switch off what needs it."
  },
  card_settings_missing: {
    id: "Problem",
    en: "Card payments need {missing:list}",
    de: "Kartenzahlungen brauchen {missing:list}",
    remedy: "Enter the settings, or switch card payments off."
  },
  presale_settings_missing: {
    id: "Problem",
    en: "The presale needs {missing:list}",
    de: "Der Vorverkauf braucht {missing:list}",
    remedy: "Enter the settings, or switch the presale off."
  },
  device_settings_missing: {
    id: "Problem",
    en: "The device management needs {missing:list}",
    de: "Die Geräteverwaltung braucht {missing:list}",
    remedy: "Enter the settings, or switch the device management off."
  },
  presale_product_twice: {
    id: "Problem",
    en: "The products {products:list} can't be tickets and credit at once",
    de: "Die Produkte {products:list} können nicht Karte und Guthaben zugleich sein",
    remedy: "Name each product of the ticket shop in one of both lists."
  },
  payout_settings_missing: {
    id: "Problem",
    en: "Payouts need {missing:list}",
    de: "Auszahlungen brauchen {missing:list}",
    remedy: "Enter the settings, or switch payouts off."
  },
  mail_settings_missing: {
    id: "Problem",
    en: "Mail needs {missing:list}",
    de: "Mail braucht {missing:list}",
    remedy: "Enter the settings, or switch mail off."
  },
  sender_iban_invalid: {
    id: "Problem",
    en: "sepa_sender_iban is not an IBAN",
    de: "sepa_sender_iban ist keine IBAN",
    remedy: "Enter the IBAN as the bank writes it; spaces and hyphens do not matter."
  },
  payouts_not_in_euro: {
    id: "Problem",
    en: "SEPA transfers are in EUR alone",
    de: "SEPA-Überweisungen gibt es nur in EUR",
    remedy: "Switch payouts off, or take EUR as the currency of the event."
  },
  countries_outside_sepa: {
    id: "Problem",
    en: "SEPA transfers don't reach {outside:list}",
    de: "SEPA-Überweisungen erreichen nicht {outside:list}",
    remedy: "Remove those countries."
  },
  sender_name_unwritable: {
    id: "Problem",
    en: "sepa_sender_name has nothing that banks can write",
    de: "sepa_sender_name hat nichts, was Banken schreiben können",
    when: "The settings of payouts have a sepa_sender_name without anything that banks can write",
    remedy: "Enter the name in Latin letters."
  },
  transfer_description_invalid: {
    id: "Problem",
    en: "Banks can't write “{character}” in sepa_description, which may hold {placeholder}",
    de: "Banken können „{character}“ in sepa_description nicht schreiben; {placeholder} darf darin stehen",
    remedy: "Leave the character out, or write it in letters."
  },
  email_invalid: {
    id: "Problem",
    en: "{name} is not an e-mail address",
    de: "{name} ist keine E-Mail-Adresse",
    remedy: "Enter an address such as `info@festival.example`."
  },
  currency_fixed: {
    en: "Something was booked in {currency} already, so the currency stays",
    de: "In {currency} wurde schon gebucht, die Währung bleibt",
    remedy: "Make another event for the other currency."
  },
  portal_address_taken: {
    en: "The event {event} has this customer portal address already",
    de: "Die Veranstaltung {event} hat diese Adresse des Gästeportals schon",
    remedy: "Choose another address: each event has its own."
  },
  ticket_shop_taken: {
    en: "This event of the ticket shop belongs to another event here, whose presale is switched on",
    de: "Diese Veranstaltung des Kartenshops gehört hier zu einer anderen Veranstaltung mit eingeschaltetem Vorverkauf",
    remedy: "Switch the presale of the other event off, or name another event of the ticket shop."
  },
  event_in_event: {
    en: "An event can't lie inside another event",
    de: "Eine Veranstaltung kann nicht in einer anderen liegen",
    remedy: "Create the event at a node above all events."
  },
  logo_no_svg: {
    en: "A logo must be {type}",
    de: "Ein Logo muss {type} sein",
    remedy: "Export the logo as SVG."
  },
  logo_too_large: {
    en: "A logo may have {kibibytes} KiB",
    de: "Ein Logo darf {kibibytes} KiB haben",
    remedy: "Simplify the drawing; paths need fewer points than most programs write."
  },
  svg_malformed: {
    en: "This is not a well-formed SVG image",
    de: "Das ist kein gültiges SVG-Bild",
    remedy: "Export the image anew."
  },
  svg_too_heavy: {
    en: "This image draws too much, by elements that use each other",
    de: "Dieses Bild zeichnet zu viel, durch Elemente, die einander benutzen",
    remedy: "Export the image without `<use>`."
  },
  svg_no_utf8: {
    en: "An SVG image must be UTF-8 text",
    de: "Ein SVG-Bild muss UTF-8-Text sein",
    remedy: "Save the image as UTF-8."
  }
})
