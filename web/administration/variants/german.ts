import type { VariantTexts } from "./english.ts"

export const german: VariantTexts = {
  name: "Name",
  kinds: "Armbandarten",
  nameHint: "Wie in der Liste des Lieferanten, etwa vip oder crew. Höchstens 60 Zeichen.",
  standardName: "Jede Veranstaltung hat diese Art, deshalb bleibt ihr Name und sie kann nicht gelöscht werden.",
  description: "Beschreibung",
  descriptionHint: "Wer es trägt.",
  priority: "Rang",
  priorityHint:
    "Je höher, desto älter, wer es trägt: Die Bestellung einer Gruppe gehört zum Armband mit dem höchsten Rang. Listen stehen in dieser Reihenfolge.",
  newKind: "Neue Art",
  createKind: "Art anlegen",
  saveKind: "Art speichern",
  deleteKind: (name) => `${name} löschen`,
  deleteHint: "Kein Armband, kein Produkt und keine Eintrittskarte hat sie.",
  inUse: "Eine Art, die Armbänder, Produkte oder Eintrittskarten haben, kann nicht gelöscht werden.",
  noKinds: "Noch keine Arten.",
  usedBy: "Wer sie hat",
  wristbands: (count) => `${count} Armbänder`,
  notSold: "Wird dafür nicht verkauft",
  noProducts: "Jedes Produkt wird dafür verkauft.",
  tickets: "Eintrittskarten dafür",
  noTickets: "Keine eigene Eintrittskarte."
}
