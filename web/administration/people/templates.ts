import type { OfficeBody } from "../calls.ts"

export type Privilege = NonNullable<OfficeBody<"POST /user-roles">["privileges"]>[number]

/** Roles that most events have, to begin a role with. Cashiers are signed in by someone who signs in alone. */
export const templates = {
  cashier: ["supervised_terminal_login", "can_book_orders"],
  shiftLead: ["terminal_login", "supervised_terminal_login", "can_book_orders", "grant_vouchers"],
  cashOffice: [
    "node_administration",
    "customer_management",
    "payout_management",
    "view_node_stats",
    "cash_transport",
    "terminal_login",
    "supervised_terminal_login",
    "can_book_orders"
  ],
  helpDesk: ["customer_management", "terminal_login", "supervised_terminal_login", "grant_vouchers"]
} as const satisfies Readonly<Record<string, ReadonlyArray<Privilege>>>
export type Template = keyof typeof templates

export const templateNames = Object.keys(templates) as ReadonlyArray<Template>
