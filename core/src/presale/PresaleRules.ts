import { defineRules } from "../primitives/Rule.ts"

/** Why an order of the ticket shop is not imported, and why calls that concern the shop are refused. */
export const presaleRules = defineRules("presale", {
  position_twice: {
    id: "Problem",
    en: "The order has the position {position} twice",
    de: "Die Bestellung hat die Position {position} zweimal",
    remedy: "Look at the order in the ticket shop; a shop that works gives each position one number."
  },
  token_twice: {
    id: "Problem",
    en: "Two positions of the order have the same code",
    de: "Zwei Positionen der Bestellung haben denselben Code",
    remedy: "Generate new codes for the order in the ticket shop."
  },
  token_taken: {
    id: "Problem",
    en: "The code of the position {position} belongs to another ticket of this event",
    de: "Der Code der Position {position} gehört zu einer anderen Karte dieser Veranstaltung",
    remedy: "Generate a new code for one of the tickets in its shop."
  },
  token_elsewhere: {
    id: "Problem",
    en: "A code of the order belongs to a ticket of another event",
    de: "Ein Code der Bestellung gehört zu einer Karte einer anderen Veranstaltung",
    remedy: "Let only one event import from an event of the ticket shop."
  },
  order_unreadable: {
    id: "Problem",
    en: "The ticket shop sent the order in a form that can't be read, at {place}",
    de: "Der Kartenshop hat die Bestellung in einer Form geschickt, die sich nicht lesen lässt, bei {place}",
    remedy:
      "Look at the order in the ticket shop, and report it to the maintainers of Wristbank if it looks right there."
  },
  case_settled: {
    en: "This case was settled before",
    de: "Dieser Fall ist schon entschieden",
    remedy: "Read the list of cases again."
  },
  shop_not_set_up: {
    en: "The address, organiser, event and API key of the ticket shop are not all entered",
    de: "Adresse, Veranstalter, Veranstaltung und API-Schlüssel des Kartenshops sind nicht alle eingetragen",
    remedy: "Enter them in the settings of the event."
  },
  shop_failed: {
    en: "{reason:sentence}",
    de: "{reason:sentence}",
    when: "The ticket shop can't be reached, or answers a call with an error; the message says which.",
    remedy: "Correct the settings of the ticket shop, or try again once it works."
  },
  price_negative: {
    id: "Problem",
    en: "The position {position} has a negative price",
    de: "Die Position {position} hat einen negativen Preis",
    remedy: "Correct the price in the ticket shop."
  }
})
