import type { AccountTexts } from "./english.ts"

export const german: AccountTexts = {
  types: {
    private: { name: "Gast", more: "auf dem Armband des Gasts", less: "auf dem Armband des Gasts" },
    sale_exit: { name: "Verkäufe", more: "verkauft", less: "zurückgegeben" },
    cash_entry: { name: "Eingenommenes Bargeld", more: "zurückgegeben", less: "in Kassenladen gelegt" },
    cash_exit: { name: "Ausgegebenes Bargeld", more: "aus Kassenladen ausgezahlt", less: "zurückgelegt" },
    cash_topup_source: {
      name: "Bar aufgeladen und ausgezahlt",
      more: "mehr ausgezahlt als aufgeladen",
      less: "mehr aufgeladen als ausgezahlt"
    },
    cash_imbalance: { name: "Differenzen", more: "fehlt", less: "zu viel" },
    cash_vault: { name: "Tresor", more: "zurückgebracht", less: "herausgegeben" },
    sumup_entry: { name: "Kartenzahlungen an Kassen", more: "zurückgegeben", less: "mit Karte gezahlt" },
    sumup_online_entry: { name: "Kartenzahlungen im Portal", more: "zurückgegeben", less: "mit Karte gezahlt" },
    presale_entry: { name: "Guthaben aus dem Vorverkauf", more: "zurückgegeben", less: "an den Kartenshop gezahlt" },
    transport: { name: "Bargeld unterwegs", more: "unterwegs", less: "unterwegs" },
    voucher_create: { name: "Ausgegebene Gutscheine", more: "zurückgenommen", less: "ausgegeben" },
    donation_exit: { name: "Spenden", more: "gespendet", less: "zurückgegeben" },
    sepa_exit: { name: "An Banken ausgezahlt", more: "ausgezahlt", less: "zurückgekommen" },
    payout_reserve: {
      name: "Für Auszahlungen zurückgelegt",
      more: "wartet in Auszahlungsläufen",
      less: "wartet in Auszahlungsläufen"
    },
    cash_register: { name: "Kassenlade", more: "in der Lade", less: "fehlt in der Lade" }
  },
  account: "Konto",
  meaning: "Was es sagt",
  amount: "Betrag",
  vouchers: "Gutscheine",
  comment: "Kommentar",
  nothing: "nichts",
  day: "Tag",
  direction: "Hinein oder hinaus",
  into: "hinein",
  outOf: "hinaus",
  movements: "Bewegungen",
  noMovements: "Hier wurde noch nichts bewegt.",
  transactionNumber: (id) => `Umbuchung ${id}`,
  time: "Zeit",
  from: "Von",
  to: "Nach",
  order: "Buchung",
  orderNumber: (id) => `Buchung ${id}`,
  reason: "Grund",
  person: "Gebucht von",
  personNumber: (id) => `Person ${id}`,
  find: "Name, Kommentar, PIN oder Chip",
  found: "Gefundene Konten",
  noAccounts: "Damals gab es noch keine Konten.",
  nothingFound: (term) => `Kein Konto hat „${term}“.`,
  toGuest: "Zum Gast"
}
