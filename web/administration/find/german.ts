import type { FindTexts } from "./english.ts"

export const german: FindTexts = {
  find: "Alles finden",
  findHint: "PIN, Chip, Name, E-Mail, Bestellnummer, Kasse, Produkt, Benutzer, Seite …",
  results: "Ergebnisse",
  nothing: (text) => `Nichts gefunden für „${text}“.`,
  kinds: {
    guest: "Gast",
    order: "Buchung",
    till: "Kasse",
    terminal: "Terminal",
    cash_register: "Kassenlade",
    product: "Produkt",
    ticket: "Eintrittskarte",
    user: "Benutzer",
    user_role: "Rolle",
    node: "Ort",
    tse: "TSE",
    payout_run: "Auszahlungslauf",
    user_tag: "Armband"
  }
}
