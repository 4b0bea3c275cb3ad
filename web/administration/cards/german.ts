import type { CardTexts } from "./english.ts"

export const german: CardTexts = {
  tabs: { attention: "Zu entscheiden", days: "Abgleich nach Tagen", payments: "Zahlungen", checkouts: "Checkouts" },
  view: "Zeige",
  noUnverified: "Nichts zu entscheiden: Der Anbieter hat jede Kartenzahlung bestätigt.",
  unverifiedHint:
    "Die Kasse sagt, eine Karte sei belastet, und der Anbieter hat es nicht bestätigt. Sieh beim Anbieter nach, bevor du entscheidest.",
  order: "Buchung",
  time: "Zeit",
  amount: "Betrag",
  till: "Kasse",
  cashier: "Kassiert von",
  problem: "Was nicht stimmt",
  state: "Stand",
  states: { pending: "wartet", booked: "gebucht", cancelled: "aufgegeben" },
  problems: {
    "Paid, but it can't be booked: the account was disabled before the money came":
      "Bezahlt, aber nicht zu buchen: Das Konto wurde stillgelegt, bevor das Geld kam",
    "Booked, but the card payment failed": "Gebucht, aber die Kartenzahlung ist gescheitert",
    "Booked, but the card provider never confirmed the payment": "Gebucht, aber vom Anbieter nie bestätigt"
  },
  notConfirmed: "vom Anbieter nicht bestätigt",
  decide: "Entscheiden",
  decideTitle: (amount) => `Kartenzahlung über ${amount}`,
  decision: "Entscheidung",
  kinds: {
    book: "Buchen: Der Gast hat gezahlt",
    dismiss: "Aufgeben: Das Geld ging zurück oder wurde nie genommen",
    acknowledge: "Gebucht lassen und von dieser Liste nehmen"
  },
  reason: "Grund",
  reasonHint: "Was du beim Anbieter gefunden hast. Es bleibt im Protokoll.",
  settle: "Entscheidung speichern",
  day: "Tag",
  compared: "Abgeglichen",
  paid: "Beim Anbieter gezahlt",
  booked: "Hier gebucht",
  returned: "Zurückgegeben",
  differences: "Unterschiede",
  unresolved: "Zu prüfen",
  payments: "Zahlungen",
  noDays: "Noch ist nichts abgeglichen. Die Kartenzahlungen eines Tags werden jede Nacht mit dem Anbieter verglichen.",
  noDifferences: "Alles stimmt überein.",
  findings: {
    matched: "stimmt überein",
    tip: "mit Trinkgeld, das nicht gebucht ist",
    differs: "Betrag, Währung oder Händler weichen ab",
    not_booked: "gezahlt, aber nicht gebucht",
    not_at_provider: "gebucht, aber nicht beim Anbieter",
    duplicate: "doppelt gezahlt",
    unknown_order: "gezahlt für eine Buchung, die es nicht gibt",
    foreign: "nicht von uns",
    undecided: "noch nicht endgültig",
    refunded: "erstattet",
    charged_back: "von der Bank des Gasts zurückgeholt"
  },
  finding: "Befund",
  done: "Erledigt",
  code: "Code",
  card: "Karte",
  status: "Stand",
  statuses: {
    SUCCESSFUL: "erfolgreich",
    CANCELLED: "abgebrochen",
    FAILED: "fehlgeschlagen",
    PENDING: "wartet",
    REFUNDED: "erstattet",
    PAID: "bezahlt"
  },
  noPayments: "Keine Kartenzahlungen, oder keine, die der Anbieter zeigt.",
  noCheckouts: "Keine Checkouts. Einer entsteht, wenn ein Gast im Portal auflädt.",
  reference: "Referenz",
  description: "Beschreibung",
  validUntil: "Gültig bis",
  expired: "abgelaufen",
  merchant: "Händler",
  problemOf: "Der Abgleich ist fehlgeschlagen und wird wiederholt"
}
