import { later, type Screen } from "../Screen.ts"

/** Card payments, as the provider has them and as they are booked. */
export const cardScreens: ReadonlyArray<Screen> = [
  {
    path: "cards",
    title: { en: "Card payments", de: "Kartenzahlungen" },
    purpose: {
      en: "Whether the provider's payments and our bookings agree, and what someone has to decide.",
      de: "Ob die Zahlungen beim Anbieter und unsere Buchungen übereinstimmen, und was zu entscheiden ist."
    },
    needs: "GET /sumup/unverified-payments",
    isInMenu: true,
    content: later(() => import("./CardPayments.tsx"), "CardPayments")
  },
  {
    path: "cards/days/:id",
    title: { en: "Comparison of a day", de: "Abgleich eines Tags" },
    purpose: {
      en: "Each payment of a day that does not agree with a booking.",
      de: "Jede Zahlung eines Tags, die zu keiner Buchung passt."
    },
    needs: "GET /sumup/reconciliations/:reconciliation_id",
    content: later(() => import("./ComparisonPage.tsx"), "ComparisonPage")
  },
  {
    path: "cards/checkouts/:id",
    title: { en: "Checkout", de: "Checkout" },
    purpose: { en: "One top-up in the portal at the provider.", de: "Eine Aufladung im Portal beim Anbieter." },
    needs: "GET /sumup/checkouts/:checkout_id",
    content: later(() => import("./CheckoutPage.tsx"), "CheckoutPage")
  }
]
