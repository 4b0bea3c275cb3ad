import { defineRules } from "../base/Rule.ts"

/** Why sales, top-ups, pay-outs, cancels and grants are refused. */
export const orderRules = defineRules("order", {
  register_missing: {
    en: "This till has no cash register",
    de: "Diese Kasse hat keine Kassenlade",
    remedy: "Stock up the cashier at this till, or take the payment another way."
  },
  maximum_exceeded: {
    en: "The balance would be {balance:amount}, above the maximum of {maximum:amount}",
    de: "Das Guthaben wäre {balance:amount}, mehr als der Höchstbetrag von {maximum:amount}",
    remedy: "Book less. Top-ups that wait for a card payment count as well."
  },
  sale_online: {
    en: "A sale can't be paid online",
    de: "Ein Verkauf lässt sich nicht online bezahlen",
    remedy: "Send `cash`, `sumup` or `tag` as the payment method."
  },
  tag_needed: {
    en: "A payment by tag needs the customer's tag",
    de: "Für eine Zahlung per Armband fehlt das Armband des Gasts",
    remedy: "Send the chip that was scanned as `customer_tag_uid`."
  },
  tag_not_expected: {
    en: "Only a payment by tag has a customer's tag",
    de: "Nur bei Zahlung per Armband wird ein Armband angegeben",
    remedy: "Leave `customer_tag_uid` out, or send `tag` as the payment method."
  },
  button_unknown: {
    en: "This till has no button {button}",
    de: "Diese Kasse hat keine Taste {button}",
    remedy: "Have the terminal fetch its configuration again, and press again."
  },
  product_sold_out: {
    en: "{product} is sold out",
    de: "{product} ist ausverkauft",
    remedy: "Take the product out of the sale. If there is some again, mark it as back at the till or in the office."
  },
  entries_too_many: {
    id: "InvalidSale",
    en: "A sale can have at most {maximum} entries",
    de: "Ein Verkauf kann höchstens {maximum} Einträge haben",
    remedy: "Book it as several sales."
  },
  product_not_locked: {
    en: "{product} is not ready to be sold",
    de: "{product} ist noch nicht zum Verkauf freigegeben",
    remedy: "Lock the product or ticket in the administration."
  },
  quantity_needed: {
    en: "{product} is sold by the piece",
    de: "{product} wird stückweise verkauft",
    remedy: "Send a quantity instead of a price."
  },
  price_needed: {
    en: "{product} needs a price",
    de: "Für {product} fehlt ein Preis",
    remedy: "Send a price instead of a quantity."
  },
  price_out_of_range: {
    en: "A price must be above 0 and at most {maximum:amount}",
    de: "Ein Preis muss über 0 und darf höchstens {maximum:amount} sein",
    remedy: "Send another price."
  },
  quantity_out_of_range: {
    en: "A quantity must be from -{maximum} to {maximum}",
    de: "Eine Menge muss zwischen -{maximum} und {maximum} liegen",
    remedy: "Press the button several times, or book several sales."
  },
  not_returnable: {
    id: "InvalidSale",
    en: "{product} can't be returned",
    de: "{product} kann nicht zurückgegeben werden",
    remedy: "Take the product off the sale; a sale paid by tag can be cancelled instead."
  },
  voucher_product_returned: {
    id: "InvalidSale",
    en: "{product} can't be returned, as it has a price in vouchers",
    de: "{product} kann nicht zurückgegeben werden, da es einen Preis in Gutscheinen hat",
    remedy: "Take the product off the sale, and let the office make it either returnable or payable by vouchers."
  },
  line_too_large: {
    en: "At most {maximum} of {product} can be sold at once",
    de: "Von {product} können höchstens {maximum} auf einmal verkauft werden",
    remedy: "Book it as several sales."
  },
  sale_empty: {
    id: "InvalidSale",
    en: "There is nothing to sell",
    de: "Es gibt nichts zu verkaufen",
    remedy: "Press a button; presses that cancel each other out leave nothing."
  },
  sale_too_large: {
    id: "InvalidSale",
    en: "The sale is too large",
    de: "Der Verkauf ist zu groß",
    remedy: "Book it as several sales."
  },
  price_changed: {
    en: "The price has changed from {shown:amount} to {total:amount}",
    de: "Der Preis hat sich von {shown:amount} auf {total:amount} geändert",
    remedy: "Show the new total to the guest, and send it as `shown_total`."
  },
  target_account_forbidden: {
    en: "{product} can't be sold: its target account takes no sales",
    de: "{product} kann nicht verkauft werden: Auf das Zielkonto darf kein Erlös gebucht werden",
    remedy: "Make another product, with another target account or none, and put it on the button in place of this one."
  },
  top_up_not_positive: {
    en: "A top-up must be above 0",
    de: "Eine Aufladung muss über 0 sein",
    remedy: "Send an amount above 0."
  },
  top_up_online_at_till: {
    en: "A till can't top up online",
    de: "An einer Kasse lässt sich nicht online aufladen",
    remedy: "Send `cash` or `sumup` as the payment method."
  },
  top_up_too_small: {
    en: "A top-up must be at least {minimum:amount}",
    de: "Eine Aufladung muss mindestens {minimum:amount} sein",
    remedy: "Top up more."
  },
  top_up_not_whole: {
    en: "A top-up on the web must be a whole amount",
    de: "Online lassen sich nur ganze Beträge aufladen",
    remedy: "Send an amount without a fraction."
  },
  top_up_web_off: {
    en: "This event takes no top-ups on the web",
    de: "Bei dieser Veranstaltung lässt sich nicht online aufladen",
    remedy: "Top up at a till; operators switch it on with `sumup_topup_enabled` and an account at the provider."
  },
  pay_out_not_negative: {
    en: "The amount of a pay-out must be below 0",
    de: "Der Betrag einer Auszahlung muss unter 0 sein",
    remedy: "Send the amount with a minus sign, or null for the whole balance."
  },
  pay_out_empty: {
    en: "There is nothing to pay out",
    de: "Es gibt nichts auszuzahlen",
    remedy: "No action is needed: the customer's balance is 0."
  },
  order_unknown: {
    en: "There is no such order",
    de: "Diese Bestellung gibt es nicht",
    remedy: "Look the order up again."
  },
  order_cancelled: {
    en: "The order has been cancelled already",
    de: "Die Bestellung ist schon storniert",
    remedy: "No action is needed: the money has been given back."
  },
  only_sales_cancelled: {
    en: "Only a sale can be cancelled",
    de: "Nur ein Verkauf kann storniert werden",
    remedy: "Book the opposite: pay out what was topped up."
  },
  only_tag_sales_cancelled: {
    en: "Only a sale paid by tag can be cancelled",
    de: "Nur ein mit Armband bezahlter Verkauf kann storniert werden",
    remedy: "Take returnable goods back by a sale with a negative quantity."
  },
  cancelled_elsewhere: {
    en: "A sale can be cancelled only at its own till",
    de: "Ein Verkauf kann nur an der eigenen Kasse storniert werden",
    remedy: "Cancel at the till that sold, or in the administration."
  },
  correction_unchanged: {
    en: "The correction changes nothing",
    de: "Die Korrektur ändert nichts",
    remedy: "Change a product, a quantity, a price or the vouchers; leave a sale that is right as it is."
  },
  product_unknown: {
    en: "There is no product {product} here",
    de: "Das Produkt {product} gibt es hier nicht",
    remedy: "Send ids of the event's products, not of tickets, top-ups or discounts."
  },
  pin_without_guest: {
    en: "No guest has or had a wristband with the PIN {pin}",
    de: "Kein Gast hat oder hatte ein Armband mit der PIN {pin}",
    remedy: "Compare the PIN with the one printed on the wristband. People who work here hold theirs to the reader."
  },
  tag_without_account: {
    en: "No account has the tag {tag}",
    de: "Kein Konto hat das Armband {tag}",
    remedy: "Scan again; a tag has an account once it was given to a guest."
  },
  grant_without_customer: {
    en: "No customer has the tag {tag}",
    de: "Für die Freigabe fehlt ein Gast mit dem Armband {tag}",
    remedy: "Scan again; give the tag out with a ticket or grant a free ticket first."
  },
  granted_just_now: {
    en: "These vouchers were granted a moment ago; repeat it after ten seconds if more are meant",
    de: "Diese Gutscheine sind gerade eben ausgegeben worden; weitere gehen nach zehn Sekunden",
    when:
      "The same terminal grants the same number of vouchers to the same wristband within ten seconds, without a `request_id`.",
    remedy:
      "Look at the guest's vouchers: the first request is booked. For more wait ten seconds, or send a `request_id` with each."
  },
  grant_out_of_range: {
    en: "A grant must be from 1 to {maximum} vouchers",
    de: "Eine Freigabe muss 1 bis {maximum} Gutscheine haben",
    remedy: "Send another number of vouchers."
  },
  vouchers_too_many: {
    en: "An account can hold at most {maximum} vouchers",
    de: "Ein Konto kann höchstens {maximum} Gutscheine haben",
    remedy: "Grant fewer vouchers."
  },
  chip_taken: {
    en: "Another tag has this chip",
    de: "Ein anderes Armband hat diesen Chip",
    remedy: "Scan the tag again, and read PIN and chip from the same one."
  }
})
