export const english = {
  statisticsOf: (place: string) => `Sales where ${place} stands, after returns and cancels`,
  statisticsEmpty: "Nothing was sold here yet. Sales appear here within a minute.",
  byHour: "By hour",
  byDay: "By day",
  period: "Period",
  piecesSold: "Pieces",
  revenue: "Revenue"
}
