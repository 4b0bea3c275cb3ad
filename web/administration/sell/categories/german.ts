import type { CategoryTexts } from "./english.ts"

export const german: CategoryTexts = {
  name: "Name",
  nameHint: "Kassen zeigen ihn auf einem Reiter. Höchstens 60 Zeichen.",
  colour: "Farbe",
  colourHint: "Die Farbe ihrer Tasten an Kassen.",
  categories: "Kategorien",
  orderHint: "In dieser Reihenfolge zeigen Kassen die Reiter. Reiter gibt es ab 13 Tasten.",
  products: (count) => count === 1 ? "1 Produkt" : `${count} Produkte`,
  newCategory: "Neue Kategorie",
  createCategory: "Kategorie anlegen",
  saveCategory: "Kategorie speichern",
  created: (name) => `Die Kategorie ${name} ist angelegt. Ordnen Sie ihr auf den Seiten der Produkte Produkte zu.`,
  noCategories: "Es gibt noch keine Kategorie. Mit Kategorien sind Tasten schneller gefunden.",
  up: (name) => `${name}: weiter nach oben`,
  down: (name) => `${name}: weiter nach unten`,
  deleteThing: (name) => `${name} löschen`,
  deleteHint: "Sie darf keine Produkte, Tasten oder Preislisten mehr haben."
}
