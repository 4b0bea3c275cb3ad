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

/** The address of a task: `/sale`, `/top-up`. */
export const pathOf = (task: Task): string => `/${task.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`
