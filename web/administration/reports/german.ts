import type { ReportTexts } from "./english.ts"

export const german: ReportTexts = {
  day: "Geschäftstag",
  about: (places) => `Über: ${places}`,
  places: "Orte",
  all: (name) => `Alles von ${name}`,
  print: "Drucken",
  pdf: "PDF",
  csv: "CSV",
  json: "JSON",
  sample: "Muster als PDF",
  fee: "Gebühr festlegen",
  eventOnly: "Das Geld auf Bändern gehört zur Veranstaltung als Ganzes.",
  toEvent: "Zum Bericht der Veranstaltung",
  amount: "Betrag",
  part: "Teil",
  leftOut: (count) => `${count} weitere Zeilen stehen in den Dateien.`,
  feeHere: "Gebühr auf Verkäufe",
  feeHint: "In Prozent des Umsatzes. Leer: die Gebühr des Ortes darüber, sonst keine.",
  feeNow: (share) => `Zurzeit werden hier ${share} der Verkäufe einbehalten.`,
  saveFee: "Gebühr speichern",
  saved: "Die Gebühr ist gespeichert. Berichte haben sie ab jetzt."
}
