import { defineRules } from "../base/Rule.ts"

/** Why tickets are not sold and tags not given out. */
export const ticketRules = defineRules("order", {
  tags_missing: {
    en: "No tag was scanned",
    de: "Es wurde kein Armband gescannt",
    remedy: "Scan at least one tag."
  },
  tags_too_many: {
    en: "At most {maximum} tags can be sold at once",
    de: "Höchstens {maximum} Armbänder können auf einmal verkauft werden",
    remedy: "Book several sales."
  },
  pin_repeated: {
    en: "The tag {pin} was scanned twice",
    de: "Das Armband {pin} wurde zweimal gescannt",
    remedy: "Take one of the scans away."
  },
  chip_repeated: {
    en: "Two of the tags have the same chip",
    de: "Zwei der Armbänder haben denselben Chip",
    remedy: "Scan every tag with its own chip."
  },
  voucher_repeated: {
    en: "A pre-sale voucher was scanned twice",
    de: "Ein Vorverkaufsgutschein wurde zweimal gescannt",
    remedy: "Scan every voucher for one tag only."
  },
  tags_used: {
    en: "Already given to a customer: {pins:list}",
    de: "Schon an einen Gast ausgegeben: {pins:list}",
    remedy: "Take other tags."
  },
  tags_unknown: {
    en: "There is no tag with this PIN here: {pins:list}",
    de: "Hier gibt es kein Armband mit dieser PIN: {pins:list}",
    remedy: "Compare the PIN with the one printed on the tag; the office creates tags, at this node or above."
  },
  chip_of_other_tag: {
    en: "{pin} is not the tag of this chip",
    de: "{pin} ist nicht das Armband zu diesem Chip",
    remedy: "Scan the tag again, and read PIN and chip from the same one."
  },
  tag_reserved: {
    en: "{pin} is being paid by card at a till",
    de: "{pin} wird gerade an einer Kasse mit Karte bezahlt",
    remedy: "Wait until that sale is booked or cancelled, or take another tag."
  },
  voucher_unknown: {
    en: "There is no such pre-sale voucher here as was scanned with {pin}",
    de: "Den mit {pin} gescannten Vorverkaufsgutschein gibt es hier nicht",
    remedy:
      "Scan the voucher again: the ticket shop is asked at the scan, if it answers. Orders of its test mode have no tickets."
  },
  voucher_redeemed: {
    en: "The pre-sale voucher scanned with {pin} has been redeemed already",
    de: "Der mit {pin} gescannte Vorverkaufsgutschein ist schon eingelöst",
    remedy: "Sell a ticket; the guest's account shows which tag the voucher was redeemed for."
  },
  voucher_cancelled: {
    en: "The pre-sale voucher scanned with {pin} was cancelled in the ticket shop",
    de: "Der mit {pin} gescannte Vorverkaufsgutschein wurde im Kartenshop storniert",
    remedy: "Sell a ticket, or send the guest to the ticket shop's support."
  },
  voucher_unpaid: {
    en:
      "The order of the pre-sale voucher scanned with {pin} is not paid in full in the ticket shop; what is open may have been added later",
    de:
      "Die Bestellung des mit {pin} gescannten Vorverkaufsgutscheins ist im Kartenshop nicht vollständig bezahlt; was offen ist, kann später dazugekommen sein",
    remedy:
      "Look at the order in the ticket shop: it is refused as a whole, also if the ticket was paid and something else, such as a shirt, is not. It is valid again once the shop has the money; otherwise sell a ticket."
  },
  voucher_early: {
    en: "The pre-sale voucher scanned with {pin} is not valid before {time:sentence}",
    de: "Der mit {pin} gescannte Vorverkaufsgutschein gilt erst ab {time:sentence}",
    remedy:
      "Ask the guest to come back then, or sell a ticket. A mistake is corrected in the ticket shop, at the ticket."
  },
  voucher_late: {
    en: "The pre-sale voucher scanned with {pin} was valid until {time:sentence}",
    de: "Der mit {pin} gescannte Vorverkaufsgutschein galt bis {time:sentence}",
    remedy: "Sell a ticket. A mistake is corrected in the ticket shop, at the ticket."
  },
  no_ticket_for_tag: {
    en: "This till has no ticket for {pin}",
    de: "Diese Kasse hat keine Eintrittskarte für {pin}",
    remedy: "Put a ticket for the kind of the tag into the layout of the till."
  },
  tickets_for_tag: {
    en: "This till has several tickets for {pin}: {tickets:list}",
    de: "Diese Kasse hat mehrere Eintrittskarten für {pin}: {tickets:list}",
    remedy: "Take all but one of the tickets out of the layout of the till."
  },
  method_needed: {
    en: "A payment method is needed to book",
    de: "Zum Buchen fehlt die Zahlungsart",
    remedy: "Send `cash` or `sumup` as the payment method."
  },
  tickets_online_at_till: {
    en: "A till can't sell tickets online",
    de: "An einer Kasse lassen sich Eintrittskarten nicht online verkaufen",
    remedy: "Send `cash` or `sumup` as the payment method."
  },
  free_tag_unknown: {
    en: "There is no tag with this PIN here",
    de: "Hier gibt es kein Armband mit dieser PIN",
    remedy: "Compare the PIN with the one printed on the tag; the office creates tags, at this node or above."
  },
  free_tag_used: {
    en: "This tag has been given to a customer already",
    de: "Dieses Armband wurde schon an einen Gast ausgegeben",
    remedy: "Take another tag."
  },
  free_tag_reserved: {
    en: "This tag is being sold",
    de: "Dieses Armband wird gerade verkauft",
    remedy: "Wait until that sale is booked or cancelled, or take another tag."
  }
})
