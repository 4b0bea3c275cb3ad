import { defineRules } from "../base/Rule.ts"

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
  case_without_cancel: {
    en: "Only a ticket of a shop that is no longer read can be cancelled here",
    de: "Nur eine Karte eines Shops, der nicht mehr gelesen wird, kann hier storniert werden",
    remedy: "Cancel the ticket in its shop: the next reading cancels it here."
  },
  case_ticket_used: {
    en: "The guest of this ticket has their wristband, so it can't be cancelled any more",
    de: "Der Gast mit dieser Karte hat schon ein Armband, sie lässt sich nicht mehr stornieren",
    remedy: "Settle the case without cancelling the ticket."
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
    when:
      "The ticket shop refuses to check a ticket in whose guest has a wristband, for a reason that it names and that is not among the following.",
    remedy: "Look at the ticket in the shop, correct it there, and have the check-in reported again."
  },
  check_in_unknown: {
    id: "Problem",
    en: "The ticket shop does not find the ticket on the check-in list",
    de: "Der Kartenshop findet die Karte auf der Check-in-Liste nicht",
    remedy:
      "Look whether the ticket has a new code in the shop, or is for another date than the list, then have the check-in reported again."
  },
  check_in_product: {
    id: "Problem",
    en: "The check-in list of the ticket shop does not have the product of the ticket",
    de: "Die Check-in-Liste des Kartenshops hat das Produkt der Karte nicht",
    remedy:
      "Add the product to the list in the shop, or choose another list in the settings, then have the check-in reported again."
  },
  check_in_rules: {
    id: "Problem",
    en: "The rules of the check-in list in the ticket shop do not let the ticket in",
    de: "Die Regeln der Check-in-Liste im Kartenshop lassen die Karte nicht ein",
    remedy: "Change the rules of the list in the shop, or choose another list, then have the check-in reported again."
  },
  check_in_time: {
    id: "Problem",
    en: "The ticket was not valid in the ticket shop at the time of the entrance",
    de: "Die Karte war im Kartenshop zur Zeit des Einlasses nicht gültig",
    remedy:
      "Change the validity of the ticket in the shop, then have the check-in reported again; or let it be, as the guest is inside."
  },
  check_in_blocked: {
    id: "Problem",
    en: "The ticket is blocked in the ticket shop",
    de: "Die Karte ist im Kartenshop gesperrt",
    remedy: "Unblock the ticket in the shop, then have the check-in reported again."
  },
  check_in_unpaid: {
    id: "Problem",
    en: "The order of the ticket is not paid in full in the ticket shop",
    de: "Die Bestellung der Karte ist im Kartenshop nicht vollständig bezahlt",
    remedy:
      "Look in the shop what is open; it may be something that was added later. Once it is paid, have the check-in reported again."
  },
  check_in_cancelled: {
    id: "Problem",
    en: "The ticket was cancelled in the ticket shop, or its order has expired",
    de: "Die Karte wurde im Kartenshop storniert, oder ihre Bestellung ist abgelaufen",
    remedy: "Find the guest, or let it be; there is a case for it if it has credit."
  },
  check_in_revoked: {
    id: "Problem",
    en: "The ticket has another code in the ticket shop by now",
    de: "Die Karte hat im Kartenshop inzwischen einen anderen Code",
    remedy: "After the next reading, have the check-in reported again: it is sent with the present code."
  },
  check_in_ambiguous: {
    id: "Problem",
    en: "The ticket shop finds several tickets for the code of this one",
    de: "Der Kartenshop findet zum Code dieser Karte mehrere Karten",
    remedy: "Give the ticket a new code in the shop, then have the check-in reported again."
  },
  check_in_unapproved: {
    id: "Problem",
    en: "The order of the ticket is not approved in the ticket shop",
    de: "Die Bestellung der Karte ist im Kartenshop nicht genehmigt",
    remedy: "Approve the order in the shop, then have the check-in reported again."
  },
  check_in_of_former_shop: {
    id: "Problem",
    en: "The ticket is of {shop}, which the event no longer imports from: the check-in is not sent",
    de: "Die Karte ist von {shop}, woraus die Veranstaltung nicht mehr importiert: Der Einlass wird nicht gesendet",
    remedy:
      "None is needed. If that shop is to know, check the ticket in there by hand; the check-in is sent once the settings name it again."
  },
  check_in_of_unknown_shop: {
    id: "Problem",
    en: "It is not known which ticket shop the ticket is from: the check-in is not sent",
    de: "Es ist nicht bekannt, aus welchem Kartenshop die Karte ist: Der Einlass wird nicht gesendet",
    when: "The ticket was imported before shops were noted, and the present shop does not have it.",
    remedy: "None is needed. If its shop is to know, check the ticket in there by hand."
  },
  check_in_without_shop: {
    en: "The ticket is of a shop that the event no longer imports from, so its check-in can't be tried again",
    de:
      "Die Karte ist von einem Shop, aus dem die Veranstaltung nicht mehr importiert; der Einlass lässt sich nicht noch einmal versuchen",
    remedy: "Check the ticket in at its own shop by hand, or name that shop in the settings again."
  },
  check_in_forbidden: {
    en: "The API key may not check in at the ticket shop",
    de: "Der API-Schlüssel darf im Kartenshop niemanden einlassen",
    when: "The ticket shop refuses its own check-in list to the key.",
    remedy: "Give the team of the key the right to check in, for orders of the event, and save the settings again."
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
  dates_missing: {
    en: "The ticket shop does not have the dates {dates:list}",
    de: "Der Kartenshop hat die Termine {dates:list} nicht",
    remedy: "Enter the numbers that the shop shows in the addresses of its dates, or none for all dates."
  },
  check_in_list_of_one_date: {
    en: "The check-in list {list} has the tickets of one date alone, and tickets of other dates are imported",
    de: "Die Check-in-Liste {list} hat nur die Karten eines Termins, und auch Karten anderer Termine werden importiert",
    remedy: "Choose a list for all dates, no list at all, or that date as the only one."
  },
  currency_differs: {
    en: "The event in the ticket shop is in {currency}, this event in {own}",
    de: "Die Veranstaltung im Kartenshop hat die Währung {currency}, diese Veranstaltung {own}",
    when: "Orders of the ticket shop name no currency: an amount would count as one in the currency of this event.",
    remedy: "Choose an event of the shop that has the same currency, or correct the currency of this event."
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
  cell_spoilt: {
    id: "Problem",
    en: "{cell} in the column {column} looks like a number or a date that a spreadsheet has put in place of the text",
    de:
      "{cell} in der Spalte {column} sieht aus wie eine Zahl oder ein Datum, das eine Tabellenkalkulation statt des Textes hingeschrieben hat",
    remedy: "Export the tickets from the shop again, and import the file without opening it in a spreadsheet."
  },
  cell_untypable: {
    id: "Problem",
    en: "The cell of the column {column} has a character that can't be typed",
    de: "Die Zelle der Spalte {column} hat ein Zeichen, das sich nicht tippen lässt",
    remedy: "Export the tickets from the shop again, as UTF-8."
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
