import { ShieldCheck } from "lucide-react"
import { later, type Task } from "../Screen.ts"

/** What the tax office asks for: signing devices, closings, exports. */
export const fiscal: Task = {
  name: "fiscal",
  title: { en: "Fiscal", de: "Finanzamt" },
  icon: ShieldCheck,
  screens: [
    {
      path: "devices",
      title: { en: "Signing devices", de: "TSEs" },
      purpose: {
        en: "What signs every order, how each device is, and how many orders wait for it.",
        de: "Was jede Buchung signiert, wie es jeder TSE geht und wie viele Buchungen auf sie warten."
      },
      needs: "GET /tses/",
      isInMenu: true,
      content: later(() => import("./DeviceList.tsx"), "DeviceList")
    },
    {
      path: "devices/new",
      title: { en: "New signing device", de: "Neue TSE" },
      purpose: {
        en: "The first device of an event switches signing on.",
        de: "Die erste TSE einer Veranstaltung schaltet das Signieren ein."
      },
      needs: "POST /tses/",
      objects: "tse",
      content: later(() => import("./DeviceForm.tsx"), "NewDevice")
    },
    {
      path: "devices/:id",
      title: { en: "Signing device", de: "TSE" },
      purpose: {
        en: "Its state, and the way out when it fails.",
        de: "Ihr Zustand, und der Ausweg, wenn sie ausfällt."
      },
      needs: "GET /tses/",
      content: later(() => import("./DevicePage.tsx"), "DevicePage")
    },
    {
      path: "devices/:id/edit",
      title: { en: "Edit signing device", de: "TSE bearbeiten" },
      purpose: {
        en: "Another address or password makes the server connect anew.",
        de: "Mit anderer Adresse oder anderem Passwort verbindet sich der Server neu."
      },
      needs: "POST /tses/:tse_id",
      objects: "tse",
      content: later(() => import("./DeviceForm.tsx"), "EditDevice")
    },
    {
      path: "closings",
      title: { en: "Open closings", de: "Offene Tagesabschlüsse" },
      purpose: {
        en: "Tills with business that no closing contains yet; the export leaves it out until they are ended.",
        de: "Kassen mit Geschäft, das noch kein Tagesabschluss enthält; der Export lässt es bis dahin aus."
      },
      needs: "GET /tree/nodes/:node_id/open-closings",
      isInMenu: true,
      content: later(() => import("./Closings.tsx"), "Closings")
    },
    {
      path: "export",
      title: { en: "Exports", de: "Exporte" },
      purpose: {
        en: "What the tax office gets, what is still missing for it, and how to make it.",
        de: "Was das Finanzamt bekommt, was dafür noch fehlt und wie es entsteht."
      },
      needs: "GET /tree/events/:node_id/fiscal-settings",
      isInMenu: true,
      content: later(() => import("./Exports.tsx"), "Exports")
    },
    {
      path: "receipt",
      title: { en: "Test receipt", de: "Probebeleg" },
      purpose: {
        en: "How receipts look with the settings of now; nothing is booked.",
        de: "Wie Belege mit den jetzigen Einstellungen aussehen; nichts wird gebucht."
      },
      needs: "POST /tree/events/:node_id/generate-test-bon",
      isInMenu: true,
      content: later(() => import("./TestReceipt.tsx"), "TestReceipt")
    },
    {
      path: "settings",
      title: { en: "Fiscal settings", de: "Fiskalische Einstellungen" },
      purpose: {
        en: "Who the business is (AO § 146a), and how it is shown in the export.",
        de: "Wer das Unternehmen ist (§ 146a AO) und wie es im Export steht."
      },
      needs: "POST /tree/events/:node_id/fiscal-settings",
      isInMenu: true,
      content: later(() => import("./Settings.tsx"), "Settings")
    }
  ]
}
