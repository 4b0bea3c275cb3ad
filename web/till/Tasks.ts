import type { Privilege, Session } from "./Session.ts"

/** The screens of a till, in the order of the menu. */
const tasks = [
  "sale",
  "topUp",
  "payOut",
  "tickets",
  "guest",
  "vouchers",
  "freeTicket",
  "switchTag",
  "history",
  "register",
  "cash",
  "people",
  "statistics"
] as const
export type Task = typeof tasks[number]

type Rights = (may: (...any: ReadonlyArray<Privilege>) => boolean, till: Session["config"]["till"]) => boolean

/** What each screen needs of the person's role and of the till's profile; the server checks the same. */
const rights: Readonly<Record<Task, Rights>> = {
  sale: (may, till) => may("can_book_orders") && (till?.buttons?.length ?? 0) > 0,
  topUp: (may, till) => may("can_book_orders") && till?.allow_top_up === true,
  payOut: (may, till) => may("can_book_orders") && till?.allow_cash_out === true,
  tickets: (may, till) => may("can_book_orders") && till?.allow_ticket_sale === true,
  guest: () => true,
  vouchers: (may) => may("grant_vouchers"),
  freeTicket: (may) => may("grant_free_tickets"),
  switchTag: (may) => may("customer_management"),
  history: (may, till) => may("can_book_orders") && till !== null,
  register: () => true,
  cash: (may, till) => may("cash_transport") && till !== null,
  people: (may) => may("user_management", "create_user"),
  statistics: (may, till) => may("view_node_stats") && till !== null
}

/** The screens that a person may use at a till. */
export const tasksOf = ({ config, person }: Session): ReadonlyArray<Task> => {
  if (person === null) return []
  const may = (...any: ReadonlyArray<Privilege>) => any.some((privilege) => person.privileges.includes(privilege))
  return tasks.filter((task) => rights[task](may, config.till))
}

/** What the menu leads to: the tasks, and two screens of the device that everyone has. */
export type MenuEntry = Task | "bookings" | "device"

/** By how often they are used in the rush, the most first. */
const byUse: ReadonlyArray<MenuEntry> = [
  "sale",
  "topUp",
  "tickets",
  "payOut",
  "guest",
  "history",
  "register",
  "vouchers",
  "freeTicket",
  "switchTag",
  "cash",
  "statistics",
  "people",
  "bookings",
  "device"
]

/** As many entries, "More" with them, are a fingertip wide on the narrowest phone. */
const mostInBar = 5

/** The entries of the menu, each part in the order of the menu. */
export interface Menu {
  readonly bar: ReadonlyArray<MenuEntry>
  /** Behind "More" where there is no room for all; empty if the bar has all. */
  readonly more: ReadonlyArray<MenuEntry>
}

/** The menu of these tasks. On a phone four of the most used stand beside "More", always at the same place for a role and a profile. */
export const menuOf = (open: ReadonlyArray<Task>): Menu => {
  const entries: ReadonlyArray<MenuEntry> = [...open, "bookings", "device"]
  if (entries.length <= mostInBar) return { bar: entries, more: [] }
  const chosen = byUse.filter((entry) => entries.includes(entry)).slice(0, mostInBar - 1)
  return {
    bar: entries.filter((entry) => chosen.includes(entry)),
    more: entries.filter((entry) => !chosen.includes(entry))
  }
}

/** The address of a task: `/sale`, `/top-up`. */
export const pathOf = (task: MenuEntry): string => `/${task.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`
