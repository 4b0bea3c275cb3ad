import type { ComponentType } from "react"
import { lazily } from "../../kit/lazily.tsx"
import { SaleScreen } from "../sale/SaleScreen.tsx"
import type { Task } from "../Tasks.ts"

/** A screen that is loaded when it is opened first. */
const later = <Name extends string>(load: () => Promise<Readonly<Record<Name, ComponentType>>>, name: Name) =>
  lazily(load, name, 5)

/** The screen of each task. The sale is loaded with the page, the others when they are opened. */
export const screens: Readonly<Record<Task, ComponentType>> = {
  sale: SaleScreen,
  topUp: later(() => import("../topUp/TopUpScreen.tsx"), "TopUpScreen"),
  payOut: later(() => import("../payOut/PayOutScreen.tsx"), "PayOutScreen"),
  tickets: later(() => import("../tickets/TicketScreen.tsx"), "TicketScreen"),
  guest: later(() => import("../guest/GuestScreen.tsx"), "GuestScreen"),
  vouchers: later(() => import("../guest/VoucherScreen.tsx"), "VoucherScreen"),
  freeTicket: later(() => import("../guest/FreeTicketScreen.tsx"), "FreeTicketScreen"),
  switchTag: later(() => import("../switchTag/SwitchTagScreen.tsx"), "SwitchTagScreen"),
  history: later(() => import("../history/HistoryScreen.tsx"), "HistoryScreen"),
  register: later(() => import("../cash/RegisterScreen.tsx"), "RegisterScreen"),
  cash: later(() => import("../cash/CashScreen.tsx"), "CashScreen"),
  people: later(() => import("../people/PeopleScreen.tsx"), "PeopleScreen"),
  statistics: later(() => import("../statistics/StatisticsScreen.tsx"), "StatisticsScreen")
}

export const SettingsScreen = lazily(() => import("./SettingsScreen.tsx"), "SettingsScreen", 5)
export const BookingsScreen = lazily(() => import("../journal/BookingsScreen.tsx"), "BookingsScreen", 5)
