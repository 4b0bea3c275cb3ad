import { Settings2 } from "lucide-react"
import { eventEnd } from "../eventEnd/screens.ts"
import { eventFile, otherWaysToNewEvents } from "../eventFile/screens.ts"
import { presaleSetUp } from "../presale/screens.ts"
import { later, type Task } from "../Screen.ts"

/** Everything that is decided before an event, and what is left to do for it. */
export const setup: Task = {
  name: "setup",
  title: { en: "Set-up", de: "Einrichtung" },
  icon: Settings2,
  screens: [
    {
      path: "checklist",
      title: { en: "Checklist", de: "Checkliste" },
      purpose: {
        en: "What is left to do until a guest can pay, in order.",
        de: "Was noch zu tun ist, bis ein Gast bezahlen kann, der Reihe nach."
      },
      needs: "GET /tree/events/:node_id/checklist",
      isInMenu: true,
      content: later(() => import("./ChecklistPage.tsx"), "ChecklistPage")
    },
    {
      path: "settings",
      title: { en: "Event settings", de: "Einstellungen der Veranstaltung" },
      purpose: {
        en: "What holds for the whole event, by topic.",
        de: "Was für die ganze Veranstaltung gilt, nach Themen."
      },
      needs: "GET /tree/events/:node_id/settings",
      isInMenu: true,
      content: later(() => import("./SettingsPage.tsx"), "SettingsPage")
    },
    {
      path: "design",
      title: { en: "Receipts and logo", de: "Belege und Logo" },
      purpose: { en: "How receipts look, and what they say.", de: "Wie Belege aussehen, und was sie sagen." },
      needs: "POST /tree/events/:node_id/event-design/bon-logo",
      isInMenu: true,
      content: later(() => import("./DesignPage.tsx"), "DesignPage")
    },
    {
      path: "card-provider",
      title: { en: "Card provider", de: "Kartenanbieter" },
      purpose: {
        en: "Lets the event take card payments in the name of your account at the provider.",
        de: "Erlaubt Kartenzahlungen im Namen eures Kontos beim Anbieter."
      },
      needs: "POST /tree/nodes/:node_id/begin-sumup-authorization",
      isInMenu: true,
      content: later(() => import("./CardProviderPage.tsx"), "CardProviderPage")
    },
    presaleSetUp,
    eventFile,
    eventEnd,
    {
      path: "mails",
      title: { en: "Unsent mail", de: "Nicht gesendete Mails" },
      purpose: { en: "Mail to guests that waits or failed.", de: "Mails an Gäste, die warten oder gescheitert sind." },
      needs: "GET /mails/",
      isInMenu: true,
      content: later(() => import("./MailList.tsx"), "MailList")
    },
    {
      path: "place",
      title: { en: "This place", de: "Dieser Ort" },
      purpose: {
        en: "Name and limits of this part of the organisation, and what lies below it.",
        de: "Name und Grenzen dieses Teils der Organisation, und was darunter liegt."
      },
      needs: "POST /tree/nodes/:node_id/settings",
      at: "everywhere",
      isInMenu: true,
      content: later(() => import("./PlacePage.tsx"), "PlacePage")
    },
    {
      path: "place/new",
      title: { en: "New place", de: "Neuer Ort" },
      purpose: { en: "A part of the organisation below this one.", de: "Ein Teil der Organisation unter diesem." },
      needs: "POST /tree/nodes/:node_id/create-node",
      at: "everywhere",
      content: later(() => import("./NewPlace.tsx"), "NewPlace")
    },
    {
      path: "place/new-event",
      title: { en: "New event", de: "Neue Veranstaltung" },
      purpose: {
        en: "Say what you know; all that tills need follows from it. You see it before it is made.",
        de: "Sag, was du weißt; alles, was Kassen brauchen, folgt daraus. Du siehst es, bevor es angelegt wird."
      },
      needs: "POST /tree/nodes/:node_id/apply-event-file",
      at: "outside",
      content: later(() => import("../newEvent/NewEventPage.tsx"), "NewEventPage")
    },
    {
      path: "place/empty-event",
      title: { en: "Empty event", de: "Leere Veranstaltung" },
      purpose: {
        en: "The few things that an event can't do without; all else is made on its own screens.",
        de: "Das Wenige, ohne das keine Veranstaltung geht; alles andere wird auf seinen eigenen Seiten angelegt."
      },
      needs: "POST /tree/nodes/:node_id/create-event",
      at: "outside",
      content: later(() => import("./EmptyEvent.tsx"), "EmptyEvent")
    },
    ...otherWaysToNewEvents,
    {
      path: "installation",
      title: { en: "Installation", de: "Installation" },
      purpose: {
        en: "Values for the whole installation, which other applications read.",
        de: "Werte der ganzen Installation, die andere Anwendungen lesen."
      },
      needs: "GET /config",
      at: "outside",
      isInMenu: true,
      content: later(() => import("./InstallationPage.tsx"), "InstallationPage")
    }
  ]
}
