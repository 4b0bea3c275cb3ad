import type { english } from "./english.ts"

export const german: typeof english = {
  booked: "Gebucht",
  notBooked: "Nicht gebucht",
  unknown: "Noch keine Antwort",
  sending: (amount) => `${amount} wird gesendet …`,
  bookedAmount: "Betrag",
  balanceBefore: "Vorher",
  balanceAfter: "Guthaben",
  vouchersUsed: (count) => count === 1 ? "1 Gutschein eingelöst" : `${count} Gutscheine eingelöst`,
  vouchersLeft: (count) => count === 1 ? "noch 1 Gutschein" : `noch ${count} Gutscheine`,
  needed: "Nötig",
  available: "Vorhanden",
  missing: "Es fehlen",
  tooYoung: "Zu jung",
  wrongKind: "Nicht mit diesem Armband",
  tooYoungFor: (products) => `Nicht für diesen Gast: ${products}`,
  notEnough: "Nicht genug Guthaben",
  notEnoughVouchers: "Nicht genug Gutscheine",
  tagUnknown: "Unbekanntes Armband",
  tagUnknownHint:
    "Kein Gast hat dieses Armband. Es kann neu, gesperrt oder von einer anderen Veranstaltung sein. Der Einlass oder die Hilfe weiß mehr.",
  dismiss: "Weiter",
  receipt: "Beleg",
  cardTitle: "Kartenzahlung",
  cardRegistering: "Der Verkauf wird vorgemerkt …",
  cardPay: (amount) => `Jetzt ${amount} mit dem Kartenleser nehmen.`,
  cardOpenApp: "SumUp-App öffnen",
  cardPaid: "Die Karte wurde belastet",
  cardNotPaid: "Sie wurde nicht belastet",
  cardUnclear: "Ob die Karte belastet wurde, lässt sich gerade nicht klären. Bitte noch einmal versuchen.",
  notEnoughCash: "Nicht genug Bargeld in der Kassenlade"
}
