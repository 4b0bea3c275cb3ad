import { ShoppingBasket } from "lucide-react"
import type { Task } from "../Screen.ts"
import { catalogueScreens } from "./catalogueScreens.ts"
import { deviceScreens } from "./deviceScreens.ts"
import { layoutScreens } from "./layoutScreens.ts"
import { tillScreens } from "./tillScreens.ts"

/** What is sold and where. */
export const sell: Task = {
  name: "sell",
  title: { en: "Sell", de: "Verkauf" },
  icon: ShoppingBasket,
  screens: [...catalogueScreens, ...layoutScreens, ...tillScreens, ...deviceScreens]
}
