import { later, type Screen } from "../Screen.ts"

/** Layouts. */
export const layoutScreens: ReadonlyArray<Screen> = [
  {
    path: "layouts",
    title: { en: "Layouts", de: "Tastenbelegungen" },
    purpose: {
      en: "What tills show, and where on their screen.",
      de: "Was Kassen zeigen, und wo auf ihrem Bildschirm."
    },
    needs: "GET /till-layouts",
    objects: "till",
    isInMenu: true,
    content: later(() => import("./layouts/Layouts.tsx"), "LayoutList")
  },
  {
    path: "layouts/new",
    title: { en: "New layout", de: "Neue Tastenbelegung" },
    purpose: {
      en: "Arrange buttons and tickets as tills will show them.",
      de: "Ordne Tasten und Eintrittskarten so an, wie Kassen sie zeigen."
    },
    needs: "POST /till-layouts",
    objects: "till",
    content: later(() => import("./layouts/LayoutForm.tsx"), "NewLayout")
  },
  {
    path: "layouts/:id",
    title: { en: "Layout", de: "Tastenbelegung" },
    purpose: {
      en: "A till with this layout looks like this on a phone.",
      de: "So sieht eine Kasse damit auf einem Telefon aus."
    },
    needs: "GET /till-layouts/:layout_id",
    objects: "till",
    content: later(() => import("./layouts/Layouts.tsx"), "LayoutPage")
  },
  {
    path: "layouts/:id/edit",
    title: { en: "Edit layout", de: "Tastenbelegung bearbeiten" },
    purpose: {
      en: "Tills show the change within half a minute.",
      de: "Kassen zeigen die Änderung binnen einer halben Minute."
    },
    needs: "POST /till-layouts/:layout_id",
    objects: "till",
    content: later(() => import("./layouts/LayoutForm.tsx"), "EditLayout")
  }
]
