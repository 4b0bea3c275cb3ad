import { later, type Screen } from "../Screen.ts"

/** Everything that tills booked. */
export const orderScreens: ReadonlyArray<Screen> = [
  {
    path: "orders",
    title: { en: "Orders", de: "Buchungen" },
    purpose: {
      en: "Everything that tills booked, to look into one, correct it or cancel it.",
      de: "Alles, was Kassen gebucht haben: ansehen, korrigieren, stornieren."
    },
    needs: "GET /orders",
    isInMenu: true,
    content: later(() => import("./OrderList.tsx"), "OrderList")
  },
  {
    path: "orders/:id",
    title: { en: "Order", de: "Buchung" },
    purpose: {
      en: "What was booked, by whom, and what became of it.",
      de: "Was gebucht wurde, von wem, und was daraus wurde."
    },
    needs: "GET /orders/:order_id",
    content: later(() => import("./OrderPage.tsx"), "OrderPage")
  },
  {
    path: "orders/:id/receipt",
    title: { en: "Receipt", de: "Beleg" },
    purpose: { en: "What the guest got for it.", de: "Was der Gast dafür bekommen hat." },
    needs: "GET /orders/:order_id",
    content: later(() => import("./OrderReceipt.tsx"), "OrderReceipt")
  },
  {
    path: "orders/:id/correct",
    title: { en: "Correct sale", de: "Verkauf korrigieren" },
    purpose: {
      en: "Put a wrong sale right: the guest pays or gets back the difference.",
      de: "Einen falschen Verkauf richtigstellen: Der Gast zahlt den Unterschied oder bekommt ihn zurück."
    },
    needs: "POST /orders/:order_id/edit",
    content: later(() => import("./CorrectSale.tsx"), "CorrectSale")
  }
]
