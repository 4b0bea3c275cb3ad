import { later, type Screen } from "../Screen.ts"

/** The devices that terminals are, and the map of the site. */
export const deviceScreens: ReadonlyArray<Screen> = [
  {
    path: "devices",
    title: { en: "Devices", de: "Geräte" },
    purpose: {
      en: "Which phone or tablet is which terminal, and whether it can be reached.",
      de: "Welches Telefon oder Tablet welches Terminal ist, und ob es erreichbar ist."
    },
    needs: "GET /terminal/mdm-devices",
    objects: "terminal",
    isInMenu: true,
    content: later(() => import("./devices/DeviceList.tsx"), "DeviceList")
  },
  {
    path: "site-map",
    title: { en: "Site map", de: "Lageplan" },
    purpose: {
      en: "Where the terminals were last, on your own picture of the site.",
      de: "Wo die Terminals zuletzt waren, auf deinem eigenen Bild des Geländes."
    },
    needs: "GET /terminal/locations",
    objects: "terminal",
    isInMenu: true,
    content: later(() => import("./devices/SiteMapPage.tsx"), "SiteMapPage")
  },
  {
    path: "site-map/edit",
    title: { en: "Change the site map", de: "Lageplan ändern" },
    purpose: {
      en: "A picture of the site, and where three of its corners are.",
      de: "Ein Bild des Geländes, und wo drei seiner Ecken sind."
    },
    needs: "POST /terminal/site-map",
    objects: "terminal",
    content: later(() => import("./devices/SiteMapForm.tsx"), "SiteMapForm")
  }
]
