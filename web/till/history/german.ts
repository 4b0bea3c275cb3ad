import type { english } from "./english.ts"

export const german: typeof english = {
  historyEmpty: "Noch keine eigene Buchung an dieser Kasse. Hier stehen dann alle, die neueste zuerst.",
  wristband: "Armband",
  order: "Buchung",
  orderSale: "Verkauf",
  orderCancel: "Storno",
  orderTopUp: "Aufladung",
  orderPayOut: "Auszahlung",
  orderTicket: "Eintritt",
  orderTransfer: "Bargeld bewegt",
  orderImbalance: "Differenz beim Abschluss",
  orderShiftStart: "Beginn der Schicht",
  orderShiftEnd: "Ende der Schicht",
  methodCash: "bar",
  methodCard: "Karte",
  methodOnline: "Karte im Portal",
  methodTag: "Armband",
  orderCancelled: "Storniert",
  orderTax: "Enthaltene Steuer",
  orderTime: "Gebucht",
  orderOfOther: "Diese Buchung stammt von jemand anderem. Nur diese Person sieht sie hier.",
  cancelOrder: "Diesen Verkauf stornieren",
  cancelQuestion: "Den ganzen Verkauf stornieren?",
  cancelEffect: (goods, amount) =>
    `Der Gast bekommt ${amount} zurück auf das Armband, eingelöste Gutscheine ebenso. Nichts davon gilt dann als verkauft: ${goods}. Ein Storno lässt sich nicht rückgängig machen.`,
  cancelNow: (amount) => `Stornieren, ${amount} zurück`,
  cancelKeep: "Verkauf behalten",
  cancelCancelled: "Dieser Verkauf ist schon storniert.",
  cancelNotSale: "Nur Verkäufe lassen sich stornieren.",
  cancelNotByTag: "An der Kasse lassen sich nur Verkäufe mit Armband stornieren. Bei anderen hilft das Festivalteam.",
  cancelUnknown:
    "Bitte schließen und in die Liste schauen: Ist der Verkauf dort als storniert markiert, hat es geklappt."
}
