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
  order_not_given: {
    id: "Problem",
    en: "The ticket shop does not give the order: {reason:sentence}",
    de: "Der Kartenshop gibt die Bestellung nicht heraus: {reason:sentence}",
    remedy: "Look at the order in the ticket shop; it is asked for again by each reading."
  },
  order_not_stored: {
    id: "Problem",
    en: "The order could not be stored, by a fault of Wristbank that is in its log",
    de: "Die Bestellung ließ sich nicht speichern, durch einen Fehler von Wristbank, der im Protokoll steht",
    remedy: "Report the line of the log to the maintainers of Wristbank."
  },
  shop_read_by_another: {
    id: "Problem",
    en: "Another event imports from this event of the ticket shop already",
    de: "Eine andere Veranstaltung importiert schon aus dieser Veranstaltung des Kartenshops",
    remedy: "Switch the presale of one of the events off, or name another event of the ticket shop."
  },
  check_in_list_unclear: {
    id: "Problem",
    en: "The ticket is on no check-in list of the ticket shop, or on several, and the settings name none",
    de:
      "Die Karte steht auf keiner oder auf mehreren Einlasslisten des Kartenshops, und die Einstellungen nennen keine",
    remedy: "Choose the check-in list in the settings of the event, and have the check-in reported again."
  },
  check_in_refused: {
    id: "Problem",
    en: "The ticket shop refused the check-in: {reason}",
    de: "Der Kartenshop hat den Einlass abgelehnt: {reason}",
    when: "The ticket shop refuses to check a ticket in whose guest has a wristband, for the reason that it names.",
    remedy: "Look at the ticket in the shop, correct it there, and have the check-in reported again."
  },
  products_missing: {
    en: "The ticket shop does not have the products {products:list}",
    de: "Der Kartenshop hat die Produkte {products:list} nicht",
    remedy: "Choose from the products that the shop lists."
  },
  check_in_list_missing: {
    en: "The ticket shop does not have the check-in list {list}, but {lists:list}",
    de: "Der Kartenshop hat die Check-in-Liste {list} nicht, sondern {lists:list}",
    remedy: "Choose one of its lists, or none if one list has all tickets."
  },
  price_negative: {
    id: "Problem",
    en: "The position {position} has a negative price",
    de: "Die Position {position} hat einen negativen Preis",
    remedy: "Correct the price in the ticket shop."
  },
  file_empty: {
    en: "The file is empty",
    de: "Die Datei ist leer",
    remedy: "Export the tickets from the shop again, as CSV with a heading."
  },
  file_malformed: {
    en: "The file is no table: a quotation mark near line {line} has no counterpart",
    de: "Die Datei ist keine Tabelle: Ein Anführungszeichen bei Zeile {line} hat kein Gegenstück",
    remedy: "Look at the line in a text editor, or export the file again."
  },
  file_column_missing: {
    en: "The file has no column {heading}",
    de: "Die Datei hat keine Spalte {heading}",
    remedy: "Name the heading that the file has, as in `--column code=Barcode`."
  },
  file_column_twice: {
    en: "The file has the column {heading} twice",
    de: "Die Datei hat die Spalte {heading} zweimal",
    remedy: "Rename one of them in the file."
  },
  row_length: {
    id: "Problem",
    en: "The row has more or fewer cells than the heading",
    de: "Die Zeile hat mehr oder weniger Zellen als die Überschrift",
    remedy: "Put text that contains the separator in quotation marks."
  },
  row_twice: {
    id: "Problem",
    en: "The row has the code or the position of line {line}",
    de: "Die Zeile hat den Code oder die Position von Zeile {line}",
    remedy: "Each ticket needs a code of its own, and a position of its own in its order."
  },
  cell_empty: {
    id: "Problem",
    en: "The cell of the column {column} is empty",
    de: "Die Zelle der Spalte {column} ist leer",
    remedy: "Fill the cell in; a row that is no ticket is left out with `--product`."
  },
  cell_unreadable: {
    id: "Problem",
    en: "The cell of the column {column} has more than one line or 255 characters",
    de: "Die Zelle der Spalte {column} hat mehr als eine Zeile oder 255 Zeichen",
    remedy: "Shorten the text in the shop or in the file."
  },
  state_unknown: {
    id: "Problem",
    en: "The state {state} is unknown",
    de: "Der Zustand {state} ist unbekannt",
    remedy: "Say what the word means, as in `--state cancelled=void`."
  },
  amount_unreadable: {
    id: "Problem",
    en: "{amount} is no amount of 0 or more with at most two decimals",
    de: "{amount} ist kein Betrag ab 0 mit höchstens zwei Nachkommastellen",
    remedy: "Correct the amount in the file."
  },
  amount_ambiguous: {
    id: "Problem",
    en: "{amount} can be read in two ways",
    de: "{amount} lässt sich auf zwei Arten lesen",
    remedy: "Say which sign comes before the cents: `--decimal comma` or `--decimal point`."
  }
})
