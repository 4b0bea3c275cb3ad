import { CircleUserRound } from "lucide-react"
import { later, type Task } from "../Screen.ts"

/** What concerns the signed-in person alone; reached from the top bar. */
export const account: Task = {
  name: "account",
  title: { en: "Your account", de: "Dein Konto" },
  icon: CircleUserRound,
  screens: [
    {
      path: "profile",
      title: { en: "Your account", de: "Dein Konto" },
      purpose: {
        en: "Language, colours, password, second factor, and where you are signed in.",
        de: "Sprache, Farben, Passwort, zweiter Faktor, und wo du angemeldet bist."
      },
      needs: "GET /auth/sessions",
      at: "everywhere",
      content: later(() => import("./AccountPage.tsx"), "AccountPage")
    }
  ]
}
