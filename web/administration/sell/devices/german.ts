import type { DeviceTexts } from "./english.ts"

export const german: DeviceTexts = {
  devices: "Geräte",
  device: "Gerät",
  state: "Zustand",
  online: "online",
  offline: "offline",
  unknown: "unbekannt",
  terminal: "Terminal",
  noTerminal: "kein Terminal",
  lastUpdate: "Zuletzt gemeldet",
  located: "Zuletzt geortet",
  description: "Beschreibung",
  model: "Modell",
  serial: "Seriennummer",
  address: "Adresse",
  actions: "Aktionen",
  readAt: "Gelesen",
  readNever:
    "Die Geräte wurden noch nicht gelesen. Das dauert einige Sekunden, nachdem die Einstellungen gespeichert sind.",
  isOff:
    "Kein Programm verwaltet die Geräte der Terminals dieser Veranstaltung. Mit einem siehst du hier, welches Telefon welches Terminal ist und wo es ist.",
  toSettings: "Geräteverwaltung einrichten",
  noDevices: "Die Geräteverwaltung hat keine Geräte. Wer dort angemeldet wird, steht binnen fünf Minuten hier.",
  link: "Verknüpfen",
  linkOf: (device) => `${device} mit einem Terminal verknüpfen`,
  linkHint:
    "Das frühere Gerät des Terminals ist dann nicht mehr verknüpft, und dieses Gerät mit keinem anderen Terminal.",
  noTerminals: "An diesem Ort gibt es keine Terminals. Lege erst eines an.",
  unlink: "Lösen",
  unlinkOf: (device) => `Verknüpfung von ${device} lösen`,
  unlinkHint: (terminal) => `${terminal} arbeitet weiter; es steht nur nicht mehr auf dem Lageplan.`,
  map: "Lageplan",
  mapOf: (count) => count === 1 ? "Lageplan mit 1 Terminal" : `Lageplan mit ${count} Terminals`,
  number: "Nr.",
  besideMap: "außerhalb des Bilds",
  noMap:
    "Es gibt noch kein Bild des Geländes. Ein Plan und die Koordinaten dreier Ecken genügen; niemand außer dir sieht ihn.",
  addMap: "Bild hinzufügen",
  editMap: "Lageplan ändern",
  removeMap: "Lageplan entfernen",
  removeMapHint: "Das Bild und seine Koordinaten sind dann weg. Geräte und ihre Verknüpfungen bleiben.",
  noneLocated:
    "Noch kein Terminal wurde geortet. Verknüpfe Geräte mit Terminals; ihre Orte kommen mit den nächsten Lesungen.",
  picture: "Bild des Geländes",
  pictureHint: "Ein Plan als PNG-, JPEG- oder SVG-Bild von höchstens 2 MiB. Er darf beliebig gedreht sein.",
  pictureKept: "Das Bild bleibt, wie es ist, wenn du kein anderes wählst.",
  topLeft: "Ecke oben links",
  topRight: "Ecke oben rechts",
  bottomLeft: "Ecke unten links",
  cornerHint: "Breite und Länge, wie eine Karte sie zeigt: 54.0321, 9.3712",
  saveMap: "Lageplan speichern"
}
