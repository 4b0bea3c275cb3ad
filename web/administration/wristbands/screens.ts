import { later, type Screen } from "../Screen.ts"

/** Wristbands with their chips. */
export const wristbandScreens: ReadonlyArray<Screen> = [
  {
    path: "wristbands",
    title: { en: "Wristbands", de: "Armbänder" },
    purpose: {
      en: "Find a wristband and whose it is or was, and import those that the supplier delivered.",
      de: "Ein Armband finden und wem es gehört oder gehörte, und gelieferte einlesen."
    },
    needs: "GET /user-tags",
    isInMenu: true,
    content: later(() => import("./WristbandList.tsx"), "WristbandList")
  },
  {
    path: "wristbands/import",
    title: { en: "Import wristbands", de: "Armbänder einlesen" },
    purpose: {
      en: "Make the wristbands of a delivery known, by the supplier's list of PINs.",
      de: "Die Armbänder einer Lieferung bekannt machen, mit der PIN-Liste des Lieferanten."
    },
    needs: "POST /user-tags",
    objects: "user_tag",
    content: later(() => import("./WristbandImport.tsx"), "WristbandImport")
  },
  {
    path: "wristbands/keys",
    title: { en: "Chip keys", de: "Chipschlüssel" },
    purpose: {
      en: "The keys with which tills read this event's chips; no one sees them again.",
      de: "Die Schlüssel, mit denen Kassen die Chips dieser Veranstaltung lesen; niemand sieht sie wieder."
    },
    needs: "GET /user-tag-secrets",
    objects: "user_tag",
    content: later(() => import("./ChipKeys.tsx"), "ChipKeys")
  },
  {
    path: "wristbands/:id",
    title: { en: "Wristband", de: "Armband" },
    purpose: { en: "Whose it is, and whose it was before.", de: "Wem es gehört, und wem es vorher gehörte." },
    needs: "GET /user-tags/:user_tag_id",
    objects: "user_tag",
    content: later(() => import("./WristbandPage.tsx"), "WristbandPage")
  }
]
