import { Landmark } from "lucide-react"
import { later, type Task } from "../Screen.ts"

/** What guests want back on their bank accounts. */
export const payouts: Task = {
  name: "payouts",
  title: { en: "Payouts", de: "Auszahlungen" },
  icon: Landmark,
  screens: [
    {
      path: "runs",
      title: { en: "Payout runs", de: "Auszahlungsläufe" },
      purpose: {
        en: "What guests wait for, and every run so far.",
        de: "Worauf Gäste warten, und alle Läufe bisher."
      },
      needs: "GET /payouts/",
      isInMenu: true,
      content: later(() => import("./RunList.tsx"), "RunList")
    },
    {
      path: "runs/new",
      title: { en: "New payout run", de: "Neuer Auszahlungslauf" },
      purpose: {
        en: "Sets the money of everybody aside who can be paid, for one bank file.",
        de: "Legt das Geld aller zurück, die ausgezahlt werden können, für eine Überweisungsdatei."
      },
      needs: "POST /payouts/",
      content: later(() => import("./NewRun.tsx"), "NewRun")
    },
    {
      path: "runs/:id",
      title: { en: "Payout run", de: "Auszahlungslauf" },
      purpose: {
        en: "From the money set aside to the bank file and its end.",
        de: "Vom zurückgelegten Geld über die Überweisungsdatei bis zum Abschluss."
      },
      needs: "GET /payouts/:payout_run_id/payouts",
      content: later(() => import("./RunPage.tsx"), "RunPage")
    },
    {
      path: "left-out",
      title: { en: "Left out", de: "Ausgelassen" },
      purpose: {
        en: "Guests who want their money and can't be paid, with the reason, and money that no one asked for.",
        de: "Gäste, die ihr Geld möchten und nicht ausgezahlt werden können, und Geld, das niemand verlangt hat."
      },
      needs: "GET /payouts/left-out",
      isInMenu: true,
      content: later(() => import("./LeftOut.tsx"), "LeftOut")
    }
  ]
}
