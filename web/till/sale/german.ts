import type { english } from "./english.ts"

export const german: typeof english = {
  saleEmpty: "Tippen, was der Gast möchte. Dann das Armband an den Leser halten.",
  saleLayoutEmpty: "Diese Kasse hat keine Tasten. Das Festivalteam kann ihr welche geben.",
  total: "Summe",
  oneLess: (name) => `${name}: eins weniger`,
  removeLine: (name) => `${name} entfernen`,
  undo: "Rückgängig",
  clear: "Leeren",
  repeat: (words) => `Noch einmal: ${words}`,
  holdTag: "Armband an den Leser halten",
  payCash: "Bar",
  payCard: "Karte",
  freePrice: "Freier Preis",
  vouchersFor: (count) => count === 1 ? "1 Gutschein nutzen" : `${count} Gutscheine nutzen`,
  price: "Preis",
  enter: "Übernehmen",
  deleteDigit: "Letzte Ziffer löschen",
  given: "Gegeben",
  exact: "Passend",
  change: "Rückgeld",
  bookCash: (amount) => `${amount} bar buchen`,
  payBackCash: (amount) => `${amount} bar zurückzahlen`,
  givenTooLittle: (amount) => `Es fehlen ${amount}`,
  backToBasket: "Zurück zum Warenkorb",
  chipOf: (chip) => `Armband ${chip}`,
  cannotBook: "Im Moment kann nichts gebucht werden",
  cannotBookHint:
    "Der Server antwortet nicht, oder frühere Buchungen warten noch auf ihn. Der Warenkorb bleibt, wie er ist."
}
