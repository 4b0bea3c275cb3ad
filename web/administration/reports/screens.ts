import { FileChartColumn } from "lucide-react"
import { later, type Task } from "../Screen.ts"

/** What happened, on paper and as files: for accounting, for stalls, for the archive. */
export const reports: Task = {
  name: "reports",
  title: { en: "Reports", de: "Berichte" },
  icon: FileChartColumn,
  screens: [
    {
      path: "daily",
      title: { en: "Daily report", de: "Tagesbericht" },
      purpose: {
        en: "One business day: takings, taxes, products, vouchers, counted cash and open card payments.",
        de: "Ein Geschäftstag: Einnahmen, Steuern, Produkte, Gutscheine, gezähltes Geld und offene Kartenzahlungen."
      },
      needs: "GET /reports/daily",
      isInMenu: true,
      content: later(() => import("./DailyPage.tsx"), "DailyPage")
    },
    {
      path: "revenue",
      title: { en: "Revenue report", de: "Umsatzbericht" },
      purpose: {
        en: "What was sold here and below by day and order, the fee, and what is to be paid out.",
        de: "Was hier und darunter verkauft wurde, nach Tag und Bestellung, die Gebühr und was auszuzahlen ist."
      },
      needs: "GET /reports/revenue",
      isInMenu: true,
      content: later(() => import("./ReportPages.tsx"), "RevenuePage")
    },
    {
      path: "settlement",
      title: { en: "Settlement", de: "Abrechnung" },
      purpose: {
        en: "What each stall sold, the fee, and what it is owed.",
        de: "Was jeder Stand verkauft hat, die Gebühr und was ihm zusteht."
      },
      needs: "GET /reports/settlement",
      isInMenu: true,
      content: later(() => import("./ReportPages.tsx"), "SettlementPage")
    },
    {
      path: "settlement/fee",
      title: { en: "Fee", de: "Gebühr" },
      purpose: {
        en: "What the organiser keeps of the sales here and below.",
        de: "Was der Veranstalter von den Verkäufen hier und darunter behält."
      },
      needs: "GET /tree/nodes/:node_id/fee",
      content: later(() => import("./FeePage.tsx"), "FeePage")
    },
    {
      path: "payout",
      title: { en: "Pay-out report", de: "Auszahlungsbericht" },
      purpose: {
        en: "What is left on wristbands and why, and what was paid out.",
        de: "Was noch auf Bändern ist und warum, und was ausgezahlt wurde."
      },
      needs: "GET /reports/payout",
      isInMenu: true,
      content: later(() => import("./ReportPages.tsx"), "PayoutPage")
    }
  ]
}
