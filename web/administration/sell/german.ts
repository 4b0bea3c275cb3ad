import type { SellTexts } from "./english.ts"

export const german: SellTexts = {
  name: "Name",
  price: "Preis",
  freePrice: "frei",
  fixedPrice: "Fester Preis",
  fixedPriceHint: "Sonst tippen die Kassierenden den Preis.",
  voucherPrice: "Preis in Gutscheinen",
  voucherPriceHint: "Leer, wenn Gutscheine dafür nicht gelten.",
  tax: "Steuer",
  restrictions: "Nicht an Gäste",
  under_16: "unter 16",
  under_18: "unter 18",
  locked: "Bereit zum Verkauf",
  lockedHint: "Nur dann passt es auf Knöpfe. Danach lässt sich nur noch der Name ändern.",
  returnable: "Kann zurückgegeben werden",
  returnableHint: "Etwa Pfand: Kassen nehmen es auch zurück.",
  noProducts: "Noch keine Produkte. Ein Produkt ist etwas, das Kassen verkaufen, mit Preis und Steuersatz.",
  newProduct: "Neues Produkt",
  createProduct: "Produkt anlegen",
  saveProduct: "Produkt speichern",
  deleteProduct: (name) => `${name} löschen`,
  deleteProductHint:
    "Es steht nicht mehr für Knöpfe bereit. Ein verkauftes Produkt bleibt auf seinen Belegen und kann nicht gelöscht werden."
}
