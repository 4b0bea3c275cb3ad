import { later, type Screen } from "../Screen.ts"

/** An event as a file: download, and changes by a file that is uploaded. */
export const eventFile: Screen = {
  path: "file",
  title: { en: "Event as a file", de: "Veranstaltung als Datei" },
  purpose: {
    en: "Everything that is set up here as one file: to keep, to change, or to make next year's event of it.",
    de:
      "Alles, was hier eingerichtet ist, als eine Datei: zum Aufheben, zum Ändern, oder für die Veranstaltung im nächsten Jahr."
  },
  needs: "GET /tree/events/:node_id/event-file",
  isInMenu: true,
  content: later(() => import("./EventFilePage.tsx"), "EventFilePage")
}

/** Events that are made of another one, or of a file. */
export const otherWaysToNewEvents: ReadonlyArray<Screen> = [
  {
    path: "place/copy-event",
    title: { en: "Copy an event", de: "Veranstaltung kopieren" },
    purpose: {
      en: "A new event with all that is set up in another one, such as last year's.",
      de: "Eine neue Veranstaltung mit allem, was in einer anderen eingerichtet ist, etwa der letztjährigen."
    },
    needs: "POST /tree/nodes/:node_id/copy-event",
    at: "outside",
    content: later(() => import("./CopyEvent.tsx"), "CopyEvent")
  },
  {
    path: "place/event-from-file",
    title: { en: "New event from a file", de: "Neue Veranstaltung aus einer Datei" },
    purpose: {
      en: "An event as its file describes it, also one from another installation.",
      de: "Eine Veranstaltung, wie ihre Datei sie beschreibt, auch eine aus einer anderen Installation."
    },
    needs: "POST /tree/nodes/:node_id/apply-event-file",
    at: "outside",
    content: later(() => import("./NewFromFile.tsx"), "NewFromFile")
  }
]
