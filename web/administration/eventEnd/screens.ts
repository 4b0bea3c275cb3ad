import { later, type Screen } from "../Screen.ts"

/** What is left to do after an event. */
export const eventEnd: Screen = {
  path: "end",
  title: { en: "Close the event", de: "Veranstaltung abschließen" },
  purpose: {
    en: "What is left to do after the event, in order, until it can be archived.",
    de: "Was nach der Veranstaltung noch zu tun ist, der Reihe nach, bis sie archiviert werden kann."
  },
  needs: "GET /tree/events/:node_id/end-steps",
  isInMenu: true,
  content: later(() => import("./EndPage.tsx"), "EndPage")
}
