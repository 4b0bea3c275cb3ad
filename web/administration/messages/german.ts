import { german as kit } from "../../kit/messages/german.ts"
import type { AdministrationMessages } from "./english.ts"

export const german: AdministrationMessages = {
  ...kit,
  mistakes: {
    missing: "Das wird gebraucht.",
    noCount: "Eine ganze Zahl, etwa 12.",
    noAmount: "Ein Betrag, etwa 3,50.",
    noShare: "Ein Prozentsatz, etwa 19."
  },
  product: "Verwaltung",
  signInTitle: "In der Verwaltung anmelden",
  signIn: "Anmelden",
  login: "Benutzername",
  password: "Passwort",
  whichNode: "Wo möchtest du arbeiten?",
  menu: "Menü",
  tasks: "Aufgaben",
  account: "Dein Konto",
  node: "Teil der Organisation",
  switchNode: (name) => `${name}: zu einem anderen Teil wechseln`,
  switchTitle: "Wo möchtest du arbeiten?",
  noNodes: "Du hast noch nirgends eine Rolle. Frage eine Administratorin oder einen Administrator.",
  archived: "archiviert",
  archivedNode: "Archiviert: Alles ist einsehbar, nichts änderbar.",
  notFound: "Diese Seite gibt es nicht",
  notFoundHint: "Die Adresse ist vertippt, oder du darfst diese Seite nicht sehen.",
  toStart: "Zum Anfang",
  filter: "Filtern",
  rows: (written, count) => count === 1 ? "1 Zeile" : `${written} Zeilen`,
  rowsOf: (shown, all) => `${shown} von ${all} Zeilen`,
  nothingFound: (filter) => `Nichts enthält „${filter}“.`,
  csv: "CSV",
  yes: "ja",
  no: "nein",
  choose: "Auswählen …",
  add: "Anlegen",
  edit: "Bearbeiten",
  save: "Speichern",
  remove: "Löschen",
  discard: "Änderungen verwerfen",
  restored: "Diese Einträge sind noch nicht gespeichert. Sie sind, wie du sie verlassen hast.",
  unsavedForms: (count) =>
    count === 1 ? "1 Formular ist nicht gespeichert" : `${count} Formulare sind nicht gespeichert`,
  mergedWithout:
    "Jemand anderes hat inzwischen gespeichert. Diese Änderungen stehen jetzt neben deinen im Formular. Speichere noch einmal, um beide zu behalten.",
  mergedWith: "Jemand anderes hat inzwischen dieselben Einträge geändert. Wähle, was gilt, und speichere noch einmal.",
  mine: "Deins",
  theirs: "Anderes",
  emptyEntry: "leer",
  help: "So funktioniert das",
  readMore: "Hilfe"
}
