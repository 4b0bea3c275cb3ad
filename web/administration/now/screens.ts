import { Gauge } from "lucide-react"
import { later, type Task } from "../Screen.ts"

/** What happens now, and what was taken so far. */
export const now: Task = {
  name: "now",
  title: { en: "Now", de: "Jetzt" },
  icon: Gauge,
  screens: [
    {
      path: "today",
      title: { en: "Now", de: "Jetzt" },
      purpose: {
        en: "The day so far, and what needs attention.",
        de: "Der Tag bis jetzt, und was jemanden braucht."
      },
      needs: "GET /now",
      isInMenu: true,
      content: later(() => import("./NowPage.tsx"), "NowPage")
    },
    {
      path: "takings",
      title: { en: "Takings", de: "Einnahmen" },
      purpose: {
        en: "What was taken in any period: when, where, how and for what.",
        de: "Was in einem Zeitraum eingenommen wurde: wann, wo, wie und wofür."
      },
      needs: "GET /stats/takings",
      isInMenu: true,
      content: later(() => import("./TakingsPage.tsx"), "TakingsPage")
    },
    {
      path: "statistics",
      title: { en: "Guests and products", de: "Gäste und Produkte" },
      purpose: {
        en: "Entries, top-ups, pay-outs, vouchers and products in any period.",
        de: "Eintritte, Aufladungen, Auszahlungen, Gutscheine und Produkte in einem Zeitraum."
      },
      needs: "GET /stats/products",
      isInMenu: true,
      content: later(() => import("./StatisticsPage.tsx"), "StatisticsPage")
    },
    {
      path: "events",
      title: { en: "Events", de: "Veranstaltungen" },
      purpose: { en: "Everything that you can look after.", de: "Alles, worum du dich kümmern kannst." },
      needs: "GET /tree/",
      at: "outside",
      isInMenu: true,
      content: later(() => import("./EventsPage.tsx"), "EventsPage")
    }
  ]
}
