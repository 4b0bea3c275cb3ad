import { ShoppingBasket } from "lucide-react"
import type { Task } from "../Screen.ts"
import { catalogueScreens } from "./catalogueScreens.ts"

/** What is sold and where. */
export const sell: Task = {
  name: "sell",
  title: { en: "Sell", de: "Verkauf" },
  icon: ShoppingBasket,
  screens: catalogueScreens
}
