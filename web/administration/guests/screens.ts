import { Users } from "lucide-react"
import { accountScreens } from "../accounts/screens.ts"
import { cardScreens } from "../cards/screens.ts"
import { orderScreens } from "../orders/screens.ts"
import { presaleScreens } from "../presale/screens.ts"
import { later, type Task } from "../Screen.ts"
import { variantScreens } from "../variants/screens.ts"
import { wristbandScreens } from "../wristbands/screens.ts"

/** The people who came, with their wristbands and money. */
export const guests: Task = {
  name: "guests",
  title: { en: "Guests", de: "Gäste" },
  icon: Users,
  screens: [
    {
      path: "people",
      title: { en: "Guests", de: "Gäste" },
      purpose: {
        en: "Find a guest by wristband, name, e-mail or bank account, and see what happened.",
        de: "Einen Gast an Armband, Name, E-Mail oder Bankkonto finden und sehen, was geschehen ist."
      },
      needs: "GET /customers",
      isInMenu: true,
      content: later(() => import("./GuestList.tsx"), "GuestList")
    },
    {
      path: "people/:id",
      title: { en: "Guest", de: "Gast" },
      purpose: {
        en: "Money, wristbands and everything that happened, to answer a complaint.",
        de: "Geld, Armbänder und alles, was geschehen ist, um eine Beschwerde zu beantworten."
      },
      needs: "GET /customers/:customer_id",
      content: later(() => import("./GuestPage.tsx"), "GuestPage")
    },
    {
      path: "blocked-payouts",
      title: { en: "Blocked payouts", de: "Gesperrte Auszahlungen" },
      purpose: {
        en: "Guests whom payout runs leave out until someone allows their payout.",
        de: "Gäste, die Auszahlungsläufe auslassen, bis jemand die Auszahlung erlaubt."
      },
      needs: "GET /customers",
      isInMenu: true,
      content: later(() => import("./BlockedPayouts.tsx"), "BlockedPayouts")
    },
    ...orderScreens,
    ...variantScreens,
    ...wristbandScreens,
    ...presaleScreens,
    ...accountScreens,
    ...cardScreens
  ]
}
