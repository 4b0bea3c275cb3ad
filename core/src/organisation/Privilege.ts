import { Schema } from "effect"

/** An action that a role allows at the node where it is assigned, and below. */
export const Privilege = Schema.Literals([
  "node_administration",
  "customer_management",
  "payout_management",
  "create_user",
  "allow_privileged_role_assignment",
  "user_management",
  "view_node_stats",
  "cash_transport",
  "terminal_login",
  "supervised_terminal_login",
  "can_book_orders",
  "grant_free_tickets",
  "grant_vouchers"
])
export type Privilege = typeof Privilege.Type

/** The privileges of a set in their fixed order. */
export const inOrder = (held: ReadonlySet<Privilege>): ReadonlyArray<Privilege> =>
  Privilege.literals.filter((privilege) => held.has(privilege))
