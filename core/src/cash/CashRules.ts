import { defineRules } from "../base/Rule.ts"

/** Why registers are not handed out, filled, handed on or closed out. */
export const cashRules = defineRules("cash", {
  register_unknown: {
    en: "There is no such cash register here",
    de: "Diese Kassenlade gibt es hier nicht",
    remedy: "Choose a register of this node or of one above it."
  },
  register_in_till: {
    en: "The cash register {register} is in the till {till}",
    de: "Die Kassenlade {register} ist in der Kasse {till}",
    remedy: "Take the register out of the till, or choose another one."
  },
  register_held: {
    en: "The cash register {register} is held by another cashier",
    de: "Die Kassenlade {register} hat schon ein anderer Kassierer",
    remedy: "Close out who holds the register, or choose another one."
  },
  stocking_unknown: {
    en: "There is no such register stocking here",
    de: "Diese Wechselgeldvorlage gibt es hier nicht",
    remedy: "Choose a stocking of this node or of one above it."
  },
  tag_of_nobody: {
    en: "This tag belongs to no one who works here",
    de: "Dieser Chip gehört niemandem, der hier arbeitet",
    remedy: "Scan the tag of a user of the event, or give the user this tag."
  },
  cashier_has_register: {
    en: "The cashier has a cash register already",
    de: "Der Kassierer hat schon eine Kassenlade",
    remedy: "Close out the cashier first, or move cash into the register that they have."
  },
  signed_in_at_several_tills: {
    en: "The cashier is signed in at several tills: {tills:list}",
    de: "Der Kassierer ist an mehreren Kassen angemeldet: {tills:list}",
    remedy: "Sign the cashier out of all tills but the one that the register is for."
  },
  till_has_register: {
    en: "There is a cash register in the till {till} already",
    de: "In der Kasse {till} ist schon eine Kassenlade",
    remedy: "Take that register out of the till first."
  },
  cashier_without_register: {
    en: "The cashier has no cash register",
    de: "Der Kassierer hat keine Kassenlade",
    remedy: "Hand a register to the cashier first."
  },
  register_in_no_till: {
    en: "The cashier's register lies in no till; the cashier has to sign in first",
    de: "Die Kassenlade liegt in keiner Kasse; der Kassierer muss sich erst anmelden",
    remedy: "Have the cashier sign in at a till, then move the cash."
  },
  own_transport_account_missing: {
    en: "You have no transport account, so you can't carry cash here",
    de: "Ohne Transportkonto kann hier kein Bargeld getragen werden",
    remedy: "Let someone with a role that has `cash_transport` carry the cash, or get such a role."
  },
  transport_account_missing: {
    en: "The owner of this tag has no transport account",
    de: "Zu diesem Chip gibt es kein Transportkonto",
    remedy: "Scan the tag of someone whose role has `cash_transport`."
  },
  transfer_not_own: {
    id: "AccessDenied",
    en: "Without cash_transport you can only hand on your own register or take one over",
    de: "Ohne cash_transport kann nur die eigene Kassenlade übergeben oder eine übernommen werden",
    remedy: "Let one of the two cashiers sign in and do it, or someone whose role has `cash_transport`."
  },
  transfer_in_use: {
    id: "AccessDenied",
    en: "The register is in use: its cashier is signed in at {tills:list} and hands it on there",
    de: "Die Kassenlade ist in Gebrauch: Übergeben wird sie dort, wo ihr Kassierer angemeldet ist ({tills:list})",
    remedy:
      "Let the cashier hand the register on at their till or sign out there, or ask a user whose role has `cash_transport`."
  },
  transfer_to_self: {
    en: "A cashier can't hand a register to themselves",
    de: "Übergeben wird eine Kassenlade nur an jemand anderen",
    remedy: "Scan the tags of two cashiers."
  },
  transfer_source_unknown: {
    en: "There is no such cashier to take the register from",
    de: "Den Kassierer, der die Kassenlade übergeben soll, gibt es hier nicht",
    remedy: "Name a user of the event as the one who hands the register on."
  },
  transfer_source_without_register: {
    en: "The cashier has no cash register to hand on",
    de: "Der Kassierer hat keine Kassenlade zum Übergeben",
    remedy: "Name the cashier who holds the register."
  },
  transfer_target_unknown: {
    en: "There is no such cashier to give the register to",
    de: "Den Kassierer, der die Kassenlade bekommen soll, gibt es hier nicht",
    remedy: "Name a user of the event as the one who gets the register."
  },
  transfer_target_has_register: {
    en: "The other cashier has a cash register already",
    de: "Der andere Kassierer hat schon eine Kassenlade",
    remedy: "Close out the other cashier first, or choose someone else."
  },
  close_out_without_register: {
    id: "InvalidCloseOut",
    en: "The cashier has no cash register",
    de: "Der Kassierer hat keine Kassenlade",
    when: "A cashier who has no cash register is to be closed out.",
    remedy: "Nothing is to be counted: the cashier was closed out, or has handed the register on."
  },
  close_out_while_signed_in: {
    id: "InvalidCloseOut",
    en: "The cashier is still signed in at a terminal",
    de: "Der Kassierer ist noch an einem Terminal angemeldet",
    remedy: "Sign the cashier out first."
  },
  close_out_while_in_till: {
    id: "InvalidCloseOut",
    en: "The cashier's register still lies in a till",
    de: "Die Kassenlade liegt noch in einer Kasse",
    remedy: "Take the register out of the till first."
  },
  close_out_without_orders: {
    id: "InvalidCloseOut",
    en: "The cashier booked nothing since the last shift",
    de: "Seit der letzten Schicht hat der Kassierer nichts gebucht",
    remedy: "Nothing is to be counted: the shift has not begun."
  },
  counted_cash_negative: {
    id: "InvalidCloseOut",
    en: "The counted cash can't be less than 0",
    de: "Das gezählte Bargeld kann nicht unter 0 sein",
    remedy: "Send the counted amount, in cents."
  },
  counted_sum_differs: {
    id: "InvalidCloseOut",
    en: "The counted notes and coins are not the counted cash",
    de: "Die gezählten Scheine und Münzen ergeben nicht das gezählte Bargeld",
    remedy: "Send the sum of `denominations` as `actual_cash_drawer_balance`."
  },
  may_not_count: {
    en: "Who counts works here and has node_administration or cash_transport",
    de: "Zum Zählen ist node_administration oder cash_transport nötig, in einer Rolle hier",
    remedy: "Name someone as the one who counts whose role at this node or above has one of the privileges."
  }
})
