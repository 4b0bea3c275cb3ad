import { Schema, Struct } from "effect"
import { text } from "./Sentence.ts"

/** The kinds of objects that a call may not find, by their name on the wire, with the words for people. */
export const elementTypes = {
  Blob: text({ en: "Blob", de: "Datei" }),
  PendingOrder: text({ en: "PendingOrder", de: "vorgemerkte Bestellung" }),
  account: text({ en: "account", de: "Konto" }),
  audit_log: text({ en: "audit log", de: "Protokolleintrag" }),
  bon: text({ en: "bon", de: "Bon" }),
  button: text({ en: "button", de: "Taste" }),
  card_payment: text({ en: "card payment", de: "Kartenzahlung" }),
  cash_register: text({ en: "cash register", de: "Kassenlade" }),
  cash_register_stocking: text({ en: "cash register stocking", de: "Wechselgeldvorlage" }),
  cashier: text({ en: "cashier", de: "Kassierer" }),
  cashier_shift: text({ en: "cashier shift", de: "Schicht" }),
  customer: text({ en: "customer", de: "Gast" }),
  event: text({ en: "event", de: "Veranstaltung" }),
  mail_that_failed: text({ en: "mail that failed", de: "nicht zugestellte Mail" }),
  mdm_device: text({ en: "device", de: "Gerät" }),
  node: text({ en: "node", de: "Knoten" }),
  order: text({ en: "order", de: "Bestellung" }),
  payout: text({ en: "payout", de: "Auszahlung" }),
  payout_file: text({ en: "payout file", de: "Überweisungsdatei" }),
  payout_run: text({ en: "payout run", de: "Auszahlungslauf" }),
  presale_case: text({ en: "presale case", de: "Vorverkaufsfall" }),
  presale_ticket: text({ en: "presale ticket", de: "Vorverkaufskarte" }),
  presale_webhook: text({ en: "presale webhook", de: "Webhook des Vorverkaufs" }),
  price_list: text({ en: "price list", de: "Preisliste" }),
  product: text({ en: "product", de: "Produkt" }),
  product_category: text({ en: "product category", de: "Kategorie" }),
  product_version: text({ en: "product version", de: "Version eines Produkts" }),
  reconciliation: text({ en: "reconciliation", de: "Abgleich" }),
  session: text({ en: "session", de: "Sitzung" }),
  sumup_checkout: text({ en: "sumup checkout", de: "SumUp-Checkout" }),
  tax_rate: text({ en: "tax rate", de: "Steuersatz" }),
  tax_rate_version: text({ en: "tax rate version", de: "Version eines Steuersatzes" }),
  terminal: text({ en: "terminal", de: "Terminal" }),
  ticket: text({ en: "ticket", de: "Eintrittskarte" }),
  ticket_version: text({ en: "ticket version", de: "Version einer Eintrittskarte" }),
  till: text({ en: "till", de: "Kasse" }),
  till_layout: text({ en: "till layout", de: "Tastenbelegung" }),
  till_profile: text({ en: "till profile", de: "Kassenprofil" }),
  transaction: text({ en: "transaction", de: "Buchung" }),
  tse: text({ en: "tse", de: "TSE" }),
  user: text({ en: "user", de: "Benutzer" }),
  user_role: text({ en: "user role", de: "Rolle" }),
  user_tag: text({ en: "user tag", de: "Armband" }),
  user_tag_variant: text({ en: "user tag variant", de: "Armbandart" })
}

export const ElementType = Schema.Literals(Struct.keys(elementTypes))
export type ElementType = typeof ElementType.Type
