import { defineRules } from "../base/Rule.ts"

/** Why products, tickets, tax rates and what tills show of them are refused. */
export const catalogueRules = defineRules("catalogue", {
  product_locked: {
    id: "ProductNotEditable",
    en: "{product} is locked, so only its name and category can change",
    de: "{product} ist gesperrt, nur Name und Kategorie können sich noch ändern",
    remedy:
      "Save another price, tax rate or account as a version of the product (`POST /products/{product_id}/versions`). For anything else make another product and put it on the buttons in place of this one."
  },
  version_not_ready: {
    en: "{product} is not ready to sell yet, so it has no versions",
    de: "{product} ist noch nicht verkaufsbereit und hat deshalb keine Versionen",
    remedy: "Change the product itself, or set its `is_locked` first."
  },
  version_past: {
    en: "A change can't begin in the past",
    de: "Eine Änderung kann nicht in der Vergangenheit beginnen",
    remedy: "Leave `valid_from` out for now, or give a moment that is still to come."
  },
  version_too_far: {
    en: "A change can begin in {days} days at the latest",
    de: "Eine Änderung kann spätestens in {days} Tagen beginnen",
    remedy: "Give an earlier moment."
  },
  version_planned_holds: {
    en: "Only a change from now on can count for open baskets too",
    de: "Nur eine Änderung ab sofort kann auch für offene Warenkörbe gelten",
    remedy: "Leave `valid_from` out, or `holds`."
  },
  version_too_many: {
    en: "At most {maximum} changes can be planned",
    de: "Höchstens {maximum} Änderungen können geplant sein",
    remedy: "Delete a planned version, or wait until one has begun."
  },
  version_unchanged: {
    en: "{product} is like that at this moment already",
    de: "{product} ist zu diesem Zeitpunkt schon so",
    remedy: "Give another price, or another moment."
  },
  version_returnable: {
    en: "{product} is taken back, so its price stays",
    de: "{product} wird zurückgenommen, deshalb bleibt der Preis",
    remedy: "Make another product for the new deposit: what was sold at the old price comes back at the old price."
  },
  version_begun: {
    en: "The change has begun, so it stays",
    de: "Die Änderung hat schon begonnen und bleibt deshalb",
    remedy: "Save another version with the price that is to hold from now on."
  },
  version_follows: {
    en: "The change comes with its tax rate",
    de: "Die Änderung gehört zu der des Steuersatzes",
    remedy: "Delete the planned version of the tax rate, or save another version of the product for that moment."
  },
  version_other_rate: {
    en: "{product} does not have the tax rate {rate} at that moment",
    de: "{product} hat zu diesem Zeitpunkt nicht den Steuersatz {rate}",
    remedy: "Leave the product out, or change its price by a version of its own."
  },
  version_price_twice: {
    en: "{product} has two prices",
    de: "{product} hat zwei Preise",
    remedy: "Name each product once."
  },
  fixed_price_missing: {
    en: "A product with a fixed price needs a price",
    de: "Ein Produkt mit festem Preis braucht einen Preis",
    remedy: "Give `price`, or set `fixed_price` to false."
  },
  free_price_given: {
    en: "A product with a free price can't have a price",
    de: "Ein Produkt mit freiem Preis kann keinen Preis haben",
    remedy: "Leave `price` out, or set `fixed_price` to true."
  },
  voucher_price_of_free: {
    en: "Only a product with a fixed price can have a price in vouchers",
    de: "Nur ein Produkt mit festem Preis kann einen Preis in Gutscheinen haben",
    remedy: "Leave `price_in_vouchers` out."
  },
  voucher_price_of_returnable: {
    en: "A product that is taken back can't have a price in vouchers",
    de: "Ein Produkt, das zurückgenommen wird, kann keinen Preis in Gutscheinen haben",
    remedy: "Leave `price_in_vouchers` out: returns are paid in money."
  },
  product_name_taken: {
    en: "There is already a product or ticket {name}",
    de: "Es gibt schon ein Produkt oder eine Eintrittskarte {name}",
    remedy: "Choose another name."
  },
  tax_rate_unknown: {
    en: "There is no tax rate {id} here",
    de: "Hier gibt es keinen Steuersatz {id}",
    remedy: "Take a tax rate of the node or of one above it."
  },
  category_unknown: {
    en: "There is no category {id} here",
    de: "Hier gibt es keine Kategorie {id}",
    remedy: "Take a category of the node or of one above it, or none."
  },
  category_name_taken: {
    en: "There is already a category {name}",
    de: "Es gibt schon eine Kategorie {name}",
    remedy: "Choose another name."
  },
  categories_too_many: {
    en: "An event can have {maximum} categories at most",
    de: "Eine Veranstaltung kann höchstens {maximum} Kategorien haben",
    remedy: "Delete categories that nothing uses, or rename one."
  },
  category_used: {
    en: "The category {category} is still used: {uses:sentences}",
    de: "Die Kategorie {category} wird noch benutzt: {uses:sentences}",
    remedy: "Give what the message names another category first, or none."
  },
  target_account_unknown: {
    en: "There is no account {id} in this event",
    de: "In dieser Veranstaltung gibt es kein Konto {id}",
    remedy: "Take an account of the event, or none."
  },
  sold_out_above: {
    en: "{product} is sold out at {node} and all places there, not only here",
    de: "{product} ist bei {node} und allen Orten dort ausverkauft, nicht nur hier",
    remedy: "Mark the product as back at the node that the message names."
  },
  target_account_forbidden: {
    en: "The account {id} ({type}) takes no sales",
    de: "Auf das Konto {id} ({type}) darf kein Erlös gebucht werden",
    remedy:
      "Take an account of the type `sale_exit`, `donation_exit`, `cash_vault`, `cash_imbalance` or `sepa_exit`, or none."
  },
  product_sold: {
    en: "{product} has been sold and can't be deleted",
    de: "{product} wurde schon verkauft und kann nicht gelöscht werden",
    remedy: "Take the product off the buttons."
  },
  product_in_layout: {
    en: "{product} is in a layout",
    de: "{product} ist in einer Tastenbelegung",
    remedy: "Take the product off the buttons and layouts first."
  },
  tax_rate_of_system: {
    en: "The tax rate {rate} belongs to the system and never changes",
    de: "Der Steuersatz {rate} gehört zum System und ändert sich nie",
    remedy: "Make a tax rate of your own."
  },
  tax_rate_name_taken: {
    en: "There is already a tax rate {name}",
    de: "Es gibt schon einen Steuersatz {name}",
    remedy: "Choose another name."
  },
  tax_type_fixed: {
    en: "{rate} was sold with already, so its tax type stays",
    de: "Mit {rate} wurde schon verkauft, die Steuerart bleibt",
    remedy: "Make another tax rate, and other products with it."
  },
  tax_type_untaxed: {
    en: "A rate above 0 can't be {type}",
    de: "Ein Satz über 0 kann nicht {type} sein",
    remedy: "Set the rate to 0, or choose a type of taxed sales."
  },
  tax_rate_used: {
    en: "The tax rate {rate} is in use",
    de: "Der Steuersatz {rate} ist in Gebrauch",
    remedy: "Give the products and tickets another tax rate first."
  },
  profile_name_taken: {
    en: "There is already a profile {name}",
    de: "Es gibt schon ein Kassenprofil {name}",
    remedy: "Choose another name."
  },
  layout_unknown: {
    en: "There is no layout {id} here",
    de: "Hier gibt es keine Tastenbelegung {id}",
    remedy: "Take a layout of the node or of one above it."
  },
  profile_used: {
    en: "The profile {profile} is used by a till",
    de: "Das Kassenprofil {profile} wird von einer Kasse benutzt",
    remedy: "Give the tills another profile first."
  },
  ticket_with_restrictions: {
    en: "{place:sentence}: {ticket} is for more than one kind of wristband",
    de: "{place:sentence}: {ticket} ist für mehr als eine Armbandart",
    remedy: "Give the ticket one variant at most: a scanned tag must lead to one ticket."
  },
  tickets_alike: {
    en: "{place:sentence}: {other} and {ticket} are for the same wristbands",
    de: "{place:sentence}: {other} und {ticket} sind für dieselben Armbänder",
    remedy: "Show one of them: a scanned tag must lead to one ticket."
  },
  layout_name_taken: {
    en: "There is already a layout {name}",
    de: "Es gibt schon eine Tastenbelegung {name}",
    remedy: "Choose another name."
  },
  layout_button_unknown: {
    en: "There is no button {id} here",
    de: "Hier gibt es keine Taste {id}",
    remedy: "Take a button of the node or of one above it."
  },
  layout_ticket_unknown: {
    en: "There is no ticket {id} here",
    de: "Hier gibt es keine Eintrittskarte {id}",
    remedy: "Take a ticket of the node or of one above it."
  },
  layout_repeats: {
    en: "{name} can be in a layout only once",
    de: "{name} kann in einer Tastenbelegung nur einmal vorkommen",
    remedy: "Name each button and ticket once."
  },
  layout_used: {
    en: "The layout {layout} is used by a profile",
    de: "Die Tastenbelegung {layout} wird von einem Kassenprofil benutzt",
    remedy: "Give the profiles another layout first."
  },
  button_name_taken: {
    en: "There is already a button {name}",
    de: "Es gibt schon eine Taste {name}",
    remedy: "Choose another name."
  },
  button_product_unknown: {
    en: "There is no product {id} here",
    de: "Hier gibt es kein Produkt {id}",
    remedy: "Take a product of the node or of one above it."
  },
  button_repeats: {
    en: "{product} can be on a button only once",
    de: "{product} kann auf einer Taste nur einmal vorkommen",
    remedy: "Name each product once."
  },
  button_product_unlocked: {
    en: "{product} must be locked before it is put on a button",
    de: "{product} muss gesperrt sein, bevor es auf eine Taste kommt",
    remedy: "Set the product's `is_locked` first."
  },
  button_free_prices: {
    en: "A button can have at most one product with a free price",
    de: "Eine Taste kann höchstens ein Produkt mit freiem Preis haben",
    remedy: "Make a button of its own for each."
  },
  button_returnables: {
    en: "A button can have at most one returnable product",
    de: "Eine Taste kann höchstens ein Produkt haben, das zurückgenommen wird",
    remedy: "Make a button of its own for each."
  },
  button_voucher_prices: {
    en: "A button can have at most one product with a price in vouchers",
    de: "Eine Taste kann höchstens ein Produkt mit einem Preis in Gutscheinen haben",
    remedy: "Make a button of its own for each."
  },
  button_contradiction: {
    en: "A button can have no product that is returnable and has a price in vouchers",
    de: "Eine Taste kann kein Produkt haben, das zurückgenommen wird und einen Preis in Gutscheinen hat",
    remedy: "Put another product in its place that has one of both."
  },
  button_used: {
    en: "The button {button} is in a layout",
    de: "Die Taste {button} ist in einer Tastenbelegung",
    remedy: "Take the button out of the layouts first."
  },
  picture_refused: {
    en: "The picture can't be used: {why:sentence}",
    de: "Das Bild ist nicht verwendbar: {why:sentence}",
    when:
      "The picture of a button is no whole, upright PNG, JPEG or WebP picture that stands still, or it is too large.",
    remedy:
      "Save the picture anew, upright, as PNG, JPEG or WebP of at most 512 pixels a side and 64 KiB. The form of the office does so by itself."
  },
  picture_too_many: {
    en: "An event can have {most} pictures of buttons",
    de: "Eine Veranstaltung kann {most} Bilder von Tasten haben",
    remedy: "Take pictures off buttons. Those that no button shows for a day make room for others."
  },
  picture_unknown: {
    en: "There is no picture {hash} here",
    de: "Hier gibt es kein Bild {hash}",
    remedy: "Upload the picture first (`POST /till-button-pictures`) and name the hash of its answer."
  },
  variant_name_taken: {
    en: "There is already a kind of wristband {name}",
    de: "Es gibt schon eine Armbandart {name}",
    remedy: "Choose another name; upper and lower case count as the same."
  },
  variant_unknown: {
    en: "There is no kind of wristband {id} here",
    de: "Hier gibt es keine Armbandart {id}",
    remedy: "Take a variant of the event."
  },
  variant_standard: {
    en: "Every event has the kind of wristband {variant}, so its name stays",
    de: "Jede Veranstaltung hat die Armbandart {variant}, also bleibt ihr Name",
    remedy: "Make a variant of your own."
  },
  variant_used: {
    en: "The kind of wristband {variant} is used by {tags} wristbands, {products} products and {tickets} tickets",
    de:
      "Die Armbandart {variant} wird von {tags} Armbändern, {products} Produkten und {tickets} Eintrittskarten benutzt",
    remedy: "Take the variant off products and tickets. A variant that wristbands have stays."
  },
  variants_disagree: {
    en: "The age limits and the kinds of wristbands contradict each other",
    de: "Altersgrenzen und Armbandarten widersprechen sich",
    remedy: "Send `user_tag_variant_ids` or `restrictions`, or both with the same age limits."
  }
})
