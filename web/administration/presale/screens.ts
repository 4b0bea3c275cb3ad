import { later, type Screen } from "../Screen.ts"

/** Tickets of the presale and what about them needs attention. */
export const presaleScreens: ReadonlyArray<Screen> = [
  {
    path: "presale",
    title: { en: "Presale tickets", de: "Karten aus dem Vorverkauf" },
    purpose: {
      en: "Tickets that the ticket shop sold, whether their guests have come in, and how the import stands.",
      de: "Karten, die der Kartenshop verkauft hat, ob ihre Gäste eingelassen sind, und wie das Einlesen steht."
    },
    needs: "GET /tickets/external-tickets",
    isInMenu: true,
    content: later(() => import("./PresaleTickets.tsx"), "PresaleTickets")
  },
  {
    path: "presale/undecided",
    title: { en: "Presale: what needs attention", de: "Vorverkauf: was jemanden braucht" },
    purpose: {
      en: "What the import can't decide, what the shop refused, and orders that can't be read.",
      de:
        "Was das Einlesen nicht entscheiden kann, was der Shop ablehnt, und Bestellungen, die sich nicht lesen lassen."
    },
    needs: "GET /presale/cases",
    content: later(() => import("./CasesPage.tsx"), "CasesPage")
  }
]

/** The way from an event to its ticket shop. */
export const presaleSetUp: Screen = {
  path: "presale",
  title: { en: "Presale", de: "Vorverkauf" },
  purpose: {
    en: "The ticket shop from which tickets and credit are imported, and to which check-ins are reported.",
    de: "Der Kartenshop, aus dem Karten und Guthaben eingelesen und an den Einlässe gemeldet werden."
  },
  needs: "POST /tree/events/:node_id/check-pretix-connection",
  isInMenu: true,
  content: later(() => import("./PresaleSetUp.tsx"), "PresaleSetUp")
}
