import { later, type Screen } from "../Screen.ts"

/** The accounts of the ledger, and the movements between them. */
export const accountScreens: ReadonlyArray<Screen> = [
  {
    path: "accounts",
    title: { en: "Accounts", de: "Konten" },
    purpose: {
      en: "Where the event's money came from and where it went, by the books.",
      de: "Woher das Geld der Veranstaltung kam und wohin es ging, laut den Büchern."
    },
    needs: "GET /system-accounts",
    isInMenu: true,
    content: later(() => import("./AccountList.tsx"), "AccountList")
  },
  {
    path: "accounts/:id",
    title: { en: "Account", de: "Konto" },
    purpose: { en: "One account and what moved on it.", de: "Ein Konto und was sich darauf bewegte." },
    needs: "GET /accounts/:account_id",
    content: later(() => import("./AccountPage.tsx"), "AccountPage")
  },
  {
    path: "transactions/:id",
    title: { en: "Transaction", de: "Umbuchung" },
    purpose: {
      en: "One movement between two accounts, and why.",
      de: "Eine Bewegung zwischen zwei Konten, und warum."
    },
    needs: "GET /transactions/:transaction_id",
    content: later(() => import("./TransactionPage.tsx"), "TransactionPage")
  }
]
