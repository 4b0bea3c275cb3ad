import { type ComponentType, lazy } from "react"
import { SaleScreen } from "../sale/SaleScreen.tsx"
import type { Task } from "../Tasks.ts"

/** The screen of each task. The sale is loaded with the page, the others when they are opened. */
export const screens: Partial<Readonly<Record<Task, ComponentType>>> = {
  sale: SaleScreen
}

export const SettingsScreen = lazy(() => import("./SettingsScreen.tsx"))
export const BookingsScreen = lazy(() => import("../journal/BookingsScreen.tsx"))
