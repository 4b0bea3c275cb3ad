import type { english } from "./english.ts"

export const german: typeof english = {
  statisticsOf: (place) => `Verkäufe dort, wo ${place} steht, nach Rückgaben und Stornos`,
  statisticsEmpty: "Hier wurde noch nichts verkauft. Verkäufe erscheinen innerhalb einer Minute.",
  byHour: "Nach Stunden",
  byDay: "Nach Tagen",
  period: "Zeitraum",
  piecesSold: "Stück",
  revenue: "Umsatz"
}
