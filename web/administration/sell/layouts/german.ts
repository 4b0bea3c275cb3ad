import type { LayoutTexts } from "./english.ts"

export const german: LayoutTexts = {
  layouts: "Tastenbelegungen",
  name: "Name",
  description: "Beschreibung",
  descriptionHint: "Für die eigenen Leute; leer, wenn es keine braucht.",
  buttons: "Tasten",
  tickets: "Eintrittskarten",
  page: (label, count) => `${label} auf der Kasse: ${count}`,
  noLayouts:
    "Noch keine Tastenbelegungen. Eine Tastenbelegung legt fest, welche Tasten und Eintrittskarten eine Kasse zeigt, und wo.",
  newLayout: "Neue Tastenbelegung",
  createLayout: "Tastenbelegung anlegen",
  saveLayout: "Tastenbelegung speichern",
  copyOf: (name) => `Eine Kopie von ${name}. Sie braucht einen eigenen Namen; das Original bleibt, wie es ist.`,
  copy: "Kopieren",
  deleteLayout: (name) => `${name} löschen`,
  deleteLayoutHint:
    "Ihre Tasten und Eintrittskarten bleiben. Eine Tastenbelegung in einem Kassenprofil kann nicht gelöscht werden.",
  usedBy: "Kassenprofile mit dieser Tastenbelegung",
  usedByNone: "Noch kein Kassenprofil verwendet sie, also zeigt sie keine Kasse.",
  newProfileFor: "Neues Kassenprofil mit dieser Tastenbelegung",
  available: "Noch nicht auf der Kasse",
  nothingThere: "Es gibt noch nichts zur Auswahl.",
  allThere: "Alles, was es gibt, steht auf der Kasse.",
  addChosen: (count) => count === 0 ? "Auf die Kasse legen" : `${count} auf die Kasse legen`,
  chooseAll: "Alle auswählen",
  noButtonsYet: "Noch keine Tasten. Wähle welche aus und lege sie auf die Kasse.",
  noTicketsYet: "Noch keine Eintrittskarten. Nur Kassen am Einlass brauchen welche.",
  howToMove:
    "Ziehe eine Taste an ihren Platz. Oder nimm sie mit einem Klick oder der Leertaste auf, wähle den Platz mit einem Klick oder den Pfeiltasten und lege sie mit der Leertaste ab. Entf nimmt sie von der Kasse.",
  howToDrop: (name) =>
    `${name} ist aufgenommen. Wähle den Platz mit einem Klick oder den Pfeiltasten, dann die Leertaste; mit Escape bleibt es, wo es war.`,
  heldAt: (name, place, count) => `${name} aufgenommen, Platz ${place} von ${count}.`,
  droppedAt: (name, place, count) => `${name} liegt auf Platz ${place} von ${count}.`,
  cancelled: (name, place) => `${name} bleibt auf Platz ${place}.`,
  takenOff: (name) => `${name} ist nicht mehr auf der Kasse.`,
  takeOff: (name) => `${name} von der Kasse nehmen`,
  leaveThere: "Lassen, wo es war"
}
