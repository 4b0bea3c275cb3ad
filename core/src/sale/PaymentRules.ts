import { defineRules } from "../base/Rule.ts"

/** Why orders that are paid by card are not registered, booked, cancelled or settled. */
export const paymentRules = defineRules("order", {
  only_cards_registered: {
    en: "Only payments by card are registered",
    de: "Nur Kartenzahlungen werden vorgemerkt",
    remedy: "Book the order; only `sumup` is registered first."
  },
  nothing_to_charge: {
    en: "There is nothing to pay by card",
    de: "Es ist nichts mit Karte zu bezahlen",
    remedy: "Book the order without registering it: it costs nothing."
  },
  registration_cancelled: {
    en: "This order has been cancelled; the next try needs a uuid of its own",
    de: "Diese Bestellung wurde abgebrochen; der nächste Versuch braucht eine eigene uuid",
    remedy: "Register the order with a new uuid."
  },
  registered_elsewhere: {
    en: "This order is registered at another till",
    de: "Diese Bestellung ist an einer anderen Kasse vorgemerkt",
    remedy: "Book or cancel it at the till that registered it."
  },
  registered_otherwise: {
    en: "This order is registered with other content",
    de: "Diese Bestellung ist mit anderem Inhalt vorgemerkt",
    remedy: "Send exactly what was registered, or register the other order with a uuid of its own."
  },
  registered_as_other_type: {
    en: "This order is of another type",
    de: "Diese Bestellung ist von anderer Art",
    remedy: "Cancel it by the call for its kind: sale, top-up or ticket sale."
  },
  given_up_by_operator: {
    en: "This order has been given up by an operator",
    de: "Diese Bestellung wurde vom Büro aufgegeben",
    remedy: "Book the order with a uuid of its own; the money of this one was given back."
  },
  unbookable_uuid_taken: {
    en: "This order can't be booked: another order has its uuid",
    de: "Diese Bestellung kann nicht gebucht werden: Eine andere hat ihre uuid",
    remedy: "Call an operator: the payment is listed by `wristbank card unverified` and has to be given back."
  },
  unbookable_tags_gone: {
    en: "This order can't be booked: what it was to hand out belongs to someone else by now",
    de: "Diese Bestellung kann nicht gebucht werden: Was sie ausgeben sollte, gehört inzwischen jemand anderem",
    remedy: "Call an operator: the payment is listed by `wristbank card unverified` and has to be given back."
  },
  unbookable_account_disabled: {
    en: "This order can't be booked: the account was disabled meanwhile",
    de: "Diese Bestellung kann nicht gebucht werden: Das Konto wurde inzwischen stillgelegt",
    remedy: "Call an operator: the payment is listed by `wristbank card unverified` and has to be given back."
  },
  paid_account_disabled: {
    en: "This order is paid, but the account was disabled meanwhile",
    de: "Diese Bestellung ist bezahlt, aber das Konto wurde inzwischen stillgelegt",
    remedy: "Call an operator: the payment is listed by `wristbank card unverified` and has to be given back."
  },
  paid_uuid_taken: {
    en: "This order is paid, but another order has its uuid",
    de: "Diese Bestellung ist bezahlt, aber eine andere hat ihre uuid",
    remedy: "Call an operator: the payment is listed by `wristbank card unverified` and has to be given back."
  },
  paid_tags_gone: {
    en: "This order is paid, but what it was to hand out belongs to someone else by now",
    de: "Diese Bestellung ist bezahlt, aber was sie ausgeben sollte, gehört inzwischen jemand anderem",
    remedy: "Call an operator: the payment is listed by `wristbank card unverified` and has to be given back."
  },
  other_money_charged: {
    id: "CardPaymentMismatch",
    en:
      "The card was charged {charged:amount} {charged_currency} instead of {needed:amount} {currency}, nothing was booked",
    de:
      "Von der Karte wurden {charged:amount} {charged_currency} statt {needed:amount} {currency} abgebucht, nichts wurde gebucht",
    remedy:
      "Call an operator: the payment is listed by `wristbank card unverified`. The next try needs a uuid of its own."
  },
  money_went_back: {
    id: "CardPaymentMismatch",
    en: "The card was charged {charged:amount} {charged_currency}, and all or part of it went back: nothing was booked",
    de:
      "Von der Karte wurden {charged:amount} {charged_currency} abgebucht und ganz oder teilweise erstattet: Nichts wurde gebucht",
    remedy:
      "Call an operator: `wristbank card unverified` lists the payment with both amounts. The next try needs a uuid of its own."
  },
  other_merchant_paid: {
    id: "CardPaymentMismatch",
    en: "The payment went to another merchant, nothing was booked",
    de: "Die Zahlung ging an einen anderen Händler, nichts wurde gebucht",
    remedy: "Call an operator: the card reader may be signed in with another account of the provider."
  },
  payment_settled: {
    en: "This card payment has been settled: {reason}",
    de: "Über diese Kartenzahlung wurde schon entschieden: {reason}",
    remedy: "Nothing: a settled payment is settled for good."
  },
  payment_not_listed: {
    en: "Only a card payment that is listed as unverified can be settled",
    de: "Nur eine als ungeklärt gelistete Kartenzahlung kann entschieden werden",
    remedy: "Look at `wristbank card unverified`; the payment needs no decision any more."
  },
  booked_only_acknowledged: {
    en: "This order is booked, so it can only be acknowledged",
    de: "Diese Bestellung ist gebucht und kann nur zur Kenntnis genommen werden",
    remedy: "Settle it with `acknowledge`; take a booking back by a cancel or a pay-out."
  },
  unbooked_never_acknowledged: {
    en: "This order is not booked: it can be booked or dismissed",
    de: "Diese Bestellung ist nicht gebucht: Sie kann gebucht oder verworfen werden",
    remedy: "Settle it with `book` or `dismiss`."
  }
})
